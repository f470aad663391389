"""``codecheck.yml``: what somebody who checks the workbook has to make again.

The form is CODECHECK's configuration file, version 2.0. An author writes manifest and paper; the
rest is the codechecker's, and there is none yet. Strings are written as JSON, which YAML reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kappabook.files import writing
from kappabook.publish.archive.outputs import Output
from kappabook.publish.citation import author_names, read_citation

CODECHECK = "codecheck.yml"
FORM = "https://codecheck.org.uk/spec/config/2.0/"
# What the form asks for, and only a check, or an author's own record, can give.
LEFT_OUT = ("codechecker", "report", "summary", "certificate", "ORCID")
_HEAD = """\
%YAML 1.1
---
# Written by `make codecheck`; do not edit it. Every file of the manifest is made by the command
# at the start of its comment. Nobody has checked it yet, so codechecker, report, summary and
# certificate are left out. The authors give no ORCID, which the form asks for.
"""


def write_codecheck(clone: Path, listed: Iterable[Output], into: Path) -> Path:
    """Write ``codecheck.yml`` into a folder; it belongs at the root of the clone."""
    path = into / CODECHECK
    with writing(path) as (draft,):
        draft.write_text(codecheck(read_citation(clone, "archive"), listed), encoding="utf-8")
    return path


def codecheck(about: dict[str, Any], listed: Iterable[Output]) -> str:
    """Return the text of the file."""
    lines = [f"version: {FORM}", "paper:", f"  title: {_text(about['title'])}", "  authors:"]
    lines += [f"    - name: {_text(name)}" for name in author_names(about)]
    lines += ["  reference: Not published", "manifest:"]
    for output in listed:
        lines.append(f"  - file: {_text(output.file)}")
        lines.append(f"    comment: {_text(f'{output.command}: {output.words}')}")
    return _HEAD + "\n".join(lines) + "\n"


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)
