"""What a file is, told by its first bytes: a table that is read, or another format's remedy."""

from __future__ import annotations

import codecs
import gzip
import re
import stat
import zipfile
import zlib
from pathlib import Path
from typing import Literal

Encoding = Literal["utf-8", "windows-1252", "utf-16-le", "utf-16-be"]

# Bytes that tell the encoding of a file.
LOOKED_AT = 1_000_000
NOT_WHOLE = (gzip.BadGzipFile, EOFError, zlib.error)
PACK_AGAIN = ": it is no whole file of gzip; pack it again."
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"
UTF_16_MARKS: dict[bytes, Encoding] = {
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
# Windows-1252 leaves these bytes without a letter.
_NO_LETTER = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")


def _in_python(format_name: str, read: str, package: str = "") -> str:
    needs = f" (pip install {package})" * bool(package)
    return (
        f"is a file of {format_name}; in Python{needs}: import pandas, kappabook; "
        f"table = pandas.{read}; then kappabook.agree(table, ...), score or report"
    )


_UNPACK = "unpack it first"
# How files begin that are no tables to us, and what to do with them; FILE is the name.
_FOREIGN: dict[bytes, str] = {
    b"BZh": f"is compressed by bzip2; {_UNPACK}",
    b"\xfd7zXZ": f"is compressed by xz; {_UNPACK}",
    b"\x28\xb5\x2f\xfd": f"is compressed by zstd; {_UNPACK}",
    b"7z\xbc\xaf\x27\x1c": f"is an archive of 7-Zip; {_UNPACK}",
    b"Rar!": f"is a RAR archive; {_UNPACK}",
    codecs.BOM_UTF32_LE: "is in UTF-32; save the file in UTF-8",
    codecs.BOM_UTF32_BE: "is in UTF-32; save the file in UTF-8",
    b"\xd0\xcf\x11\xe0": "is an old Excel workbook (.xls) or a locked one; save it as .xlsx "
    "without a password, or the sheet as CSV in UTF-8",
    b"{\\rtf": "is a text document; save its table as CSV",
    b"%PDF": "is a PDF; copy its table into a CSV file",
    b"$FL2": _in_python("SPSS", "read_spss('FILE')", "pyreadstat"),
    b"$FL3": _in_python("SPSS", "read_spss('FILE')", "pyreadstat"),
    b"<stata_dta>": _in_python("Stata", "read_stata('FILE')"),
    b"ARROW1": _in_python("Arrow", "read_feather('FILE')", "pyarrow"),
    b"SQLite format 3\0": "is a database of SQLite; export the table as CSV",
    b"\x93NUMPY": "is an array of numpy; in Python: kappabook.score(y_true=..., y_pred=...)",
    b"RDX": "is a file of R; in R: write.csv(table, 'table.csv', row.names = FALSE)",
    b"RDA": "is a file of R; in R: write.csv(table, 'table.csv', row.names = FALSE)",
    b"X\n\0\0\0": "is a file of R; in R: write.csv(readRDS('FILE'), 'table.csv', "
    "row.names = FALSE)",
}
_SAS = bytes(12) + b"\xc2\xea\x81\x60"
_OLD_STATA = range(102, 116)


def absolute(path: Path) -> Path:
    """Return the whole path; where the current folder was deleted, say so."""
    try:
        return path.absolute()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{path} cannot be found: the current folder was deleted. Go to a folder that is "
            "there, or name the file by its whole path."
        ) from None


def start_of(path: Path) -> tuple[bytes, bool]:
    """Read how a file begins, unpacked, and whether gzip packed it."""
    try:
        absolute(path)
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(f"{path} is a folder; name a file in it.")
        if not stat.S_ISREG(kind):
            raise OSError(
                f"{path} is a pipe or a device, which is read only once; write the table into a "
                "file."
            )
        with path.open("rb") as stream:
            start = stream.read(LOOKED_AT)
        if packed := start.startswith(_GZIP):
            with gzip.open(path) as unpacked:
                start = unpacked.read(LOOKED_AT)
    except FileNotFoundError as error:
        if error.errno is None:
            raise
        raise FileNotFoundError(f"no file {path}. Name one that is there.") from None
    except NOT_WHOLE:
        raise ValueError(f"{path}{PACK_AGAIN}") from None
    except ValueError:  # a NUL in the name
        raise ValueError(f"{str(path)!r} is no name of a file.") from None
    except OSError as error:
        if error.strerror is None or error.errno is None:
            raise
        raise OSError(f"cannot read {path}: {error.strerror}.") from None
    return start, packed


def is_excel(path: Path, start: bytes) -> bool:
    """Whether the file is a workbook of Excel; another zip archive raises ValueError."""
    if not start.startswith(_ZIP):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, UnicodeDecodeError):
        raise ValueError(f"{path} is a damaged zip archive or workbook; save it again.") from None
    if "xl/workbook.xml" in names:
        return True
    if "xl/workbook.bin" in names:
        raise ValueError(f"{path} is a binary Excel workbook (.xlsb); save it as .xlsx or CSV.")
    if "content.xml" in names:
        raise ValueError(
            f"{path} is an OpenDocument spreadsheet (.ods); save it as .xlsx, or the sheet as CSV "
            "in UTF-8."
        )
    raise ValueError(
        f"{path} is a zip archive and no workbook of Excel; unpack it, and name the table in it."
    )


def refuse_foreign(path: Path, start: bytes) -> None:
    """Refuse what is another program's format, with the way to a table."""
    for first, words in _FOREIGN.items():
        if start.startswith(first):
            raise ValueError(f"{path} {words.replace('FILE', path.name)}.")
    if start[:16] == _SAS:
        words = _in_python("SAS", f"read_sas({path.name!r})")
        raise ValueError(f"{path} {words}.")
    if path.suffix.lower() == ".dta" and start[:1] and start[0] in _OLD_STATA:
        words = _in_python("Stata", f"read_stata({path.name!r})")
        raise ValueError(f"{path} {words}.")


def encoding_of(start: bytes) -> Encoding | None:
    """Tell the encoding by the first bytes; None for bytes that are no text.

    UTF-16 shows by its mark, or by zeros in every other byte. What is not UTF-8 and has a letter
    for every byte in Windows-1252, which holds Latin-1, is taken for that.
    """
    for mark, encoding in UTF_16_MARKS.items():
        if start.startswith(mark):
            return encoding
    first = start[:4096]
    if b"\0" in first:
        even, odd = first[::2].count(0), first[1::2].count(0)
        if min(even, odd) or len(first) < 4 or 2 * max(even, odd) < len(first) // 2:
            return None
        return "utf-16-be" if even else "utf-16-le"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start, len(start) < LOOKED_AT)
    except UnicodeDecodeError:
        # Of a file that is mostly UTF-8 the wrong byte is named.
        if _NO_LETTER.search(start) or _mostly_utf_8(start):
            return "utf-8"
        return "windows-1252"
    return "utf-8"


def _mostly_utf_8(start: bytes) -> bool:
    """Whether letters of several bytes stand in it, as UTF-8 has: a mixture of encodings."""
    text = start.decode("utf-8", "surrogateescape")
    several = sum(c > "\x7f" and not "\udc80" <= c <= "\udcff" for c in text)
    return several > 0
