"""Every claim of the library is checked here, by algebra and by numbers, and every proof is put to mutants.

The claims are taken some twenty at a time, so that the work of a subject divides among processes; those whose
verdict is not the one expected are listed.  Algebra checks every claim always.  Numbers check a few claims of each
subject, and a few proofs are put to mutants: the rest of both is slow, and two thirds of the mutants are asked for by
`-m rest`.  `pytest tests/test_catalogue.py -k lazy-rich -m exact` runs the exact checks of one subject; for one claim
there is `pytest --layerproof -k lazy-rich/gamma`, and `layerproof check`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from layerproof import Claim, Verdict, derivations
from layerproof.desk.tables import explanations
from layerproof.running.cache import Cache
from layerproof.running.loading import Library, Selection
from layerproof.running.pieces import Kind, Settings, may_apply
from layerproof.running.results import Result, fits
from layerproof.running.runner import Run

AT_A_TIME = 20
A_FEW = 2
DEAR = {"deep-linear-networks"}
"""Subjects of which copies of a few take long: of exact solutions, matrices of every size, a minute."""
NO_NUMBERS = {
    "emergence/stationary-point-as-printed": "it fails only where samples repeat, which random matrices do not",
    "neural-collapse/linear-network-weyl-bound": "no matrices are drawn that satisfy three equations at once",
    "kernels/mean-of-inverse-second-moments": "the mean of an inverse is no polynomial, of which nodes have the mean",
    "kernels/excess-of-least-squares": "the mean of an inverse is no polynomial, of which nodes have the mean",
    "kernels/marchenko-pastur-agrees-with-every-size": "it uses the mean of an inverse",
    "alternating-flows/linear-jump-estimate": "the sequence settles as slowly as a logarithm grows",
}
"""Claims of which numbers do not say what the proof says; a name leaves this list when its check begins to."""


def length(subject: str) -> int:
    """About how many claims a chapter has, by its text: a chapter is built only when a test of it runs."""
    folder, name = Path(derivations.__file__).parent, subject.replace("-", "_")
    files = [folder / f"{name}.py", *sorted((folder / name).rglob("*.py"))]
    return sum(file.read_text(encoding="utf-8").count("Claim(\n") for file in files if file.exists())


PARTS = [
    (subject, part, parts)
    for subject in derivations.subjects()
    for parts in (max(1, round(length(subject) / AT_A_TIME)),)
    for part in range(parts)
]


def divided(*marks: pytest.MarkDecorator) -> pytest.MarkDecorator:
    """A test for each part of each subject; the parts have these marks in turn."""
    return pytest.mark.parametrize(
        ("subject", "part", "parts"),
        [
            pytest.param(*piece, id=f"{piece[0]}-{piece[1] + 1}", marks=[marks[piece[1] % len(marks)]] if marks else [])
            for piece in PARTS
        ],
    )


@pytest.fixture(scope="session")
def library() -> Library:
    return Library()


def said(result: Result) -> Verdict:
    """What the one method that was asked says, given what it says of the claims that are used."""
    return result.verdict if result.because else result.evidence[0].verdict


def is_expected(result: Result) -> bool:
    """Whether that is what was expected."""
    return said(result) in fits(result.claim.expected, result.evidence[0].method)


def odd(results: list[Result], record: Callable[[str, object], None]) -> list[str]:
    """What was not expected, and why; what was found is counted in the summary at the end, by `record`."""
    for result in results:
        found = {"id": result.claim.id, "method": result.evidence[0].method.value, "verdict": said(result).value}
        record("layerproof", {**found, "expected": is_expected(result)})
    return [f"{r.claim.id}: got {said(r)}; {'; '.join(explanations(r))}" for r in results if not is_expected(r)]


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """What this session has proved: a claim that many rest on is proved once, in whichever process comes first.

    Where `LAYERPROOF_PROVED` names a folder, sessions that follow each other share it.
    """
    if folder := os.environ.get("LAYERPROOF_PROVED"):
        return Cache(Path(folder))
    own = tmp_path_factory.getbasetemp()
    return Cache((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "proved")


def run(
    claims: list[Claim], kind: Kind, store: Cache, *, mutants: bool = False, settings: Settings | None = None
) -> list[Result]:
    """What one method finds of claims, one after the other."""
    asked = Run(
        Selection(claims, {claim.id: f"subject {claim.subject}" for claim in claims}),
        methods=[kind],
        settings=settings,
        store=store,
        jobs=1,
        trials=[Kind.MUTANTS] if mutants else [],
        uses=kind is Kind.EXACT and not mutants,
    )
    return [result for result in asked.results() if result.selected and result.evidence]


def test_every_subject_loads_and_holds_claims(library: Library) -> None:
    assert all(library.claims(subject) for subject in library.subjects)
    assert library.problems == []


@pytest.mark.exact
@divided()
def test_algebra_says_what_is_expected(
    subject: str, part: int, parts: int, library: Library, store: Cache, record_property
) -> None:
    claims = library.claims(subject)[part::parts]
    results = run(claims, Kind.EXACT, store)
    assert len(results) == len(claims)
    assert odd(results, record_property) == []


@pytest.mark.numeric
@divided(pytest.mark.slow)
def test_numbers_say_what_is_expected(
    subject: str, part: int, parts: int, library: Library, store: Cache, record_property, pytestconfig: pytest.Config
) -> None:
    by_numbers(library.claims(subject)[part::parts], store, record_property, pytestconfig)


@pytest.mark.numeric
@pytest.mark.parametrize("subject", derivations.subjects())
def test_numbers_say_what_is_expected_of_a_few(
    subject: str, library: Library, store: Cache, record_property, pytestconfig: pytest.Config
) -> None:
    claims = [claim for claim in library.claims(subject) if may_apply(claim, Kind.NUMERIC)]
    by_numbers(claims[:: -(-len(claims) // A_FEW)], store, record_property, pytestconfig)


def by_numbers(claims: list[Claim], store: Cache, record: Callable[[str, object], None], config: pytest.Config) -> None:
    """See that numbers say what is expected of these claims."""
    settings = Settings(draws=config.getoption("layerproof_draws"))
    results = run([claim for claim in claims if may_apply(claim, Kind.NUMERIC)], Kind.NUMERIC, store, settings=settings)
    assert odd([result for result in results if result.claim.id not in NO_NUMBERS], record) == []
    begun = [result.claim.id for result in results if result.claim.id in NO_NUMBERS and is_expected(result)]
    assert begun == [], "numbers now say what is expected of these: take them off NO_NUMBERS"


@pytest.mark.mutants
@divided(pytest.mark.slow, pytest.mark.rest, pytest.mark.rest)
def test_no_broken_copy_is_verified(subject: str, part: int, parts: int, library: Library, store: Cache) -> None:
    done = [] if subject in DEAR else proved(library, subject)[:A_FEW]
    assert survivors([claim for claim in proved(library, subject)[part::parts] if claim not in done], store) == {}


@pytest.mark.mutants
@pytest.mark.parametrize("subject", [subject for subject in derivations.subjects() if subject not in DEAR])
def test_no_broken_copy_of_a_few_is_verified(subject: str, library: Library, store: Cache) -> None:
    assert survivors(proved(library, subject)[:A_FEW], store) == {}


def proved(library: Library, subject: str) -> list[Claim]:
    """The claims of a subject that are expected to be proved."""
    return [claim for claim in library.claims(subject) if claim.expected is Verdict.VERIFIED]


def survivors(claims: list[Claim], store: Cache) -> dict[str, object]:
    """The claims of which a broken copy was proved, or none was made."""
    odd: dict[str, object] = {}
    for result in run(claims, Kind.EXACT, store, mutants=True):
        trial = result.mutants
        if trial is None or trial.reason or trial.survived or not trial.made:
            odd[result.claim.id] = "not proved, so no mutants" if trial is None else trial
    return odd
