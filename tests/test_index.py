"""The index of the claims: what is kept is what is built, and nobody waits for SymPy to look a claim up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from layerproof import Claim, derivations
from layerproof.derivations.trained_figures import TRAINED
from layerproof.running import catalogue, indexing
from layerproof.running.cache import Cache
from layerproof.running.pieces import Kind, Piece, Settings, may_apply

pytestmark = pytest.mark.xdist_group("index")
HEAVY = ("sympy", "numpy", "scipy", "flint", "torch")
LOOKED_UP = (
    ["--help"],
    ["list"],
    ["list", "feedback/*"],
    ["coverage", "3.13"],
    ["graph", "feedback/sigmoid"],
    ["cite", "feedback/sigmoid"],
    ["show", "feedback/sigmoid-pr*", "--method", "exact"],
    ["errata", "feedback"],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with an index."""
    folder = tmp_path_factory.mktemp("cache")
    indexing.make(folder, catalogue.signature())
    return folder


@pytest.fixture(scope="module")
def index(folder: Path) -> catalogue.Index:
    found = catalogue._find(folder, False)
    assert found is not None
    return found


def said(claim: Claim) -> dict[str, object]:
    """All that an index says of a claim."""
    return {
        **{name: getattr(claim, name) for name in ("id", "title", "sources", "erratum", "expected", "note")},
        "uses": [used.id for used in claim.uses],
        "corrects": claim.corrects and claim.corrects.id,
        "meaning": catalogue.meaning(claim),
        "texts": catalogue.texts_of(claim),
        "lines": claim.lines(),
        "latex": claim._repr_latex_(),
        "experiment": may_apply(claim, Kind.TRAINED),
    }


def test_figures_of_trained_networks_are_among_the_reasons_of_an_index() -> None:
    index = object.__new__(catalogue.Index)
    index._overview = {"reasons": [["thesis", "1.8", ["a definition"]]]}
    said = index.reasons()
    assert said["thesis", "1.8"] == ("a definition",)
    assert set(TRAINED) < set(said)


@pytest.mark.slow
def test_what_is_kept_of_every_claim_is_what_is_built(index: catalogue.Index) -> None:
    from layerproof import derivations

    for subject in derivations.subjects():
        kept, built = index.claims(subject), derivations.load(subject)
        assert [claim.id for claim in kept] == [claim.id for claim in built]
        assert [a.id for a, b in zip(kept, built, strict=True) if said(a) != said(b)] == []
        assert all("statement" not in vars(claim) for claim in kept)
    from layerproof.derivations import coverage

    assert index.reasons() == coverage.reasons()
    assert index.misprints() == coverage.misprints()


def test_what_is_not_kept_is_built(index: catalogue.Index) -> None:
    from layerproof.derivations import load

    kept, built = index.claims("feedback")[3], load("feedback")[3]
    assert kept.statement is built.statement
    assert kept.hypotheses == built.hypotheses
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        kept.colour  # noqa: B018


def test_a_claim_of_an_index_has_every_part_that_a_claim_has(index: catalogue.Index) -> None:
    for claim in index.claims("feedback")[:2]:
        built = next(other for other in derivations.load("feedback") if other.id == claim.id)
        assert [name for name in vars(built) if not hasattr(claim, name)] == []


def test_evidence_is_found_by_what_is_kept(index: catalogue.Index) -> None:
    from layerproof.derivations import load

    for kept, built in zip(index.claims("feedback"), load("feedback"), strict=True):
        assert Piece(kept, Kind.EXACT).key(Settings()) == Piece(built, Kind.EXACT).key(Settings())


def test_a_damaged_part_is_computed_again(index: catalogue.Index, folder: Path) -> None:
    whole = index.texts("symmetry")
    broken = catalogue.Index(Cache(folder / "nothing"), "", index._overview)
    assert broken.texts("symmetry") == whole


def test_looking_up_imports_nothing_heavy(folder: Path) -> None:
    environment = {**os.environ, "LAYERPROOF_CACHE": str(folder)}

    def look(*words: str) -> tuple[int, str, list[str]]:
        program = (
            "import json, sys\n"
            "from layerproof.desk.cli import main\n"
            "try: code = main(sys.argv[1:])\n"
            "except SystemExit as end: code = end.code\n"
            "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
            "sys.exit(code)"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, *words], env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, json.loads(done.stderr.strip().splitlines()[-1])

    first = {tuple(words): look(*words)[:2] for words in LOOKED_UP}  # evidence is found and kept
    for words in LOOKED_UP:
        code, printed, modules = look(*words)
        assert (code, printed) == first[tuple(words)]
        assert code == 0, words
        assert printed, words
        assert [name for name in HEAVY if name in modules] == [], words


def test_what_is_kept_follows_from_the_files_that_are_hashed() -> None:
    program = (
        "import sys\n"
        "from layerproof.running import catalogue, texts\n"
        "from layerproof.derivations import load, subjects\n"
        "[load(subject) for subject in subjects()]\n"
        "found = {m.__file__ for n, m in sys.modules.items() if n.startswith('layerproof.') and m.__file__}\n"
        "print(*sorted(found - {str(file) for file in catalogue.files()}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    others = {"/".join(Path(name).parts[-2:]) for name in done.stdout.split()}
    rooms = {"running/__init__.py", "ground/__init__.py", "layerproof/moved.py"}  # none of these says a claim
    assert others <= {"running/cache.py", "ground/files.py", "ground/readable.py", *rooms}


def test_a_change_of_a_chapter_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chapter = tmp_path / "chapter.py"
    chapter.write_text("gamma = 1\n")
    monkeypatch.setattr(catalogue, "files", lambda: [chapter])
    before = catalogue.signature()
    chapter.write_text("gamma = 2\n")
    assert catalogue.signature() != before


def test_where_nothing_can_be_kept_no_index_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: pytest.fail("it was made"))
    assert catalogue._find(tmp_path / "file", True) is None
