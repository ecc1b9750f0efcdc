"""Signs with proof terms: which lemma says what sign a sum, a product or a power has.

A code says what is known of a real number: ``p`` positive, ``n`` negative, ``q`` not negative, ``m`` not positive,
``z`` not zero, ``o`` zero.  The lemmas of the prelude's ``Signs`` are named by the codes that go in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

RELATIONS = {"p": "0 < {}", "n": "{} < 0", "q": "0 <= {}", "m": "{} <= 0", "z": "{} <> 0", "o": "{} = 0"}
CODES = {"<": "p", "<=": "q", "<>": "z"}
"""The code for a relation between zero and an expression."""

_WEAKER = {"p": "qz", "n": "mz", "o": "qm"}
_OPPOSITE = {"p": "n", "n": "p", "q": "m", "m": "q", "z": "z", "o": "o"}
_SIDE = {"p": 1, "q": 1, "n": -1, "m": -1}


@dataclass(frozen=True)
class Proof:
    """A Coq term that proves the sign of a real number.

    Attributes:
        code: the sign.
        term: the proof, to be used as an argument.
    """

    code: str
    term: str

    def weakened(self, code: str) -> Proof | None:
        """The proof of a weaker sign; None if it is not weaker."""
        if code == self.code:
            return self
        return Proof(code, f"(Signs.{self.code}_{code} {self.term})") if code in _WEAKER.get(self.code, "") else None


def says(code: str, text: str) -> str:
    """The proposition that the real number `text` has a sign."""
    return RELATIONS[code].format(text)


def strict(code: str) -> bool:
    """Whether a sign excludes zero."""
    return code in "pnz"


def number(value: int) -> Proof:
    """The sign of an integer, as `terms` writes it; not of 0."""
    return Proof("p", f"(Signs.num_p {value})") if value > 0 else Proof("n", f"(Signs.num_n {-value})")


def product(first: Proof, second: Proof) -> Proof | None:
    """The sign of ``a * b``, or of ``a / b`` with the sign of ``/ b``."""
    a, b = first.code, second.code
    if a == "o":
        return Proof("o", f"(Signs.mul_o_ _ {first.term})")
    if b == "o":
        return Proof("o", f"(Signs.mul__o _ {second.term})")
    if "z" in (a, b):
        if not (strict(a) and strict(b)):
            return None
        code = "z"
    else:
        positive = _SIDE[a] == _SIDE[b]
        code = ("p" if positive else "n") if strict(a) and strict(b) else ("q" if positive else "m")
    return Proof(code, f"(Signs.mul_{a}{b} {first.term} {second.term})")


def total(first: Proof, second: Proof) -> Proof | None:
    """The sign of ``a + b``."""
    a, b = first.code, second.code
    if {a, b} <= set("pqo") or {a, b} <= set("nmo"):
        found = {a, b}
        code = next((c for c in "pnqm" if c in found), "o")
    elif {a, b} == {"z", "o"}:
        code = "z"
    else:
        return None
    return Proof(code, f"(Signs.add_{a}{b} {first.term} {second.term})")


def inverse(inside: Proof) -> Proof | None:
    """The sign of ``/ a``."""
    return Proof(inside.code, f"(Signs.inv_{inside.code} {inside.term})") if inside.code in "pnz" else None


def power(base: Proof | None, exponent: int, text: str) -> Proof | None:
    """The sign of ``a ^ n``, where `text` is that of a."""
    if exponent == 0:
        return Proof("p", "Rlt_0_1")
    if base is None:
        return Proof("q", f"(Signs.even_q {text} {exponent // 2})") if exponent % 2 == 0 else None
    match base.code:
        case "p" | "q":
            return Proof(base.code, f"(Signs.pow_{base.code} {exponent} {base.term})")
        case "o":
            return Proof("o", f"(Signs.pow_o {exponent - 1} {base.term})")
        case "m" if exponent % 2 == 0:
            return Proof("q", f"(Signs.even_q {text} {exponent // 2})")
        case "n" | "z" if exponent % 2 == 0:
            nonzero = base.weakened("z")
            assert nonzero is not None
            return Proof("p", f"(Signs.even_p {exponent // 2} {nonzero.term})")
        case "n" | "m":
            return Proof(base.code, f"(Signs.odd_{base.code} {exponent // 2} {base.term})")
    return Proof("z", f"(Signs.pow_z {exponent} {base.term})")


def products(parts: Iterable[Proof | None]) -> Proof | None:
    """The sign of ``a * b * c``; None for a part of unknown sign."""
    found: Proof | None = None
    for place, part in enumerate(parts):
        if not place:
            found = part
        elif found is None:
            found = Proof("o", f"(Signs.mul__o _ {part.term})") if part is not None and part.code == "o" else None
        elif part is None:
            found = Proof("o", f"(Signs.mul_o_ _ {found.term})") if found.code == "o" else None
        else:
            found = product(found, part)
    return found


def totals(parts: Iterable[Proof | None]) -> Proof | None:
    """The sign of ``a + b + c``."""
    found: Proof | None = None
    for part in parts:
        if part is None:
            return None
        found = part if found is None else total(found, part)
        if found is None:
            return None
    return found


def ring(*texts: str) -> str:
    """The tactic for identities between polynomials: numbers that are no integers need `field`."""
    return "field" if any(" / " in text for text in texts) else "ring"


def equal_to(text: str, other: str, known: Proof, why: str = "") -> Proof:
    """The sign of `text`, which equals `other`, whose sign is known.

    `why` is a tactic that proves the equality, an identity of polynomials if it is not given.
    """
    why = why or ring(text, other)
    return Proof(known.code, f"(Signs.eq_{known.code} {text} {other} ltac:({why}) {known.term})")
