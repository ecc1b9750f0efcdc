"""Which program found this: what really runs in a piece of work is within the closure that its answer is kept under."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from layerproof.ground import programs
from layerproof.networks.harness import registry, sources
from layerproof.running import cache, pieces
from layerproof.running.pieces import Kind

WORK = """
import json, sys, tempfile
from pathlib import Path
from layerproof import derivations
from layerproof.running import pieces
from layerproof.running.batches import Batch
from layerproof.ground import programs
from layerproof.running.pieces import Kind, Piece, Settings

kind, most, names = Kind(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
house = programs._House(programs.rooms())
files = {str(file): label for label, file in programs.closure(pieces.program(kind)).items()}
mine = {str(folder) for folder in programs.rooms().values()}
claims, seen = [], set()
for subject in derivations.subjects():
    for claim in derivations.load(subject):
        sort = (type(claim.statement).__name__, claim.erratum is not None)
        if claim.id in names or (not names and sort not in seen):
            seen.add(sort)
            claims.append(claim)
claims = claims[:most]
handed_on, packages = dict.fromkeys(files.values()), set()
while more := {label.rsplit(".", up)[0] for label in handed_on for up in range(1, label.count("."))} - packages:
    packages |= more
    handed_on |= programs.closure(name for name in more if house.file(tuple(name.split("."))))
before, ran = set(sys.modules), {}
known = lambda name, file: name in handed_on or file in files

def watch(frame, event, argument):
    if event == "call" and frame.f_code.co_flags & 1 and frame.f_back.f_code.co_flags & 1:  # called by no module's body
        ran.setdefault(frame.f_code.co_filename, frame.f_code.co_name)

settings = Settings(budget=2.0, draws=50, scale="smoke", device="cpu", scratch=Path(tempfile.mkdtemp()))
sys.setprofile(watch)
for claim in claims:
    try:
        if kind is Kind.COQ:
            Batch((Piece(claim, kind, ("proof", "refutation")),)).work(settings)
        else:
            Piece(claim, kind).work(settings)
    except Exception as error:
        print(claim.id, repr(error), file=sys.stderr)
sys.setprofile(None)
ours = lambda file: file and any(file.startswith(folder) for folder in mine)
imported = {name: getattr(sys.modules[name], "__file__", None) for name in set(sys.modules) - before}
outside = {house.label(Path(file)): f"ran {name}" for file, name in ran.items() if ours(file) and file not in files}
outside |= {name: "was imported" for name, file in imported.items() if ours(file) and not known(name, file)}
print(json.dumps({"claims": len(claims), "ran": sum(map(bool, map(ours, ran))), "outside": outside}))
"""

AROUND = {
    "layerproof": "hands names on",
    "layerproof.moved": "knows former names, and answers to no other",
    "layerproof.running.pieces": "asks",
    "layerproof.running.batches": "asks",
    "layerproof.networks": "hands names on",
    "layerproof.numerics": "hands names on",
    "layerproof.numerics.checks": "hands names on",
    "layerproof.proving.coq": "hands names on",
    "layerproof.ground.nearest": "for readers' eyes",
    "layerproof.language.printing.notation": "for readers' eyes",
    "layerproof.language.printing.typeset": "for readers' eyes",
}
"""Modules that take part beside those that an answer rests on, and why they may."""


COQ = ("feedback/conservation", "feedback/sigmoid", "feedback/sigmoid-printed")


def outside(kind: Kind, *names: str, most: int = 100) -> dict[str, str]:
    """Modules that took part in work of a kind and are not within its program, and how.

    What is imported because a package that is imported hands it on takes no part until it runs.

    Args:
        names: ids of claims; by default one of each kind of statement, and of those that are refuted.
        most: how many claims.
    """
    words = [sys.executable, "-c", WORK, kind, str(most), *names]
    child = subprocess.run(words, capture_output=True, text=True, timeout=500)
    assert child.returncode == 0, child.stderr
    found = json.loads(child.stdout.splitlines()[-1])
    assert found["claims"] > 0
    assert found["ran"] > 5, "nothing was seen to run"
    return {name: how for name, how in found["outside"].items() if name not in AROUND}


@pytest.mark.parametrize(
    ("kind", "most"),
    [
        (Kind.EXACT, 6),
        *(
            pytest.param(*rest, marks=pytest.mark.slow)
            for rest in [(Kind.NUMERIC, 12), (Kind.MUTANTS, 3), (Kind.NECESSITY, 3)]
        ),
    ],
)
def test_what_runs_in_a_piece_of_work_is_within_its_program(kind, most):
    assert outside(kind, most=most) == {}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (coqc was not found)")
def test_what_runs_in_a_proof_by_coq_is_within_its_program():
    assert outside(Kind.COQ, *COQ) == {}


@pytest.mark.slow
def test_what_runs_for_a_trained_verdict_is_within_its_program():
    pytest.importorskip("torch")
    assert outside(Kind.TRAINED, "layer-imbalance/singular-value") == {}


MEASURE = """
import json, sys
import torch
from layerproof.ground import programs
from layerproof.networks.harness import registry, sources
from layerproof.networks.harness.session import Session

house, mine = programs._House(programs.rooms()), {str(folder) for folder in programs.rooms().values()}
outside = {}
for name in sys.argv[1:]:
    experiment = registry.by_name(name)
    entries = sources._measuring(experiment, sources.home(experiment))
    files, parts = house.closure([*entries, *sources.around()])
    known = {str(file) for file in files.values()} | {str(part.file) for part in parts}
    ran = {}

    def watch(frame, event, argument):
        if event == "call" and frame.f_code.co_flags & 1 and frame.f_back.f_code.co_flags & 1:
            ran.setdefault(frame.f_code.co_filename, frame.f_code.co_name)

    sys.setprofile(watch)
    experiment.measure(experiment.scales["smoke"], Session(experiment.seed, torch.device("cpu")))
    sys.setprofile(None)
    ours = {file for file in ran if any(file.startswith(folder) for folder in mine)}
    assert ours & known, (name, ran)
    outside |= {f"{name}: {house.label(__import__('pathlib').Path(file))}": ran[file] for file in ours - known}
print(json.dumps(outside))
"""
MEASURED = ("layer-imbalance/transition", "single-neuron/white", "closed-forms/scalar", "lazy-rich/clock")


@pytest.mark.slow
def test_what_runs_in_an_experiment_is_within_the_program_of_its_record():
    pytest.importorskip("torch")
    words = [sys.executable, "-c", MEASURE, *MEASURED]
    child = subprocess.run(words, capture_output=True, text=True, timeout=500)
    assert child.returncode == 0, child.stderr
    found = json.loads(child.stdout.splitlines()[-1])
    assert {name: how for name, how in found.items() if name.partition(": ")[2] not in AROUND} == {}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The sources of layerproof at another place, by package."""
    rooms = {}
    for name, folder in programs.rooms().items():
        rooms[name] = (tmp_path_factory.mktemp("copy") / name).resolve()
        shutil.copytree(folder, rooms[name], ignore=shutil.ignore_patterns("__pycache__", "records", "*.so"))
    return rooms


@pytest.fixture
def change(copy):
    """Put one text in place of another, which is there once, in a file of the copy, for the time of a test."""
    changed: dict[Path, str] = {}

    def put(room: str, name: str, old: str, new: str) -> None:
        file = copy[f"layerproof.{room}"] / name
        text = file.read_text(encoding="utf-8")
        changed.setdefault(file, text)
        assert text.count(old) == 1, text.count(old)
        file.write_text(text.replace(old, new), encoding="utf-8")

    yield put
    for file, text in changed.items():
        file.write_text(text, encoding="utf-8")


def stale(rooms: dict[str, Path]) -> set[str]:
    """The experiments whose records another copy of the sources would not take."""
    changed = set()
    for experiment in registry.experiments():
        here = [*sources._measuring(experiment, sources.home(experiment)), *sources.around()]
        there = [_moved(entry, rooms) for entry in here]
        if programs.digest(here) != programs.digest(there, rooms):
            changed.add(experiment.name)
    return changed


def _moved(entry: programs.Entry, rooms: dict[str, Path]) -> programs.Entry:
    file = entry.file if isinstance(entry, programs.Part) else entry
    assert isinstance(file, Path)
    name = max((name for name, folder in programs.rooms().items() if file.is_relative_to(folder)), key=len)
    new = rooms[name].resolve() / file.relative_to(programs.rooms()[name])
    return programs.Part(new, entry.names) if isinstance(entry, programs.Part) else new


def test_a_start_that_moved_makes_the_records_stale_that_rest_on_it_and_no_other(copy, change):
    assert stale(copy) == set()
    change(
        "numerics",
        "flows/initialisations.py",
        "values = np.asarray(singular_values, dtype=float)",
        "values = 3 * np.asarray(singular_values, dtype=float)",
    )
    assert stale(copy) == {
        "layer-imbalance/square",
        "layer-imbalance/funnels",
        "layer-imbalance/weight-to-target",
        "layer-imbalance/transition",
        "layer-imbalance/delay",
        "richness/linear-networks",
    }


def test_what_an_experiment_predicts_makes_no_record_stale_and_what_it_measures_does(copy, change):
    change(
        "networks", "experiments/balanced.py", "def predict_delay(", "def _no():\n    return 1\n\n\ndef predict_delay("
    )
    change("derivations", "layer_imbalance/one_mode.py", "from __future__ ", "import math\nfrom __future__ ")
    assert stale(copy) == set()
    change("networks", "experiments/balanced.py", "def measure_delay(", "def measure_delay(*nothing, ")
    assert stale(copy) == {"layer-imbalance/delay"}


MOVED = {
    "layerproof/proving/exact/tower.py": {Kind.EXACT, Kind.MUTANTS, Kind.NECESSITY, Kind.PINS, Kind.COQ},
    "layerproof/proving/search/squares.py": {Kind.EXACT},
    "layerproof/proving/coq/proofs/signs.py": {Kind.COQ},
    "layerproof/proving/coq/prelude/Base.v": {Kind.COQ},
    "layerproof/proving/coq/theorems/series.py": {Kind.COQ},
    "layerproof/proving/coq/refutations/orders.py": {Kind.COQ},
    "layerproof/language/statements/matrices.py": set(Kind),
    "layerproof/language/printing/typeset.py": set(),
    "layerproof/language/reading.py": set(Kind),  # statements in LaTeX are read
    "layerproof/tools/latex_lines/judging/lines.py": set(),
    "derivations/feedback.py": {Kind.TRAINED},  # its checks ask which claims are the library's
    "numerics/checks/limits.py": {Kind.NUMERIC},
    "networks/experiments/scaling.py": {Kind.TRAINED},
    "networks/harness/comparing.py": {Kind.TRAINED},
}
"""Modules, and the kinds of work whose answers rest on them."""


@pytest.mark.slow
def test_a_module_that_changed_throws_away_what_rests_on_it_and_nothing_else(copy):
    def digests():
        return {kind: programs.digest(pieces.program(kind), copy) for kind in Kind}

    before = digests()
    assert before == {kind: programs.digest(pieces.program(kind)) for kind in Kind}
    for name, kinds in MOVED.items():
        room, _, file = name.partition("/")
        path = copy["layerproof" if room == "layerproof" else f"layerproof.{room}"] / file
        text = path.read_text(encoding="utf-8")
        remark = "(* a remark *)" if path.suffix == ".v" else "changed = 1"
        path.write_text(f"{text}\n{remark}\n", encoding="utf-8")
        now = digests()
        assert {kind for kind in Kind if now[kind] != before[kind]} == kinds, name
        path.write_text(f"{text}\n# a remark\n" if path.suffix == ".py" else text, encoding="utf-8")
    assert digests() == before


def test_libraries_that_a_program_imports_count():
    assert {"flint", "sympy"} <= set(programs.libraries(pieces.program(Kind.EXACT)))
    assert {"numpy", "scipy", "heyoka"} <= set(programs.libraries(pieces.program(Kind.NUMERIC)))
    assert "torch" in programs.libraries(pieces.program(Kind.TRAINED))
    for kind in Kind:
        for name in programs.libraries(pieces.program(kind)):
            assert cache.version_of(cache._PACKAGES.get(name, name)) != "absent", name
