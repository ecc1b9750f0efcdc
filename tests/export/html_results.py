"""Results made by hand, for the tests of the report: nothing is computed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

import sympy as sp

from layerproof import Claim, Erratum, Evidence, Identity, Method, Verdict, Witness, thesis
from layerproof.derivations import load, titles
from layerproof.desk import coverage
from layerproof.export.html import write_site
from layerproof.figures.plates import Plate
from layerproof.language.claims import Step
from layerproof.running.loading import Library
from layerproof.running.results import Mutants, Necessity, Result

METHODS = (Method.EXACT, Method.NUMERIC)
WITNESS = Witness({"S_0": "1/2", "a[1]": "-1", "U_1": "[[4/5, 0], [3/5, 1]]"}, "[0.5 +/- 3e-17]", "left minus right")
WORST = {"worst": {"S": 0.87, "r_0": 8.17}, "error": 6.28e-15, "part": "a*b/S", "seed": 0}
HOSTILE = "</title><script>alert('x')</script><img src=x onerror=alert(1)> & \"quoted\""
x = sp.Symbol("x", real=True)
WIDE = sp.Eq(sp.Symbol("y", real=True), sp.Add(*(sp.cos(k * x) * x**k for k in range(2, 12))) / 9)


def found(claim: Claim, verdict: Verdict | None = None) -> Result:
    """A result as expected, or with another verdict."""
    verdict = verdict or claim.expected
    proofs = {
        Verdict.VERIFIED: Evidence(Method.EXACT, Verdict.VERIFIED, "the normal form of the residual is 0", 0.123),
        Verdict.REFUTED: Evidence(Method.EXACT, Verdict.REFUTED, "ball arithmetic at 128 bits", 0.5, witness=WITNESS),
        Verdict.UNDECIDED: Evidence(Method.EXACT, Verdict.UNDECIDED, reason="a budget of 20 s"),
    }
    evidence = [proofs[verdict]] if verdict in proofs else []
    if verdict in (Verdict.VERIFIED, Verdict.SUPPORTED):
        how = "both sides at random draws"
        evidence.append(
            Evidence(Method.NUMERIC, Verdict.SUPPORTED, how, 1.0, tolerance=1e-9, draws=1000, details=WORST)
        )
    proved = verdict is Verdict.VERIFIED
    return Result(
        claim, "here", True, tuple(evidence), METHODS, verdict,
        mutants=Mutants(12, 11, undecided=("rhs: the sign of a term",)) if proved else None,
        necessity=(Necessity("S > 0", WITNESS), Necessity("r_0 > 0", None)) if proved else None,
    )  # fmt: skip


def png(width: int, height: int) -> bytes:
    """A PNG file as small as they come."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + bytes(width) for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def own_claims() -> list[Claim]:
    """Claims of somebody's own, among them some whose words would be markup and whose names meet."""
    same = Identity((x + 1) ** 2, x**2 + 2 * x + 1)
    wrong = Claim(
        "own/wrong", title=HOSTILE, statement=Identity(x, x + 1), note=HOSTILE, source=thesis("3.13"),
        erratum=Erratum("slip", HOSTILE, HOSTILE),
    )  # fmt: skip
    named = Claim("own/a/b", title="A name with a slash", statement=Identity(sp.Symbol("a<b"), sp.Symbol("<script>")))
    right = Claim(
        "own/right", title="The repair, see own/wrong", statement=same, corrects=wrong, uses=[wrong, named],
        hypotheses=[WIDE], steps=[Step("x = <b>x</b>", HOSTILE)],
    )  # fmt: skip
    return [wrong, right, named, Claim("own/a-b", title="A name with a hyphen", statement=same)]


def results(subjects: Iterable[str] = ("feedback",)) -> list[Result]:
    """The library's claims of some subjects, and somebody's own."""
    library = [found(claim) for subject in subjects for claim in load(subject)]
    wrong, right, named, last = own_claims()
    unchecked = Result(last, "here", True, (), METHODS, Verdict.UNDECIDED)
    return [*library, found(wrong), found(right), found(named, Verdict.REFUTED), unchecked]


def plate(name: str, *claims: str) -> Plate:
    """A figure that nobody draws."""
    return Plate(
        name, "Two <b>modes</b>", (thesis("Figure 3.3"),), claims, "a_i by (3.9)", "integrated to 1e-14", "", (1, 2),
        "feedback", lambda: None,
    )  # type: ignore[arg-type,return-value]  # fmt: skip


def written(folder: Path, *, pictures: Path | None = None, covered: bool = True) -> list[Path]:
    """The report on `results`, with two figures; if `covered`, with the library's coverage and titles."""
    library = Library()
    figures = [plate("thesis-3.3", "feedback/sigmoid", "no/such"), plate("elsewhere", "no/such")]
    return write_site(
        results(), library.all() if covered else library.claims("feedback"),
        coverage.of_library(library) if covered else (), folder,
        titles=titles() if covered else {}, figures=figures, pictures=pictures,
    )  # fmt: skip
