"""The layers: who may import whom, also inside functions; and how large what is trusted is, as the page says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACES = {"derivations": "derivations", "numerics": "numerics", "networks": "networks", "layerproof": ""}
HEIGHT = {"ground": 0, "language": 1, "derivations": 2, "proving": 2, "numerics": 3, "networks": 4}
HIGHEST = 5  # tools, running, desk, export, figures
TRUSTED = {
    "READING": ("language/statements/*.py", "language/flows.py", "language/matrices.py", "language/goals.py",
                "language/matrix_functions.py",
                "language/smooth.py", "language/relations.py", "language/along.py", "language/places.py",
                "proving/domain.py", "proving/slacks.py", "proving/constraints.py", "proving/peeling.py"),
    "EXACT": ("proving/evidence.py", "proving/sign_sets.py", "proving/exact/*.py"),
    "JOINS": ("language/theorems/*.py", "proving/joins/*.py"),
    "COQ": ("proving/coq/gallina.py", "proving/coq/names.py", "proving/coq/ends.py", "proving/coq/terms.py",
            "proving/coq/theorems/*.py"),
}  # fmt: skip


def modules() -> Iterator[tuple[str, Path, list[str]]]:
    """Room, file, and the dotted name of the package that it is in, split."""
    for folder, name in PLACES.items():
        for file in sorted((ROOT / folder).rglob("*.py")):
            inside = [*([name] if name else []), *file.relative_to(ROOT / folder).parent.parts]
            yield (inside[0] if inside else ""), file, ["layerproof", *inside]


def imported(file: Path, package: list[str]) -> Iterator[list[str]]:
    """What a file imports of layerproof, as names split at the dots; not what only type checkers see."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    blocks = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
    unseen = {id(n) for block in blocks for n in ast.walk(block)}
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base = [*base, *(node.module.split(".") if node.module else [])]
            yield from ([*base, item.name] for item in node.names)
        elif isinstance(node, ast.Import):
            yield from (item.name.split(".") for item in node.names)


def test_trained_verdicts_and_values_of_claims_load_no_prover():
    """What is asked of networks, and a matrix of a claim evaluated, as a prediction is."""
    program = (
        "import sys\n"
        "from layerproof.networks import checks\n"
        "from layerproof.networks.harness import stated\n"
        "stated.matrix('symmetry/weight-decay', 'equals', A=[[2.0]], W=[[1.0]])\n"
        "print(*(name for name in sys.modules if name.startswith('layerproof.proving')))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_no_module_changes_what_another_holds_as_it_is_loaded() -> None:
    """The watch over the program would take it for a file's doing where the module is loaded after that file."""
    program = (
        "import importlib, pkgutil\n"
        "from layerproof.running import patching\n"
        "patching.begin()\n"
        "import layerproof\n"
        "for module in pkgutil.walk_packages(layerproof.__path__, 'layerproof.'):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        importlib.import_module(module.name)\n"
        "print(patching.look())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr


def test_each_room_imports_only_what_is_below_it():
    wrong = []
    for room, file, package in modules():
        for name in imported(file, package):
            there = name[1] if name[0] == "layerproof" and len(name) > 1 else ""
            up = HEIGHT.get(there, HIGHEST) > HEIGHT.get(room, HIGHEST) if there else False
            beside = room != there and HEIGHT.get(there) == HEIGHT.get(room) == 2
            where = file.relative_to(ROOT).as_posix().removeprefix("layerproof/")
            if (up or beside) and room in HEIGHT:
                wrong.append(f"{where} imports {'.'.join(name)}")
    assert wrong == []


READS_PAPERS = ("files", "notation", "page", "values", "bounds", "letters", "judging", "proposing", "facts", "findings",
                "slips")  # fmt: skip
"""The rooms of `tools/latex_lines`: each imports only what is left of it; `run` and `explain` import them all."""


def test_each_room_that_reads_papers_imports_only_what_is_below_it() -> None:
    place = ["layerproof", "tools", "latex_lines"]
    folder = ROOT / Path(*place)
    assert {file.parent.name for file in folder.glob("*/__init__.py")} == set(READS_PAPERS)
    assert {file.stem for file in folder.glob("*.py")} == {"__init__", "run", "explain"}
    wrong = []
    for height, room in enumerate(READS_PAPERS):
        for file in sorted((folder / room).glob("*.py")):
            for name in imported(file, [*place, room]):
                if name[:3] == place and name[3] not in READS_PAPERS[: height + 1]:
                    wrong.append(f"{room}/{file.name} imports {'.'.join(name[3:])}")
    assert wrong == []


@pytest.mark.parametrize("what", TRUSTED)
def test_what_is_trusted_is_as_large_as_the_page_says(what):
    files = {file for pattern in TRUSTED[what] for file in (ROOT / "layerproof").glob(pattern)}
    lines = sum(
        1 for f in files for line in f.read_text(encoding="utf-8").splitlines() if line.strip(" ")[:1] not in ("", "#")
    )
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    label = {
        "READING": "reading of statements",
        "EXACT": "exact prover",
        "JOINS": "joins of theorems",
        "COQ": "translation for Coq",
    }[what]
    said = int(re.search(rf"\| {label} \| ([\d,]+) \|", page)[1].replace(",", ""))
    assert abs(said - lines) <= 0.05 * lines, f"{what}: the page says {said}, there are {lines}"


def test_every_package_is_installed() -> None:
    """The packages of the project file are the folders that hold modules."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {file.parent: [*(["layerproof"] if name else []), *file.relative_to(ROOT).parent.parts]
               for folder, name in PLACES.items() for file in (ROOT / folder).rglob("__init__.py")}  # fmt: skip
    assert sorted(project["tool"]["setuptools"]["packages"]) == sorted(".".join(parts) for parts in folders.values())


def names() -> dict[str, tuple[Path, list[str]]]:
    """All modules by their dotted names, with the package that each is in."""
    found = {}
    for _, file, package in modules():
        name = package if file.stem == "__init__" else [*package, file.stem]
        found[".".join(name)] = (file, package)
    return found


def circles() -> list[list[str]]:
    """Modules that import one another, also inside functions: the strongly connected components (Tarjan)."""
    known = names()
    arrows: dict[str, set[str]] = {}
    for name, (file, package) in known.items():
        there = (
            ".".join(parts) if ".".join(parts) in known else ".".join(parts[:-1]) for parts in imported(file, package)
        )
        arrows[name] = {other for other in there if other in known and other != name}
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in arrows[name]:
            if other not in order:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == order[name]:
            circle = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(circle) > 1:
                found.append(sorted(circle))

    for name in known:
        if name not in order:
            visit(name)
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles() == []


LONG = {
    "networks/training/engine.py train",
}
"""Functions of more lines than 80: records rest on the engine, and most of it says what its arguments are."""


def test_no_module_has_more_than_700_lines_and_no_function_more_than_80() -> None:
    modules_too_long, functions_too_long = [], set()
    for _, file, _ in modules():
        text, where = file.read_text(encoding="utf-8"), file.relative_to(ROOT).as_posix()
        if len(text.splitlines()) > 700:
            modules_too_long.append(where)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (node.end_lineno or 0) - node.lineno >= 80:
                functions_too_long.add(f"{where} {node.name}")
    assert modules_too_long == []
    assert functions_too_long == LONG
