"""Signs in two cases: where a quantity of unknown sign is not negative, and where it is negative."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from .fractions import used
from .sign_terms import Proof, says
from .slacks import Constraint

if TYPE_CHECKING:
    from .signer import Signer

_DEPTH = 2
_WEAKEST = {"pp": "p", "pq": "q", "qp": "q", "qq": "q", "nn": "n", "nm": "m", "mn": "m", "mm": "m"}
_NONZERO = {"pn", "np", "zp", "pz", "zn", "nz", "zz"}


def by_cases(signer: Signer, poly: fmpq_mpoly, text: str, splitter: fmpq_mpoly) -> Proof | None:
    """The sign of a polynomial, if it is derived in both cases of the sign of `splitter`."""
    if signer.cases >= _DEPTH:
        return None
    quantity = signer.text(splitter)
    case = signer.context.fresh("C")
    scripts: list[tuple[Signer, Proof]] = []
    for code in "qn":
        part = _within(signer, splitter, quantity, Proof(code, case))
        found = part.sign(poly)
        if found is None:
            return None
        scripts.append((part, found))
    codes = "".join(found.code for _, found in scripts)
    weakest = _WEAKEST.get(codes) or ("z" if codes in _NONZERO else None)
    if weakest is None:
        return None
    bodies = []
    for part, found in scripts:
        weak = found.weakened(weakest)
        if weak is None:
            return None
        bodies.append("{ " + part.script(f"exact {weak.term}.") + " }")
    tactic = f"destruct (Rle_or_lt 0 {quantity}) as [{case} | {case}].\n" + "\n".join(bodies)
    return Proof(weakest, signer.lemma(says(weakest, text), tactic))


def _within(signer: Signer, splitter: fmpq_mpoly, text: str, known: Proof) -> Signer:
    """A signer that knows one fact more."""
    part = signer.copied()
    part.cases = signer.cases + 1
    if len(splitter) == 1:
        position = used(splitter)[0]
        part.generators[position] = replace(part.generators[position], sign=known)
        return part
    if known.code == "q":
        fact = Constraint(splitter, text, known)
    else:
        fact = Constraint(-splitter, f"(- {text})", Proof("p", f"(Signs.opp_n {known.term})"))
    part.constraints().append(fact)
    return part
