"""The command for one's own data, and for a claim: ``kappabook --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from kappabook._version import __version__
from kappabook.commands.parsers import add_commands
from kappabook.commands.parsers.program import Parser, run, say
from kappabook.commands.render import as_json


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    return run(_parser(), arguments)


def _parser() -> Parser:
    parser = Parser(
        prog="python -m kappabook" if Path(sys.argv[0]).name == "__main__.py" else "kappabook",
        description="Cohen's kappa, ROC curves and the AUK, for your own predictions and raters.",
    )
    parser.add_argument("--version", action="version", version=f"kappabook {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_commands(commands)
    claim = commands.add_parser("claim", help="show all that is known of a claim of the documents")
    claim.add_argument(
        "ids", nargs="+", metavar="ID", help="or a pattern: 'bendavid2007.tableA1.car.*'"
    )
    claim.add_argument("--json", action="store_true", help="write a list in JSON, nothing else")
    claim.set_defaults(command=_claim)
    return parser


def _claim(options: argparse.Namespace) -> None:
    from kappabook import papers
    from kappabook.audit.ledger import as_text, entries
    from kappabook.system.checkout import clone

    found = {claim.claim: claim for wanted in options.ids for claim in papers.matching(wanted)}
    rows = [papers.row(name) for name in found]
    if options.json:
        print(as_json(entries(rows, clone())))
    else:
        say(as_text(rows, clone()))
