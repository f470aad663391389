"""What an archive wants to know: every output with its command, code and data, in three files."""

from kappabook.publish.archive.build import build_codecheck, build_crate

__all__ = ["build_codecheck", "build_crate"]
