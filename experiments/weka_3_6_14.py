"""Run the 60 public cells of the 2007 paper in WEKA 3.6.14, the version that Debian packs.

Run as: python experiments/weka_3_6_14.py [--datasets A,B] [--into FOLDER]; see README.md here.
"""

from __future__ import annotations

import os
import subprocess
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from program import options, run

from kappabook.data import Table
from kappabook.data.table import CLASS, Attribute
from kappabook.study import run_study
from kappabook.study.engines import WekaEngine, jvm
from kappabook.study.engines.protocol import Codes
from kappabook.study.grid import small_classes_allowed
from kappabook.study.published import PUBLIC
from kappabook.system.checkout import root
from kappabook.system.files import scratch

COMMAND = "python experiments/weka_3_6_14.py"
RUN = "study-weka-3.6.14"
PACKAGE = "weka=3.6.14-3"
DEB = "weka_3.6.14-3_all.deb"
SHA256 = "58ea5ec3b42ca9719be5756d1bd64ebed0e69d16d6fffa200b3cebf4ccccab16"
JAR = Path("usr", "share", "java", "weka-3.6.14.jar")


class Weka36Engine(WekaEngine):
    """The workbook's engine, with rows built as WEKA 3.6 wants them: its classes differ there."""

    @property
    def settings(self) -> dict[str, Any]:
        """As the other engine's, but the package that brings WEKA is Debian's."""
        settings = super().settings
        del settings["versions"]["python-weka-wrapper3"]
        settings["versions"]["weka (Debian)"] = PACKAGE.partition("=")[2]
        return settings

    def _subset(self, table: Table, rows: Codes) -> Any:
        with self._lock:
            if table not in self._instances:
                self._instances[table] = self._as_instances(table)
            whole, one_by_one = self._instances[table]
        subset = self._weka("core.Instances")(whole, len(rows))
        for row in rows.tolist():
            subset.add(one_by_one[row])
        return subset

    def _as_instances(self, table: Table) -> tuple[Any, list[Any]]:
        attributes = self._vector(
            self._attribute(attribute)
            for attribute in (*table.attributes, Attribute(CLASS, table.classes))
        )
        whole = self._weka("core.Instances")(table.name, attributes, len(table.y))
        whole.setClassIndex(len(table.attributes))
        instance, double = self._weka("core.Instance"), jvm.start().JDouble
        for values, code in zip(table.X.tolist(), table.y.tolist(), strict=True):
            whole.add(instance(1.0, double[:]([*values, code])))  # nan: missing, to WEKA too
        return whole, [whole.instance(i) for i in range(len(table.y))]

    def _attribute(self, attribute: Attribute) -> Any:
        known = () if attribute.values is None else (self._vector(attribute.values),)
        return self._weka("core.Attribute")(attribute.name, *known)

    def _vector(self, items: Any) -> Any:
        vector = self._weka("core.FastVector")()
        for item in items:
            vector.addElement(item)
        return vector


@contextmanager
def jar(cache: Path) -> Iterator[Path]:
    """Unpack WEKA's jar from Debian's package, fetched once; nothing is installed."""
    deb = cache / DEB
    with scratch(cache, "Make it a folder that can be written.") as inside:
        if not deb.is_file():
            _call(inside, "apt-get", "download", PACKAGE)
            _check(inside / DEB)
            os.replace(inside / DEB, deb)
        _check(deb)
        _call(inside, "dpkg-deb", "-x", str(deb.resolve()), "unpacked")
        yield inside / "unpacked" / JAR


def _check(deb: Path) -> None:
    found = sha256(deb.read_bytes()).hexdigest() if deb.is_file() else "that of no file"
    if found != SHA256:
        raise ValueError(
            f"{deb.name} is not Debian's {PACKAGE}: its sha256 is {found}, and should be {SHA256}. "
            f"Remove {deb} if it is there, and run this again."
        )


def _call(folder: Path, *command: str) -> None:
    remedy = f"Debian has it; elsewhere put {DEB} into build/weka-3.6.14/, and dpkg-deb unpacks it."
    try:
        subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise OSError(f"no {command[0]} on this machine. {remedy}") from None
    except subprocess.CalledProcessError as error:
        said = " ".join(error.stderr.split()) or f"status {error.returncode}"
        raise OSError(f"{' '.join(command[:2])} fails: {said}. {remedy}") from None


def work(given: Namespace) -> list[Path]:
    """Run the cells that are asked for."""
    cache = root() / "build" / "weka-3.6.14"
    default = Path("build", "study") if given.datasets else Path("data", "results")
    out = (given.into or root() / default) / f"{RUN}.csv"
    with jar(cache) as path, small_classes_allowed():
        jvm.start([path])
        run_study(
            given.datasets.split(",") if given.datasets else PUBLIC,
            engine=Weka36Engine(),
            out=out,
            record=out.with_suffix(".jsonl") if given.datasets else cache / "record.jsonl",
            command=COMMAND,
        )
    return [out]


if __name__ == "__main__":
    parser = options(COMMAND, __doc__)
    parser.add_argument("--datasets", metavar="A,B", help="these alone, into build/study")
    raise SystemExit(run(parser, work))
