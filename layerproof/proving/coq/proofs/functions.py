"""Facts about exponentials, logarithms and powers: where they are above 1, how two compare, the lines below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import sympy as sp

from .base import NoProof
from .fractions import ONE
from .sign_terms import Proof, equal_to, number, product

if TYPE_CHECKING:
    from .fractions import Generator
    from .signer import Signer
    from .slacks import Constraint


_KINDS = ("exp", "log", "power", "natural power", "cosh", "sinh", "wave", "pi")


def facts(signer: Signer, positions: Sequence[int]) -> list[Constraint]:
    """What follows for some generators from what they are functions of."""
    found: list[Constraint] = []
    alone = [k for k in positions if signer.generators[k].kind in _KINDS]
    for place, first in enumerate(alone):
        for second in (None, *alone[:place]):
            key = (first, second)
            if key not in signer.derived:
                signer.derived[key] = []
                try:
                    one, other = signer.generators[first], None if second is None else signer.generators[second]
                    signer.derived[key] = list(_of_one(signer, one) if other is None else _of_two(signer, one, other))
                except NoProof:
                    continue
            found += signer.derived[key]
    if len(alone) > 2:
        found += _means(signer, [k for k in alone if signer.generators[k].kind == "exp"])
        found += _crossed(signer, [k for k in alone if signer.generators[k].kind == "power"])
    return found


def _crossed(signer: Signer, positions: list[int]) -> list[Constraint]:
    """``a^c b^d > a^d b^c`` of a > b and c > d: the larger base has the larger exponent."""
    found: list[Constraint] = []
    places = {(signer.generators[k].argument, signer.generators[k].exponent): k for k in positions}
    for (a, c), (b, d) in combinations(places, 2):
        key = tuple(places.get(pair) for pair in ((a, c), (b, d), (a, d), (b, c)))
        if a == b or c == d or None in key or min(k for k in key if k is not None) not in key[:2]:
            continue
        if key not in signer.derived:
            signer.derived[key] = list(_exchanged(signer, *(signer.generators[k] for k in key if k is not None)))
        found += signer.derived[key]
    return found


def _exchanged(signer: Signer, ac: Generator, bd: Generator, ad: Generator, bc: Generator) -> Iterator[Constraint]:
    for large, small, other, last in ((ac, bd, ad, bc), (bd, ac, bc, ad), (ad, bc, ac, bd), (bc, ad, bd, ac)):
        assert large.argument is not None
        assert small.argument is not None
        assert large.exponent is not None
        assert small.exponent is not None
        low = signer.prove(small.argument, "p")
        bases = signer.difference(large.argument, small.argument)
        exponents = signer.difference(large.exponent, small.exponent)
        if low is None or bases is None or exponents is None or {bases.code, exponents.code} - {"p", "q"}:
            continue
        code = "p" if bases.code == exponents.code == "p" else "q"
        gap, more = bases.weakened(code), exponents.weakened(code)
        assert gap is not None
        assert more is not None
        known = Proof(code, f"(Signs.powers_crossed_{code} {low.term} {gap.term} {more.term})")
        text = f"({large.text} * {small.text} - {other.text} * {last.text})"
        whole = large.stands_for * small.stands_for - other.stands_for * last.stands_for
        yield from signer.cleared(text, (), whole, known)
        return


def _means(signer: Signer, positions: list[int]) -> list[Constraint]:
    """``exp a * exp b = exp(c)**2`` where c is the mean of a and b."""
    found: list[Constraint] = []
    for middle in positions:
        for place, first in enumerate(positions):
            for second in positions[:place]:
                key = (first, second, middle)
                if middle in key[:2]:
                    continue
                if key not in signer.derived:
                    signer.derived[key] = list(_mean(signer, *(signer.generators[k] for k in key)))
                found += signer.derived[key]
    return found


def _mean(signer: Signer, first: Generator, second: Generator, middle: Generator) -> Iterator[Constraint]:
    a, b, c = first.argument, second.argument, middle.argument
    assert a is not None
    assert b is not None
    assert c is not None
    if sp.expand(a + b - 2 * c) == 0:
        why = signer.link((a, b, c), ONE, number(1), " / ")
        equal = " + ".join(map(signer.context.text, (a, b))) + f" = 2 * {signer.context.text(c)}"
        name = signer.lemma(equal, f"{why}.")
        text = f"({first.text} * {second.text} - {middle.text} ^ 2)"
        value = first.stands_for * second.stands_for - middle.stands_for**2
        known = Proof("o", f"(Signs.exp_mean_o {name})")
        yield from signer.cleared(text, (first.stands_for, second.stands_for, middle.stands_for), value, known)


def _of_one(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    match generator.kind:
        case "exp":
            yield from _exponential(signer, generator)
        case "log":
            yield from _logarithm(signer, generator)
        case "power":
            yield from _power(signer, generator)
        case "natural power":
            yield from _natural_power(signer, generator)
        case "cosh":
            yield from _cosine(signer, generator)
        case "wave":
            yield from _wave(signer, generator)
        case "pi":
            yield from signer.cleared("(PI - 3)", (), sp.pi - 3, Proof("p", "Signs.pi_above"))
            yield from signer.cleared("(22 / 7 - PI)", (), sp.Rational(22, 7) - sp.pi, Proof("p", "Signs.pi_below"))


def _exponential(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    argument, own = generator.argument, generator.stands_for
    assert argument is not None
    inside = signer.prove(argument)
    text = signer.context.text(argument)
    if inside is not None and inside.code in "pqnm":
        yield from _beside_one(signer, generator, inside, "exp")
    if inside is not None and inside.code == "o":
        known = Proof("o", f"(Signs.exp_at_o {inside.term})")
        yield from signer.cleared(f"({generator.text} - 1)", (), own - 1, known)
        return
    nonzero = inside.weakened("z") if inside is not None else None
    for lemma, value, line in (
        ("tangent", f"({generator.text} - 1 - {text})", own - 1 - argument),
        ("tangent_there", f"(1 - {generator.text} + {text} * {generator.text})", 1 - own + argument * own),
    ):
        strict = Proof("p", f"(Signs.{lemma}_p {text} {nonzero.term})") if nonzero else None
        yield from signer.cleared(value, (argument,), line, strict or Proof("q", f"(Signs.{lemma}_q {text})"), True)


def _beside_one(signer: Signer, generator: Generator, inside: Proof, lemma: str) -> Iterator[Constraint]:
    """An exponential is above 1 where its exponent is positive, and below 1 where that is negative."""
    own = generator.stands_for
    rises = inside.code in "pq"
    code = "p" if inside.code in "pn" else "q"
    text = f"({generator.text} - 1)" if rises else f"(1 - {generator.text})"
    side = "above" if rises else "below"
    known = Proof(code, f"(Signs.{lemma}_{side}_{code} {inside.term})")
    yield from signer.cleared(text, (), own - 1 if rises else 1 - own, known)


def _cosine(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    assert generator.argument is not None
    inside = signer.prove(generator.argument)
    text = f"({generator.text} - 1)"
    known = Proof("q", f"(Signs.cosh_above {signer.context.text(generator.argument)})")
    if inside is not None and inside.code == "o":
        known = Proof("o", f"(Signs.cosh_at_o {inside.term})")
    yield from signer.cleared(text, (), generator.stands_for - 1, known)


def _wave(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    """A sine or a cosine lies between -1 and 1."""
    assert generator.argument is not None
    name, text = type(generator.stands_for).__name__, signer.context.text(generator.argument)
    own = generator.stands_for
    yield from signer.cleared(f"(1 - {generator.text})", (), 1 - own, Proof("q", f"(Signs.{name}_below {text})"))
    yield from signer.cleared(f"(1 + {generator.text})", (), 1 + own, Proof("q", f"(Signs.{name}_above {text})"))


def _logarithm(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    argument, own = generator.argument, generator.stands_for
    assert argument is not None
    positive = signer.prove(argument, "p")
    if positive is None:
        return
    x = signer.context.text(argument)
    above = Proof("q", f"(Signs.ln_below {x} {positive.term})")
    yield from signer.cleared(f"({x} - 1 - {generator.text})", (argument,), argument - 1 - own, above, True)
    below = Proof("q", f"(Signs.ln_above {x} {positive.term})")
    value = f"({x} * {generator.text} - {x} + 1)"
    yield from signer.cleared(value, (argument,), argument * own - argument + 1, below, True)


def _power(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    base, exponent, own = generator.argument, generator.exponent, generator.stands_for
    assert base is not None
    assert exponent is not None
    positive = signer.prove(base, "p")
    if positive is None:
        return
    x, y, p = signer.context.text(base), signer.context.text(exponent), generator.text
    power, log = signer.prove(exponent), signer.prove(sp.log(base))
    if power is not None and log is not None and (inside := product(power, log)) and inside.code in "pqnm":
        yield from _beside_one(signer, generator, inside, "power")
    less, more = signer.difference(exponent, sp.S.One), signer.above(exponent, 1)
    line = f"({p} - 1 - {y} * ({x} - 1))"
    lifted = f"({x} * {p} - {x} - {y} * ({x} - 1))"
    cases = (
        ("above", line, own - 1 - exponent * (base - 1), less, "q"),
        ("below", line, own - 1 - exponent * (base - 1), power, "m"),
        ("inverse_above", lifted, base * own - base - exponent * (base - 1), power, "q"),
        ("inverse_below", lifted, base * own - base - exponent * (base - 1), more, "m"),
    )
    for lemma, text, expr, given, code in cases:
        known = given.weakened(code) if given is not None else None
        if known is not None:
            proof = Proof("q", f"(Signs.bernoulli_{lemma} {x} {y} {positive.term} {known.term})")
            yield from signer.cleared(text, (base, exponent), expr, proof, True)


def _natural_power(signer: Signer, generator: Generator) -> Iterator[Constraint]:
    base, exponent, own = generator.argument, generator.exponent, generator.stands_for
    assert base is not None
    assert exponent is not None
    weak = signer.prove(base, "q")
    if weak is None:
        return
    x, n = signer.context.text(base), signer.context.translate.natural(exponent)
    real = signer.context.text(exponent)
    term = f"(Signs.bernoulli_nat {x} {n} {weak.term})"
    line = f"({generator.text} - 1 - INR {n} * ({x} - 1))"
    equal = signer.lemma(f"INR {n} = {real}", "rewrite ?plus_INR, ?mult_INR; simpl INR; ring.")
    value = f"({generator.text} - 1 - {real} * ({x} - 1))"
    proof = equal_to(value, line, Proof("q", term), f"rewrite {equal}; ring")
    yield from signer.cleared(value, (base, exponent), own - 1 - exponent * (base - 1), proof, True)
    yield from _natural_power_beside_one(signer, generator, weak, equal)


def _natural_power_beside_one(signer: Signer, generator: Generator, weak: Proof, equal: str) -> Iterator[Constraint]:
    """A natural power is at most 1 where its base is, and at least 1 where its base is; strictly, if it is no power 0.

    Args:
        signer: knows the situation.
        generator: the power.
        weak: that its base is not negative.
        equal: the name of the fact that the exponent, of a natural, is the real number that stands for it.
    """
    base, exponent, own = generator.argument, generator.exponent, generator.stands_for
    assert base is not None
    assert exponent is not None
    more = signer.difference(base, sp.S.One)
    if more is None or more.code not in "pqonm":
        return
    n, x = signer.context.translate.natural(exponent), signer.context.text(base)
    rises = more.code in "pqo"
    gap = more if rises else signer.difference(sp.S.One, base)
    if gap is None:
        return
    lemma, given = f"nat_power_{'above' if rises else 'below'}", "" if rises else f"{weak.term} "
    text = f"({generator.text} - 1)" if rises else f"(1 - {generator.text})"
    power = signer.prove(exponent, "p") if gap.code == "p" else None
    if power is not None:
        some = f"(Signs.eq_p _ _ {equal} {power.term})"
        known = Proof("p", f"(Signs.{lemma}_p (a := {x}) {n} {given}{gap.term} {some})")
    elif (weakly := gap.weakened("q")) is not None:
        known = Proof("q", f"(Signs.{lemma}_q (a := {x}) {n} {given}{weakly.term})")
    else:
        return
    yield from signer.cleared(text, (), own - 1 if rises else 1 - own, known)


def _of_two(signer: Signer, first: Generator, second: Generator) -> Iterator[Constraint]:
    if first.kind == second.kind == "exp":
        yield from _two_exponentials(signer, first, second)
    elif first.kind == second.kind == "power" and first.argument == second.argument:
        yield from _two_powers(signer, first, second)
    elif first.kind == second.kind == "power" and first.exponent == second.exponent:
        yield from _two_bases(signer, first, second)
    elif first.kind == second.kind == "log":
        yield from _two_logarithms(signer, first, second)
    elif {first.kind, second.kind} == {"cosh", "sinh"} and first.argument == second.argument:
        assert first.argument is not None
        cosine, sine = (first, second) if first.kind == "cosh" else (second, first)
        known = Proof("o", f"(Signs.hyperbolic_o {signer.context.text(first.argument)})")
        text = f"({cosine.text} ^ 2 - {sine.text} ^ 2 - 1)"
        yield from signer.cleared(text, (), cosine.stands_for**2 - sine.stands_for**2 - 1, known)


def _two_exponentials(signer: Signer, first: Generator, second: Generator) -> Iterator[Constraint]:
    for one, other in ((first, second), (second, first)):
        assert one.argument is not None
        assert other.argument is not None
        gap = signer.difference(one.argument, other.argument)
        if gap is not None and gap.code in "pq":
            known = Proof(gap.code, f"(Signs.exp_sub_{gap.code} {gap.term})")
            text = f"({one.text} - {other.text})"
            yield from signer.cleared(text, (), one.stands_for - other.stands_for, known)
            break
    assert first.argument is not None
    assert second.argument is not None
    both = f"({signer.context.text(first.argument)} + {signer.context.text(second.argument)})"
    found = signer.whole(both, first.argument + second.argument, (first.argument, second.argument))
    if found is not None and found.code in "pqnm":
        rises, code = found.code in "pq", "p" if found.code in "pn" else "q"
        many = f"{first.text} * {second.text}"
        text = f"({many} - 1)" if rises else f"(1 - {many})"
        value = first.stands_for * second.stands_for - 1
        side = "above" if rises else "below"
        known = Proof(code, f"(Signs.exp_mul_{side}_{code} {found.term})")
        yield from signer.cleared(text, (), value if rises else -value, known)


def _two_powers(signer: Signer, first: Generator, second: Generator) -> Iterator[Constraint]:
    assert first.argument is not None
    log = signer.prove(sp.log(first.argument))
    assert first.exponent is not None
    assert second.exponent is not None
    gap = signer.difference(first.exponent, second.exponent)
    if log is None or gap is None or (found := product(gap, log)) is None or found.code not in "pqnm":
        return
    one, other = first, second
    if found.code in "nm":
        one, other = second, first
        turned = signer.difference(second.exponent, first.exponent)
        found = product(turned, log) if turned is not None else None
        if found is None or found.code not in "pq":
            return
    known = Proof(found.code, f"(Signs.power_sub_{found.code} {found.term})")
    yield from signer.cleared(f"({one.text} - {other.text})", (), one.stands_for - other.stands_for, known)


def _two_bases(signer: Signer, first: Generator, second: Generator) -> Iterator[Constraint]:
    """Powers with one exponent grow with the base, or shrink, by the sign of the exponent."""
    assert first.exponent is not None
    exponent = signer.prove(first.exponent)
    if exponent is None or exponent.code not in "pqnm":
        return
    grows = exponent.code in "pq"
    for large, small in ((first, second), (second, first)):
        assert large.argument is not None
        assert small.argument is not None
        gap, low = signer.difference(large.argument, small.argument), signer.prove(small.argument, "p")
        if gap is None or low is None or gap.code not in "pq":
            continue
        code = "p" if gap.code == "p" and exponent.code in "pn" else "q"
        gap, power = gap.weakened(code), exponent.weakened(code if grows else {"p": "n", "q": "m"}[code])
        if gap is None or power is None:
            continue
        one, other = (large, small) if grows else (small, large)
        lemma = f"Signs.power_{'grows' if grows else 'shrinks'}_{code}"
        known = Proof(code, f"({lemma} {low.term} {gap.term} {power.term})")
        yield from signer.cleared(f"({one.text} - {other.text})", (), one.stands_for - other.stands_for, known)
        break


def _two_logarithms(signer: Signer, first: Generator, second: Generator) -> Iterator[Constraint]:
    a, b = first.argument, second.argument
    assert a is not None
    assert b is not None
    above, below = signer.prove(a, "p"), signer.prove(b, "p")
    if above is None or below is None:
        return
    x, y = signer.context.text(a), signer.context.text(b)
    for (one, s, low), (other, t) in (((first, a, below), (second, b)), ((second, b, above), (first, a))):
        gap = signer.difference(s, t)
        if gap is not None and gap.code in "pq":
            known = Proof(gap.code, f"(Signs.ln_sub_{gap.code} {low.term} {gap.term})")
            yield from signer.cleared(f"({one.text} - {other.text})", (), one.stands_for - other.stands_for, known)
    total = first.stands_for + second.stands_for
    logs = f"({first.text} + {second.text})"
    known = Proof("q", f"(Signs.ln_mul_below {x} {y} {above.term} {below.term})")
    yield from signer.cleared(f"({x} * {y} - 1 - {logs})", (a, b), a * b - 1 - total, known, True)
    known = Proof("q", f"(Signs.ln_mul_above {x} {y} {above.term} {below.term})")
    yield from signer.cleared(f"({x} * {y} * {logs} - {x} * {y} + 1)", (a, b), a * b * total - a * b + 1, known, True)
