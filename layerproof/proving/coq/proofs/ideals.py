"""What equations say together: a power of a polynomial, times what is not 0, is a sum of their multiples.

So it vanishes.  The multiples are found by Buchberger's algorithm, which remembers of which each polynomial is
the sum.  Nothing hangs on how they are found: Coq multiplies them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .fractions import CTX, ONE, used
from .sign_terms import Proof, products, totals

if TYPE_CHECKING:
    from .signer import Signer

_EQUATIONS, _LETTERS, _DEGREE = 6, 8, 12
_BASIS, _TERMS, _STEPS, _POWER = 40, 200, 400, 4


@dataclass(frozen=True)
class _Known:
    """A polynomial that vanishes, in print, and the proof; the square of a root needs none."""

    poly: fmpq_mpoly
    text: str = ""
    proof: Proof | None = None


@dataclass(frozen=True)
class _Member:
    """A polynomial of the ideal, and the multiples of the equations of which it is the sum."""

    poly: fmpq_mpoly
    by: tuple[fmpq_mpoly, ...]


def by_equations(signer: Signer, poly: fmpq_mpoly, text: str) -> Proof | None:
    """That a polynomial is 0, by the facts that are equations and by those that say that something is not 0."""
    given = [fact for fact in signer.constraints() if fact.proof.code == "o"]
    equations = [_stripped(signer, _Known(fact.poly, fact.text, fact.proof)) for fact in given]
    if not equations or len(equations) > _EQUATIONS:
        return None
    equations += list(_combined(signer, equations))
    relevant = set().union(*(used(one.poly) for one in equations), used(poly))
    squares = [
        _Known(CTX.gens()[k] ** 2 - root)
        for k, generator in enumerate(signer.generators)
        if (root := generator.radicand) is not None and k in relevant
    ]
    apart = [
        (fact.poly, fact.text, nonzero)
        for fact in signer.constraints()
        if fact.proof.code != "o" and set(used(fact.poly)) <= relevant and (nonzero := fact.proof.weakened("z"))
    ]
    for k in sorted(relevant):
        generator = signer.generators[k]
        if generator.radicand is not None and generator.sign is not None and generator.sign.code == "p":
            apart.append((CTX.gens()[k], generator.text, generator.sign))
    for factors in ([], apart) if apart else ([],):
        found = _certificate(poly, [*equations, *squares], [factor for factor, _, _ in factors])
        if found is not None:
            return _proof(signer, text, equations, found, [(t, nonzero) for _, t, nonzero in factors])
    return None


def _combined(signer: Signer, equations: Sequence[_Known]) -> Iterator[_Known]:
    """Sums and differences of two equations, where these have factors that are not 0."""
    for one, other in combinations(equations, 2):
        assert one.proof is not None
        assert other.proof is not None
        for sign, poly in (("+", one.poly + other.poly), ("-", one.poly - other.poly)):
            if poly.is_zero():
                continue
            lemma = "add_oo" if sign == "+" else "sub_oo"
            proof = Proof("o", f"(Signs.{lemma} {one.proof.term} {other.proof.term})")
            found = _stripped(signer, _Known(poly, f"({one.text} {sign} {other.text})", proof))
            if found.poly != poly:
                yield found


def _stripped(signer: Signer, fact: _Known) -> _Known:
    """An equation without factors that are not 0."""
    kept, away = ONE, ONE
    _, factors = fact.poly.factor()
    for factor, multiplicity in factors:
        known = signer.sign(factor)
        if known is not None and known.weakened("z") is not None:
            away = away * factor**multiplicity
        else:
            kept = kept * factor**multiplicity
    content = divmod(fact.poly, kept * away)[0]
    nonzero = signer.sign(content * away)
    if away == ONE or nonzero is None or fact.proof is None:
        return _Known(fact.poly, fact.text, fact.proof)
    text, other = signer.text(kept), signer.text(content * away)
    why = signer.identity(False, [], text + other + fact.text)
    not_zero = nonzero.weakened("z")
    assert not_zero is not None
    term = f"(Signs.strip_o {text} {other} {fact.text} ltac:({why}) {fact.proof.term} {not_zero.term})"
    return _Known(kept, text, signer.named(Proof("o", term), text))


def _certificate(
    goal: fmpq_mpoly, equations: Sequence[_Known], factors: Sequence[fmpq_mpoly]
) -> tuple[int, list[fmpq_mpoly]] | None:
    """A power of the goal times the factors as a sum of multiples of the equations: the exponent, and the multiples."""
    whole = goal
    for factor in factors:
        whole = whole * factor
    polys = [*(one.poly for one in equations), whole]
    letters = sorted(set().union(*map(used, polys)))
    if len(letters) > _LETTERS or any(int(poly.total_degree()) > _DEGREE for poly in polys):
        return None
    ring = fmpq_mpoly_ctx.get(["w", *(f"g{k}" for k in letters)], Ordering.degrevlex)
    w = ring.gens()[0]

    def inside(poly: fmpq_mpoly) -> fmpq_mpoly:
        return ring.from_dict({(0, *(int(e[k]) for k in letters)): c for e, c in poly.to_dict().items()})

    one, none = ring.constant(1), ring.constant(0)
    given = [
        _Member(inside(known.poly), tuple(one if j == k else none for j in range(len(equations))))
        for k, known in enumerate(equations)
    ]
    product = inside(whole)
    unit = _unit([*given, _Member(1 - w * product, (none,) * len(equations))])
    if unit is None:
        return None
    power = max(int(by.degrees()[0]) for by in unit if not by.is_zero())
    if power > _POWER:
        return None
    found = []
    for by in unit:
        total = CTX.constant(0)
        for exponents, c in by.to_dict().items():
            back = [0] * len(CTX.gens())
            for k, e in zip(letters, exponents[1:], strict=True):
                back[k] = int(e)
            total = total + CTX.from_dict({tuple(back): c}) * whole ** (power - int(exponents[0]))
        found.append(total)
    return power, found


def _unit(given: Sequence[_Member]) -> tuple[fmpq_mpoly, ...] | None:
    """The multiples whose sum is 1, if the polynomials have no common zero and that is seen within the limits."""
    basis: list[_Member] = []
    pending = list(given)
    pairs: list[tuple[int, int, int]] = []
    for _ in range(_STEPS):
        if pending:
            new = pending.pop(0)
        elif pairs:
            pairs.sort(reverse=True)
            _, i, j = pairs.pop()
            new = _paired(basis[i], basis[j])
        else:
            return None
        new = _reduced(new, basis)
        if new.poly.is_zero():
            continue
        if new.poly.is_constant():
            value = new.poly.leading_coefficient()
            return tuple(by / value for by in new.by)
        if len(basis) == _BASIS or len(new.poly) > _TERMS:
            return None
        for k, other in enumerate(basis):
            both = [max(a, b) for a, b in zip(_lead(new), _lead(other), strict=True)]
            if sum(both) < sum(_lead(new)) + sum(_lead(other)):
                pairs.append((sum(both), k, len(basis)))
        basis.append(new)
    return None


def _lead(member: _Member) -> tuple[int, ...]:
    return tuple(int(e) for e in member.poly.monoms()[0])


def _times(member: _Member, exponents: Sequence[int], number: fmpq) -> _Member:
    ring = member.poly.context()
    factor = ring.from_dict({tuple(exponents): number})
    return _Member(factor * member.poly, tuple(factor * by for by in member.by))


def _less(first: _Member, second: _Member) -> _Member:
    return _Member(first.poly - second.poly, tuple(a - b for a, b in zip(first.by, second.by, strict=True)))


def _paired(first: _Member, second: _Member) -> _Member:
    one, other = _lead(first), _lead(second)
    both = [max(a, b) for a, b in zip(one, other, strict=True)]
    return _less(
        _times(first, [m - a for m, a in zip(both, one, strict=True)], 1 / first.poly.leading_coefficient()),
        _times(second, [m - a for m, a in zip(both, other, strict=True)], 1 / second.poly.leading_coefficient()),
    )


def _reduced(member: _Member, basis: Sequence[_Member]) -> _Member:
    """The polynomial less multiples of the others, until they do not divide its leading term."""
    for _ in range(_STEPS):
        if member.poly.is_zero() or len(member.poly) > _TERMS:
            break
        lead = _lead(member)
        divisor = next((b for b in basis if all(x >= y for x, y in zip(lead, _lead(b), strict=True))), None)
        if divisor is None:
            break
        gap = [x - y for x, y in zip(lead, _lead(divisor), strict=True)]
        number = member.poly.leading_coefficient() / divisor.poly.leading_coefficient()
        member = _less(member, _times(divisor, gap, number))
    return member


def _proof(
    signer: Signer,
    text: str,
    equations: Sequence[_Known],
    found: tuple[int, list[fmpq_mpoly]],
    factors: Sequence[tuple[str, Proof]],
) -> Proof | None:
    power, multiples = found
    texts, proofs = [], []
    for known, multiple in zip(equations, multiples, strict=False):  # the squares of the roots come last
        if not multiple.is_zero() and known.proof is not None:
            texts.append(f"{signer.text(multiple)} * {known.text}")
            proofs.append(Proof("o", f"(Signs.mul__o {signer.text(multiple)} {known.proof.term})"))
    nonzero = products([proof for _, proof in factors]) if factors else Proof("z", "Signs.one_z")
    total, nonzero = totals(proofs), nonzero.weakened("z") if nonzero is not None else None
    if total is None or nonzero is None:
        return None
    value, other = "(" + " + ".join(texts) + ")", "(" + (" * ".join(t for t, _ in factors) or "1") + ")"
    why = signer.identity(False, [], value + other)
    term = f"(Signs.ideal_o {text} {other} {value} {power - 1} ltac:({why}) {total.term} {nonzero.term})"
    return Proof("o", term)
