"""Draw the sample of mutants: python tools/mutants/sample.py, in the environment of the lock here.

Cosmic Ray proposes every mutant. Left out are those that do not compile, those that alter nothing
but annotations, ``is`` in the place of ``==``, whose outcome depends on what the interpreter
shares, and bit operators in the place of arithmetic, which floats refuse in any test: they are
half of what is proposed and would only raise the score. The rest is put in the order of a hash of
the seed, the file, the line's text and the operator; the first SIZE, in that order, are the sample.
So any first part of it is a random sample too, and a changed line changes no other mutant's place.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from hashlib import sha256
from itertools import islice
from pathlib import Path

from cosmic_ray.commands.init import _all_work_items
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_item import MutationSpec

ROOT = Path(__file__).resolve().parents[2]
SCOPE = ("metrics", "report", "audit.py", "printed.py", "algebra.py", "study/folds.py")
SEED, SIZE = 20261123, 1000
ARITHMETIC, BITS = "Add|Sub|Mul|Div|FloorDiv|Mod|Pow", "RShift|LShift|BitOr|BitAnd|BitXor"
LEFT_OUT = re.compile(rf".*_(Is|IsNot)|.*Binary.*_({ARITHMETIC})_({BITS})")


class Unannotated(ast.NodeTransformer):
    """The tree without annotations, which nothing evaluates."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Keep the name of a parameter."""
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave out what a function returns."""
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave out the type of a variable."""
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def meaning(source: str) -> str:
    """Return what a source does, as text."""
    return ast.dump(Unannotated().visit(ast.parse(source)))


def files() -> list[Path]:
    """List the source files in scope."""
    inside = ROOT / "src/kappabook"
    found = [p for part in SCOPE for p in ([inside / part], (inside / part).rglob("*.py"))]
    return sorted(path for paths in found for path in paths if path.suffix == ".py")


def proposed(paths: list[Path]) -> list[MutationSpec]:
    """List what Cosmic Ray proposes, in an order that depends on the sources alone."""
    specs = [item.mutations[0] for item in _all_work_items(paths, {})]
    return [s for s in specs if not LEFT_OUT.fullmatch(s.operator_name)]


def described(spec: MutationSpec) -> dict[str, object] | None:
    """Describe a mutant by its lines before and after; None if it does not count."""
    path = Path(spec.module_path)
    source = path.read_text(encoding="utf-8")
    mutated = mutate_code(source, get_operator(spec.operator_name)(), spec.occurrence)
    try:
        if mutated is None or meaning(mutated) == meaning(source):
            return None
        compile(mutated, str(path), "exec")
    except (SyntaxError, ValueError):
        return None
    old, new = source.splitlines(), mutated.splitlines()
    first = next(i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
    return {
        "file": path.relative_to(ROOT).as_posix(),
        "version": sha256(source.encode()).hexdigest()[:12],
        "line": first + 1,
        "mutation": spec.operator_name.removeprefix("core/"),
        "occurrence": spec.occurrence,
        "before": old[first].strip(),
        "after": new[first].strip(),
        "source": mutated,
    }


def in_order(specs: list[MutationSpec]) -> list[MutationSpec]:
    """Put mutants in a random order in which each place depends on its own line alone."""
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in files()}
    seen: Counter[tuple[str, ...]] = Counter()
    ranks = []
    for spec in specs:
        path = Path(spec.module_path)
        line = lines[path][spec.start_pos[0] - 1].strip()
        name = path.relative_to(ROOT).as_posix(), line, spec.operator_name
        seen[name] += 1
        ranks.append(sha256(repr((SEED, *name, seen[name])).encode()).digest())
    return [specs[i] for i in sorted(range(len(specs)), key=ranks.__getitem__)]


def main() -> None:
    """Write the sample for run.py."""
    specs = proposed(files())
    print(f"{len(specs)} proposed in {len(files())} files")
    target = ROOT / "build/mutants/sample.jsonl"
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", encoding="utf-8") as stream:
        valid = filter(None, map(described, in_order(specs)))
        for mutant in islice(valid, SIZE):
            stream.write(json.dumps(mutant) + "\n")
    print(f"{target.relative_to(ROOT)}: {SIZE} of them, seed {SEED}")


if __name__ == "__main__":
    main()
