"""Build the site with Sphinx: warnings are errors, nothing is executed, nothing is fetched."""

from __future__ import annotations

import io
import shutil
from contextlib import redirect_stderr
from pathlib import Path

from sphinx.cmd.build import build_main

from kappabook.checkout import root
from kappabook.scratch import scratch
from kappabook.teaching.lesson.bundled import MATHJAX_FILE, mathjax
from kappabook.workbook.site.gather import gather
from kappabook.workbook.site.search_texts import write_search_texts


def build_site(into: Path) -> Path:
    """Write the site into a folder, in place of what was there; return its first page.

    Raises
    ------
    ValueError
        Sphinx warned; the message is Sphinx's, and the folder is left as it was.
    OSError
        The folder cannot be made; nothing is built.
    """
    # Seen here, not after half a minute's work.
    if into.exists() and not into.is_dir():
        raise NotADirectoryError(f"{into} is a file where a folder is to be; name another: --into.")
    try:
        into.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(
            f"cannot make the folder {into.parent}: {error.strerror}; name another: --into."
        ) from None
    with scratch(into.parent) as beside:
        sources, made, extra = (beside / name for name in ("sources", "site", "extra"))
        for folder in (sources, extra):
            folder.mkdir()
        gather(root(), sources, extra)
        complaints = io.StringIO()
        with redirect_stderr(complaints):
            status = build_main(
                [
                    *("-b", "html", "-W", "--keep-going", "-q", "--no-color"),
                    *("-c", str(root() / "docs"), "-d", str(beside / "doctrees")),
                    *(str(sources), str(made)),
                ]
            )
        if status:
            failed = ValueError("the site has warnings, and they are errors.")
            failed.add_note(complaints.getvalue().replace(f"{sources}/", ""))
            raise failed
        shutil.copytree(extra, made, dirs_exist_ok=True)
        write_search_texts(made)
        target = made / "_static" / "mathjax" / MATHJAX_FILE
        target.parent.mkdir()
        shutil.copyfile(mathjax(), target)
        if into.exists():
            into.replace(beside / "before")
        made.replace(into)
    return into / "index.html"
