"""The command lines of what is done on one's own data; imports wait for their command."""

from typing import Any

from kappabook.report.commands.agree import add_agree
from kappabook.report.commands.grim import add_grim
from kappabook.report.commands.own_data import add_report
from kappabook.report.commands.score import add_score


def add_commands(commands: Any) -> None:
    """Add them to the commands of ``kappabook``."""
    for add in (add_score, add_agree, add_report, add_grim):
        add(commands)
