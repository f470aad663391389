"""Write what `make questions` makes, after every key is proved."""

from __future__ import annotations

from pathlib import Path

from kappabook.system.files import write_if_changed, writing
from kappabook.teaching.questions.course import moodle_xml
from kappabook.teaching.questions.loading import BANK, read_bank
from kappabook.teaching.questions.page import with_questions
from kappabook.teaching.questions.proofs import check_proofs


def write_questions(folder: Path, source: Path = BANK, page: Path | None = None) -> list[Path]:
    """Write the bank for Moodle; with `page`, renew the questions in that page too.

    Parameters
    ----------
    folder : Path
        Where ``kappabook.xml`` goes.
    source : Path
        The bank.
    page : Path, optional
        A page with marks, as `docs/assessment.md`.

    Returns
    -------
    list of Path
        What there is now.

    Raises
    ------
    ValueError
        The bank is not one, a proof does not prove its key, or the page has no place; then
        nothing is written.
    """
    bank = read_bank(source)
    check_proofs(bank)
    if page is not None:
        write_if_changed(page, with_questions(page, bank))
    path = folder / "kappabook.xml"
    with writing(path) as (draft,):
        draft.write_text(moodle_xml(bank), encoding="utf-8", newline="\n")
    return [*([page] if page else []), path]
