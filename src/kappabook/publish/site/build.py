"""Build the site with Sphinx: warnings are errors, nothing is executed, nothing is fetched."""

from __future__ import annotations

import io
import shutil
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import build_main

from kappabook.checkout import root
from kappabook.publish.bundled import MATHJAX_FILE, mathjax
from kappabook.publish.site.gather import gather
from kappabook.publish.site.search_texts import write_search_texts


def build_site(into: Path) -> Path:
    """Write the site into a folder, in place of what was there; return its first page.

    Raises
    ------
    ValueError
        Sphinx warned; the message is Sphinx's, and the folder is left as it was.
    """
    into.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".site-", dir=into.parent) as scratch:
        sources, made = Path(scratch) / "sources", Path(scratch) / "site"
        extra = Path(scratch) / "extra"
        for folder in (sources, extra):
            folder.mkdir()
        gather(root(), sources, extra)
        complaints = io.StringIO()
        with redirect_stderr(complaints):
            status = build_main(
                [
                    *("-b", "html", "-W", "--keep-going", "-q", "--no-color"),
                    *("-c", str(root() / "docs"), "-d", str(Path(scratch) / "doctrees")),
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
            shutil.rmtree(into)
        made.replace(into)
    return into / "index.html"
