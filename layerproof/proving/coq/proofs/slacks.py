"""Signs of polynomials by slacks: ``S = r_0 + d`` with ``d = S - r_0 > 0`` known, and all terms of one sign.

A fact that is linear in a symbol is solved for it; the polynomial is then written in the slacks, each of which is a
quantity with a known sign.  An upper bound on a positive quantity, ``x < u``, gives ``x = u / (1 + y / x)`` with
``y = u - x``: multiplied out, a polynomial in x and y.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from . import functions
from .combined import combined
from .fractions import CTX, GENS, ONE, SLACKS, SLOTS, Part, monomial, split, used, written
from .sign_terms import Proof, equal_to, power, product, ring, totals

if TYPE_CHECKING:
    from .signer import Signer

_FOUND, _TRIED, _DEEP = 4, 6, 7
_SHORT = 300
_LINES = 10  # lines help short polynomials
_TERMS = 250


@dataclass(frozen=True)
class Constraint:
    """A polynomial whose sign is known: its text, and the proof; whether it is a line below or above a function."""

    poly: fmpq_mpoly
    text: str
    proof: Proof
    line: bool = False


@dataclass(frozen=True)
class Slot:
    """What a slack stands for: a quantity, or the quotient of two, y / x; all have known signs, x is positive."""

    text: str
    proof: Proof
    below: str = ""
    below_proof: Proof | None = None


@dataclass(frozen=True)
class Way:
    """Generators as fractions in slacks, whose denominators are positive."""

    images: Mapping[int, tuple[fmpq_mpoly, fmpq_mpoly]]
    slots: tuple[Slot, ...] = ()


def by_slacks(signer: Signer, poly: fmpq_mpoly, text: str) -> Proof | None:
    """The sign of a polynomial whose terms, in slacks, have all one sign."""
    weak: Proof | None = None
    for facts in _groups(signer, poly):
        found = _by_facts(signer, facts, poly, text)
        if found is not None and found.code in "pno":
            return _with_fewer(signer, facts, poly, text, found)
        weak = weak or found
    return weak or combined(signer, poly, text)


def _groups(signer: Signer, poly: fmpq_mpoly) -> Iterator[list[Constraint]]:
    """Facts to make slacks of: those of the claim, then with comparisons of functions, then with lines."""
    relevant = set(used(poly))
    yield _related(signer, signer.constraints(), relevant)
    derived = functions.facts(signer, sorted(relevant))
    if derived:
        signs = [fact for fact in derived if not fact.line]
        yield _related(signer, [*signer.constraints(), *signs], relevant)
        if len(poly) <= _LINES:
            yield _related(signer, [*(fact for fact in derived if fact.line), *signer.constraints()], relevant)


def _related(signer: Signer, facts: list[Constraint], relevant: set[int]) -> list[Constraint]:
    """The facts about some generators, and about those that these facts mention."""
    relevant = set(relevant)
    chosen: list[Constraint] = []
    growing = True
    while growing:
        growing = False
        for fact in facts:
            if fact.proof.code != "z" and fact not in chosen and relevant & set(used(fact.poly)):
                chosen.append(fact)
                growing = True
                relevant |= {k for k in used(fact.poly) if signer.generators[k].kind == "leaf"}
    return chosen


def _by_facts(signer: Signer, facts: list[Constraint], poly: fmpq_mpoly, text: str) -> Proof | None:
    """The shortest strict proof in the slacks of some facts, or else a weak one."""
    key = tuple(id(fact) for fact in facts)
    if key not in signer.ways:
        ways: list[Way] = []
        _search(signer, Way({}), [_Pending(f.poly, f.text, f.proof) for f in facts], ways, 0)
        signer.ways[key] = ways
    proofs = [_in_slacks(signer, way, poly, text) for way in signer.ways[key]]
    found = [proof for proof in proofs if proof is not None]
    return min(found, key=lambda proof: (proof.code not in "pno", len(proof.term)), default=None)


def _with_fewer(signer: Signer, facts: list[Constraint], poly: fmpq_mpoly, text: str, found: Proof) -> Proof:
    """A long proof again without the facts that it does not need."""
    for fact in facts:
        if len(found.term) < _SHORT or len(facts) == 1:
            break
        fewer = [other for other in facts if other is not fact]
        other = _by_facts(signer, fewer, poly, text)
        if other is not None and other.code == found.code and len(other.term) < len(found.term):
            facts, found = fewer, other
    return found


@dataclass(frozen=True)
class _Pending:
    poly: fmpq_mpoly
    text: str
    proof: Proof


def _search(signer: Signer, way: Way, pending: list[_Pending], found: list[Way], depth: int) -> None:
    """Turn the pending constraints into slacks one by one, branching over which symbol gives way."""
    remaining = []
    for fact in pending:
        known = _code(signer, way, fact.poly)
        if known != fact.proof.code and not (known == "p" and fact.proof.code == "q"):
            remaining.append(fact)
    if not remaining or depth > _DEEP or len(way.slots) == SLACKS:
        found.append(way)
        return
    before, tried = len(found), 0
    for position, fact in enumerate(remaining):
        others = remaining[:position] + remaining[position + 1 :]
        for name, value, slot, extra in _ways(signer, way, fact):
            tried += 1
            num, den = value
            step = {name: (num, den)}
            images = {k: _compose(image, step) for k, image in way.images.items()}
            if name < SLOTS and name not in images:
                images[name] = (num, den)
            new = Way(images, (*way.slots, slot))
            rest = []
            for other in (*others, *extra):
                moved = _moved(signer, new, other, step)
                if moved is not None:
                    rest.append(moved)
            _search(signer, new, rest, found, depth + 1)
            if len(found) >= _FOUND or tried >= _TRIED:
                return
    if len(found) == before:
        _search(signer, way, remaining[1:], found, depth + 1)


def _moved(
    signer: Signer, way: Way, fact: _Pending, step: Mapping[int, tuple[fmpq_mpoly, fmpq_mpoly]]
) -> _Pending | None:
    """A constraint in the new slacks, times the denominator; None if that is a quotient of slacks itself."""
    num, den = _numerator(fact.poly, step)
    if den.is_constant():
        return _Pending(num / den, fact.text, fact.proof)
    text, below = _text(signer, way, den)
    whole = product(fact.proof, below) if below is not None else None
    if text is None or whole is None:
        return None
    return _Pending(num, f"({fact.text} * {text})", whole)


def _ways(
    signer: Signer, way: Way, fact: _Pending
) -> Iterator[tuple[int, tuple[fmpq_mpoly, fmpq_mpoly], Slot, list[_Pending]]]:
    """Ways to satisfy one constraint: (generator, its value, what the new slack is, constraints that this adds)."""
    new = GENS[SLOTS + len(way.slots)]
    candidates = [k for k in used(fact.poly) if fact.poly.degrees()[k] == 1 and _plain(signer, way, k)]
    for position in sorted(candidates, key=lambda k: (_own(signer, way, k) is not None, k)):
        rest, slope = split(fact.poly, position)
        slope_text, slope_proof = _text(signer, way, slope)
        if slope_proof is None or slope_proof.code not in "pn" or slope_text is None:
            continue
        rising = slope_proof.code == "p"
        own = _own(signer, way, position)
        name = _name(signer, way, position)
        code = fact.proof.code
        below = slope if rising else -slope
        value = ((new - rest), slope) if rising else ((rest - new), -slope)
        slot = Slot(fact.text, fact.proof)
        if own is None or own.code not in "pq":
            if own is None:
                yield position, value, slot, []
            continue
        if rising:
            ensured = _code(signer, way, -rest)
            if ensured == "p" or ensured == own.code:
                yield position, value, slot, []
                continue
            lower_text, lower = _times(slope, slope_text, slope_proof, name, own)
            yield position, value, slot, [_Pending(new - rest, lower_text, lower)]
        elif (code in "pq" and own.code == "p") or (code == "p" and own.code == "q"):
            below_text, below_proof = _text(signer, way, below)
            assert below_proof is not None
            size_text, size = _times(below, below_text, below_proof, name, own)
            if own.code == "q":  # x = u d / (1 + d) with d = x / (u - x)
                bound = Slot(size_text, size, fact.text, fact.proof)
                image = (rest * new, below * (1 + new))
            else:
                bound = Slot(fact.text, fact.proof, size_text, size)
                image = (rest, below * (1 + new))
            if _code(signer, way, rest) == "p":
                yield position, image, bound, []
            else:
                top = totals([fact.proof, size])
                if top is None or top.code != "p":
                    continue
                yield position, image, bound, [_Pending(rest, f"({fact.text} + {size_text})", top)]
        elif code == "o":
            yield position, value, slot, []


def _times(factor: fmpq_mpoly, text: str | None, known: Proof, name: str, own: Proof) -> tuple[str, Proof]:
    """A product of two quantities, with its sign; the factor 1 is left out."""
    if factor == ONE:
        return name, own
    whole = product(known, own)
    assert whole is not None
    return f"({text} * {name})", whole


def _plain(signer: Signer, way: Way, position: int) -> bool:
    """Whether a generator may be given a value: it has none yet, and is no quotient of slacks, and no root."""
    if position >= SLOTS:
        return not way.slots[position - SLOTS].below
    return position not in way.images and signer.generators[position].kind != "root"


def _own(signer: Signer, way: Way, position: int) -> Proof | None:
    return signer.generators[position].sign if position < SLOTS else way.slots[position - SLOTS].proof


def _name(signer: Signer, way: Way, position: int) -> str:
    return signer.generators[position].text if position < SLOTS else way.slots[position - SLOTS].text


def _code(signer: Signer, way: Way, poly: fmpq_mpoly) -> str | None:
    """The sign of a polynomial in slacks, by its coefficients."""
    found = written(poly, lambda k: ("_", _own(signer, way, k)))[1]
    return found.code if found is not None else None


def _text(signer: Signer, way: Way, poly: fmpq_mpoly) -> tuple[str | None, Proof | None]:
    if any(k >= SLOTS and way.slots[k - SLOTS].below for k in used(poly)):
        return None, None
    return written(poly, lambda k: (_name(signer, way, k), _own(signer, way, k)))


def _numerator(poly: fmpq_mpoly, images: Mapping[int, tuple[fmpq_mpoly, fmpq_mpoly]]) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """A polynomial with generators replaced by fractions, as a numerator and a denominator."""
    degrees = [int(d) for d in poly.degrees()]
    touched = [k for k in images if degrees[k] > 0]  # those of zero are negative
    if not touched:
        return poly, ONE
    below = ONE
    for k in touched:
        below = below * images[k][1] ** degrees[k]
    powers: dict[tuple[int, int], fmpq_mpoly] = {}
    above = CTX.constant(0)
    groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for exponents, coefficient in poly.to_dict().items():
        key = tuple(int(exponents[k]) for k in touched)
        left = list(exponents)
        for k in touched:
            left[k] = 0
        groups.setdefault(key, {})[tuple(left)] = coefficient
    for key, terms in groups.items():
        part = CTX.from_dict(terms)
        for k, e in zip(touched, key, strict=True):
            if (k, e) not in powers:
                num, den = images[k]
                powers[k, e] = num**e * den ** (degrees[k] - e)
            part = part * powers[k, e]
        above = above + part
    return above, below


def _compose(
    image: tuple[fmpq_mpoly, fmpq_mpoly], step: Mapping[int, tuple[fmpq_mpoly, fmpq_mpoly]]
) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    above, first = _numerator(image[0], step)
    below, second = _numerator(image[1], step)
    num, den = above * second, below * first
    common = num.gcd(den)
    return num / common, den / common


def _in_slacks(signer: Signer, way: Way, poly: fmpq_mpoly, text: str) -> Proof | None:
    num, den = _numerator(poly, way.images)
    if num.is_zero():
        return equal_to(text, "0", Proof("o", "(eq_refl 0)"))
    if len(num) > _TERMS:
        return None
    common = num.gcd(den)
    num, den = num / common, den / common
    slots = [SLOTS + k for k, slot in enumerate(way.slots) if slot.below]
    content, factors = num.factor()
    pieces: list[Part] = []
    for factor, multiplicity in factors:
        own_text, own = _homogeneous(signer, way, factor)
        if own is None and all(k < SLOTS for k in used(factor)):
            own = signer.sign(factor)
        if own is None:
            own_text, own = _without_zeros(signer, way, factor) or (own_text, own)
        if own is None and multiplicity % 2:
            return None
        pieces.append((own_text, own, int(multiplicity)))
    down_text, down = _homogeneous(signer, way, den)
    if down is None or down.code != "p":
        return None
    for position in slots:
        slot = way.slots[position - SLOTS]
        gap = int(num.degrees()[position]) - int(den.degrees()[position])
        if gap < 0:
            pieces.append((slot.below, slot.below_proof, -gap))
        elif gap > 0:
            assert slot.below_proof is not None
            grown = power(slot.below_proof, gap, slot.below)
            assert grown is not None
            both = product(down, grown)
            if both is None or both.code != "p":
                return None
            down_text, down = f"({down_text} * {slot.below} ^ {gap})", both
    other, found = monomial(content, pieces)
    if found is None:
        return None
    if down_text == "(1)":
        return equal_to(text, f"({other})", found)
    why = ring(text, down_text, other)
    lemma = f"Signs.by_{found.code}"
    return Proof(found.code, f"({lemma} {text} {down_text} ({other}) {down.term} ltac:({why}) {found.term})")


def _without_zeros(signer: Signer, way: Way, poly: fmpq_mpoly) -> tuple[str, Proof] | None:
    """The text and the sign of a polynomial some of whose slacks are zero: that of what these do not multiply."""
    if any(k >= SLOTS and way.slots[k - SLOTS].below for k in used(poly)):
        return None
    zeros = [k for k in used(poly) if k >= SLOTS and way.slots[k - SLOTS].proof.code == "o"]
    plain = CTX.from_dict({e: c for e, c in poly.to_dict().items() if not any(e[k] for k in zeros)})
    if not zeros or plain.is_zero():
        return None
    content, factors = plain.factor()
    pieces: list[Part] = []
    for factor, multiplicity in factors:
        text, own = _text(signer, way, factor)
        if own is None and all(k < SLOTS for k in used(factor)):
            own = signer.sign(factor)
        pieces.append((text or "", own, int(multiplicity)))
    text, known = monomial(content, pieces)
    other, nought = _text(signer, way, poly - plain)
    whole = totals([known, nought])
    return (f"({text} + {other})", whole) if whole is not None else None


def _homogeneous(signer: Signer, way: Way, poly: fmpq_mpoly) -> tuple[str, Proof | None]:
    """The text of a polynomial in slacks, multiplied by the power of x that clears each quotient y / x."""
    degrees = [int(d) for d in poly.degrees()]
    texts: list[str] = []
    proofs: list[Proof | None] = []
    for exponents, coefficient in poly.to_dict().items():
        factors: list[Part] = []
        for k in used(poly):
            e = int(exponents[k])
            slot = way.slots[k - SLOTS] if k >= SLOTS else None
            if e:
                factors.append((_name(signer, way, k), _own(signer, way, k), e))
            if slot is not None and slot.below and degrees[k] > e:
                factors.append((slot.below, slot.below_proof, degrees[k] - e))
        text, proof = monomial(coefficient, factors)
        texts.append(text)
        proofs.append(proof)
    return f"({' + '.join(texts)})", totals(proofs)
