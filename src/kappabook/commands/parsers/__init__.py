"""The command lines of what is done on one's own data; imports wait for their command."""

from typing import Any

from kappabook.commands.parsers.agree import add_agree
from kappabook.commands.parsers.grim import add_grim
from kappabook.commands.parsers.report import add_report
from kappabook.commands.parsers.score import add_score


def add_commands(commands: Any) -> None:
    """Add them to the commands of ``kappabook``."""
    for add in (add_score, add_agree, add_report, add_grim):
        add(commands)
