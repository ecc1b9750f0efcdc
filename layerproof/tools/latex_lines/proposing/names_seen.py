"""The names of a paper's formulas, and what these show of each: a transpose, a norm, a dot, brackets after it."""

from __future__ import annotations

import contextlib
import itertools
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..files.tokens import Unbalanced, argument, between_commas, closing, joined, opening, words
from ..notation.array_algebra import MATRIX
from ..notation.functions import bound, is_of_a_value
from ..notation.naming import is_name
from ..notation.naming_sets import ACCENTS, FONTS
from ..notation.operands import FUNCTIONS
from ..notation.slanting import slanted
from ..notation.spelling import plain
from ..notation.units import KNOWN_WORDS

MOST_NAMES = 400
_BRACKETS = (["("], ["["])
_CHANGES = frozenset({r"\Delta", r"\delta"})
_ITERATES = frozenset("tkst")
_UNREAD_ARGUMENT = frozenset(
    {r"\operatorname", r"\mathrm", r"\text", r"\label", r"\ref", r"\eqref", r"\cite", r"\hspace", r"\begin", r"\end",
     r"\tag"}
)  # fmt: skip


_GREEK = frozenset(
    rf"\{name}"
    for name in re.split(
        " ",
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi pi rho "
        "varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi "
        "Psi Omega ell hbar",
    )
)
_SETS = frozenset({"R", "N", "Z", "Q", "C", "E", "P", "S", "V"})


@dataclass
class Seen:
    """A name, how often it is met, and how.

    Attributes:
        lines: of displays that it stands in, by number.
        place: where it is met first.
        shows: how often each of ``transposed``, ``norm``, ``dotted``, ``applied``, ``multiplied``, ``power``,
            ``inverse``, ``inverted`` (so before brackets, as a function is), ``traced``, ``divides``, ``valued`` (a
            norm of a value), ``paired value`` (a side of an inner product), ``operates`` (a word right before a
            factor), ``curried`` (before two brackets), ``entrywise``, ``derived`` (by another letter), ``between``
            (matrices), ``frobenius`` (in such a norm), ``paired`` (x in ``w^T x``), ``last`` (nothing behind it that
            it may be of), ``alone`` (in brackets), ``counts`` (in a factorial or a binomial), ``counts down`` (less
            something there) was seen.
        indices: bound indices in it.
    """

    lines: set[int] = field(default_factory=set)
    place: int = 0
    shows: Counter[str] = field(default_factory=Counter)
    indices: set[str] = field(default_factory=set)


def names_in(
    text: str,
    place: int,
    seen: dict[str, Seen],
    *,
    counts: bool,
    known: Container[str] = (),
    numbers: Container[str] = (),
) -> None:
    """Take down the names of one formula, and what it shows of them; nothing where its brackets do not match.

    Args:
        text: in LaTeX.
        place: where it stands.
        seen: what was seen so far.
        counts: whether it is a line of a display.
        known: names with superscripts, which else may be powers.
        numbers: names of which any superscript that is no label is a power, ``r^k``.
    """
    with contextlib.suppress(Unbalanced, ValueError, RecursionError):
        _take_down(plain(words(text)), place, seen, counts, known, numbers)


def _take_down(
    tokens: list[str], place: int, seen: dict[str, Seen], counts: bool, known: Container[str], numbers: Container[str]
) -> None:
    runs = _bound(tokens)
    vectors = _vector_terms(tokens)
    divisors = _divisors(tokens)
    counted = dict(whole_numbers(tokens))
    k = 0
    while k < len(tokens):
        if slanted(tokens, k)[0]:
            k = slanted(tokens, k)[1]
            continue
        mean = list(tokens[k : k + 4]) == _MEAN
        found = None if mean or _is_differential(tokens, k) else name_at(tokens, k, known, numbers)
        if found is None:
            k = _past(tokens, k)
            continue
        name, end, dotted = found
        if name in runs or (name in seen) + len(seen) > MOST_NAMES:
            k = end
            continue
        what = seen.setdefault(name, Seen(place=place))
        if counts:
            what.lines.add(place)
        what.indices |= {t for t in words(name)[1:] if t in runs}
        for shown in _shows(tokens, k, end, dotted):
            what.shows[shown] += 1
        brackets = list(tokens[k - 1 : k]), list(tokens[end : end + 1])
        what.shows["alone"] += brackets in ((["("], [")"]), (["["], ["]"]), (["("], [","]), ([","], [")"]))
        if k in vectors and (end >= len(tokens) or tokens[end] in TERM_ENDS):
            what.shows["norm"] += 1
        what.shows["divides"] += k in divisors
        if k in counted:
            what.shows[counted[k]] += 1
        k = end


def letter_of(name: str) -> str:
    """The letter of a name: the first that stands alone in it, or its first command."""
    tokens = words(name)
    ends = [k for k, token in enumerate(tokens) if token in ("_", "^")]
    base = tokens[: ends[0]] if ends and ends[0] else tokens
    return next((token for token in base if (len(token) == 1 and token.isalpha()) or token in _GREEK), tokens[0])


def is_large(name: str) -> bool:
    """Whether the letter of a name is a large one."""
    letter = letter_of(name)
    greek = (r"\Sigma", r"\Phi", r"\Lambda", r"\Theta", r"\Psi", r"\Gamma", r"\Omega", r"\Pi", r"\Xi")
    bold = name.startswith((r"\mathbf", r"\boldsymbol"))  # else it is a change, or a difference
    return letter.isupper() or letter in greek or (letter == r"\Delta" and bold)


def lone_terms(text: str) -> set[str]:
    """The names that are whole terms of a sum, up to a bracket after them and a plain number before them."""
    try:
        tokens = plain(words(text))
    except (Unbalanced, ValueError, RecursionError):
        return set()
    found: set[str] = set()
    level, start = 0, 0
    for k, token in enumerate([*tokens, "+"]):
        if level == 0 and token in ("+", "-") and k >= start:
            if name := lone_name(tokens[start:k]):
                found.add(name)
            start = k + 1
        level += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
    return found


def lone_name(term: Sequence[str]) -> str:
    """The name that a term is, up to a bracket after it; empty if it is none."""
    k = next((j for j, token in enumerate(term) if not token.isdigit()), len(term))
    found = name_at(term, k) if k < len(term) else None
    if found is None:
        return ""
    name, end, _ = found
    rest = list(term[end:])
    if not rest:
        return name
    try:
        return name if rest[0] in ("(", "[") and closing(rest, 0) == len(rest) - 1 else ""
    except Unbalanced:
        return ""


def whole_numbers(tokens: Sequence[str]) -> Iterable[tuple[int, str]]:
    r"""The places in ``n!`` and ``\binom{m}{k}``, each with ``counts``, or ``counts down`` in ``(n - 1)!``."""
    for k, token in enumerate(tokens):
        spans: list[tuple[int, int]] = []
        if token == "!" and k:
            spans = [(_before_factorial(tokens, k - 1), k)]
        elif token == r"\binom":
            _, middle = argument(tokens, k + 1)
            spans = [(k + 1, middle), (middle, argument(tokens, middle)[1])]
        for start, end in spans:
            whole = "counts down" if "-" in tokens[start:end] else "counts"
            yield from ((j, whole) for j in range(start, end))


def _before_factorial(tokens: Sequence[str], k: int) -> int:
    """Where what ends at a place begins: a bracket, a letter with an index, a letter."""
    if tokens[k] == "}":
        begin = opening(tokens, k)
        return begin - 2 if tokens[begin - 1 : begin] == ["_"] else begin
    if tokens[k] == ")":
        return next((j for j in range(k, -1, -1) if tokens[j] == "(" and closing(tokens, j) == k), k)
    return k


_SHAPED = ("transposed", "norm", "valued", "applied", "dotted", "traced", "several")
_NO_POWERS = (*_SHAPED, "alone", "inverse")
_MEAN = [r"\mathbf", "{", "E", "}"]
_AFTER_A_WORD = frozenset({"(", "[", "^", "_", "=", "<", ">", "/", ".", ";", "|", r"\mid", r"\cdot", r"\le", r"\ge"})
_TERM_STARTS = frozenset({"+", "-", "=", "(", "[", "{"})
_MATRICES = frozenset("HQSUVWXYZ")
TERM_ENDS = frozenset({"+", "-", ")", "]", r"\|", ",", r"\rangle", "}"})


def _is_differential(tokens: Sequence[str], k: int) -> bool:
    r"""Whether a d is that of ``\frac{dx}{dt}``."""
    if tokens[k] != "d" or tokens[k - 1 : k] != ["{"]:
        return False
    if tokens[k - 2 : k - 1] == [r"\frac"]:
        _, middle = argument(tokens, k - 1)
        return list(tokens[middle : middle + 2]) == ["{", "d"]
    if tokens[k - 2 : k - 1] != ["}"]:
        return False
    fracs = [j for j in range(k - 1) if tokens[j] == r"\frac" and argument(tokens, j + 1)[1] == k - 1]
    return any(list(tokens[j + 1 : j + 3]) == ["{", "d"] for j in fracs)


def _vector_terms(tokens: Sequence[str]) -> set[int]:
    r"""Where terms begin of which a norm, an inner product or a gradient is taken: x and y of ``\|x - y\|``."""
    found: set[int] = set()
    for start, end in _vector_spans(tokens):
        found |= {k for k in range(start, end) if tokens[k - 1] in ("+", "-", ",") or k == start}
    return found


def _divisors(tokens: Sequence[str]) -> set[int]:
    """The places in denominators that are products."""
    found: set[int] = set()
    for k, token in enumerate(tokens):
        if token == r"\frac":
            _, middle = argument(tokens, k + 1)
            under, end = argument(tokens, middle)
            if not {"+", "-", "(", r"\|", "d", r"\partial"} & set(under):
                found |= set(range(middle, end))
    return found


def _vector_spans(tokens: Sequence[str]) -> Iterable[tuple[int, int]]:
    bars = [k for k, token in enumerate(tokens) if token == r"\|"]
    if len(bars) % 2 == 0:
        yield from ((one + 1, other) for one, other in zip(bars[::2], bars[1::2], strict=True))
    for k, token in enumerate(tokens):
        if token == r"\langle":
            end = next((j for j in range(k, len(tokens)) if tokens[j] == r"\rangle"), k + 1)
            if len(between_commas(tokens[k + 1 : end])) > 1:  # and no mean
                yield k + 1, end
        elif token == r"\nabla":
            name = name_at(tokens, k + 1) if k + 1 < len(tokens) else None
            if name is not None and tokens[name[1] : name[1] + 1] == ["("]:
                yield name[1] + 1, closing(tokens, name[1])


def _past(tokens: Sequence[str], k: int) -> int:
    if list(tokens[k : k + 4]) == _MEAN:
        return k + 4
    if tokens[k] in _UNREAD_ARGUMENT and tokens[k + 1 : k + 2] == ["{"]:
        return argument(tokens, k + 1)[1]
    if tokens[k] == r"\mathbb" and tokens[k + 1 : k + 2] == ["{"]:  # a set, or a mean
        return argument(tokens, k + 1)[1]
    if tokens[k] in (r"\sum", r"\prod", r"\lim", r"\|", r"\rangle", ")", "]") and tokens[k + 1 : k + 2] == ["_"]:
        return argument(tokens, k + 2)[1]  # an index that runs, the kind of a norm, an entry
    return k + 1


def _bound(tokens: Sequence[str]) -> set[str]:
    least = {name.split(r"\ge", 1)[0].strip() for name in bound(tokens) if re.search(r"\\geq? ?\d+$", name)}
    return bound(tokens) | least | ({"d", "e"} & set(tokens) if r"\int" in tokens else {"e"})


def changes_in(texts: Iterable[str]) -> frozenset[str]:
    r"""Which of ``\Delta`` and ``\delta`` stand before letters alone, ``\Delta W``: then they belong to the names."""
    met: set[str] = set()
    alone: set[str] = set()
    for text in texts:
        tokens = [token for token in words(text) if token not in (r"\,", r"\;", r"\:", r"\!", r"\ ")]
        for token, after in itertools.pairwise([*tokens, ""]):
            if token in _CHANGES:
                met.add(token)
                named = after in ACCENTS or after in FONTS or after in _GREEK or (len(after) == 1 and after.isalpha())
                alone |= set() if named else {token}
    return frozenset(met - alone)


def tokens_of(text: str) -> list[str]:
    """A formula in the one spelling; nothing of one that cannot be cut into tokens."""
    try:
        return plain(words(text))
    except (Unbalanced, ValueError, RecursionError, IndexError):
        return []


def name_at(
    tokens: Sequence[str], k: int, raised: Container[str] = (), numbers: Container[str] = ()
) -> tuple[str, int, bool] | None:
    """The name that begins at a token: in the one spelling, the place after it, and whether a dot stands on it.

    Args:
        tokens: of a formula.
        k: the place of the token.
        raised: names with superscripts, which else may be powers, and what belongs to the name after it.
        numbers: names of which a superscript that counts is a power.
    """
    if tokens[k] in _CHANGES and tokens[k] in raised and k + 1 < len(tokens):
        whose = name_at(tokens, k + 1, raised)
        return (joined([tokens[k], *words(whose[0])]), whose[1], whose[2]) if whose is not None else None
    dotted = tokens[k] == r"\dot"
    try:
        if dotted:
            inside, end = argument(tokens, k + 1)
            base = list(inside)
        elif tokens[k] in ACCENTS or tokens[k] in FONTS:
            _, end = argument(tokens, k + 1)
            base = list(tokens[k:end])
        else:
            base, end = [tokens[k]], k + 1
        letters = [t for t in base if t not in ACCENTS and t not in FONTS and t not in "{}"]
        known = all(t in _GREEK or (len(t) == 1 and t.isalnum()) for t in letters)
        upright = base[0] in (r"\operatorname", r"\mathrm")
        if (
            not known
            or not is_name(joined(base))
            or (upright and (len(letters) < 2 or ("".join(letters) in KNOWN_WORDS and not _is_a_kernel(tokens, end))))
        ):
            return None
        if base[0] == r"\mathbb" and letters[0] in _SETS and not (letters[0] == "S" and tokens[end : end + 1] == ["("]):
            return None
        while end < len(tokens) and tokens[end] in ("_", "'", "^"):
            if tokens[end] == "'":
                base, end = [*base, "'"], end + 1
                continue
            inside, after = argument(tokens, end + 1)
            label = _is_label(inside) or (_is_of_two_layers(inside) and is_large(joined(base)))
            power = not label or (_counts(inside) and joined(base) in numbers)
            if tokens[end] == "^" and power and joined([*base, "^", "{", *inside, "}"]) not in raised:
                break
            base, end = [*base, tokens[end], "{", *inside, "}"], after
    except Unbalanced:
        return None
    name = joined(base)
    return (name, end, dotted) if is_name(name) else None


def _is_a_kernel(tokens: Sequence[str], k: int) -> bool:
    r"""Whether what is taken of two or more things begins at a place, ``\mathrm{ker}(x, x')``, and before it is ker."""
    if "".join(tokens[max(0, k - 4) : k]) != "ker}" or list(tokens[k : k + 1]) != ["("]:
        return False
    return "," in tokens[k : closing(tokens, k)]


def _is_label(inside: Sequence[str]) -> bool:
    """Whether a superscript is a part of a name, and no power: ``(t)``, a star, an iterate ``t+1``."""
    text = "".join(inside)
    if text in ("*", r"\star", r"\ast", r"\dagger", r"\prime", "+", "-"):
        return text != r"\dagger"
    if text.startswith("("):  # (t), and no (2 - L)/L
        return closing(inside, 0) == len(inside) - 1
    return text.startswith(r"\mathrm") or _counts(inside)


def _opens_a_group(tokens: Sequence[str], k: int) -> bool:
    r"""Whether a brace opens no argument: ``{W^{21}}^\top``."""
    before = tokens[k - 1] if k else ""
    return before not in ("_", "^", "}") and not (before[:1] == "\\" and before[-1].isalpha())


def _is_of_two_layers(inside: Sequence[str]) -> bool:
    r"""Whether a superscript may name two layers, as that of ``W^{21}`` and ``\Sigma^{31}``, matrices between these."""
    return len(inside) == 1 and re.fullmatch(r"[1-9]{2}", inside[0]) is not None


def _counts(inside: Sequence[str]) -> bool:
    """Whether a superscript is that of an iterate, ``t+1``, or of a power."""
    return bool(inside) and inside[0] in _ITERATES and all(t in "+-" or t.isdigit() or t in _ITERATES for t in inside)


def numbers_raised(seen: Mapping[str, Seen], defined: Container[str]) -> set[str]:
    r"""The names that are raised to a power that counts: of z, ``\sum_k c_k z^k``, and no iterates, ``\sum_k f(x^k)``.

    Args:
        seen: the names of the formulas, with ``z^{k}`` as one of its own.
        defined: left sides of equations.
    """
    found: set[str] = set()
    iterates: set[str] = set()
    for name, what in seen.items():
        base, _, rest = name.partition("^")
        if not rest or not _counts(words(rest)[1:-1]) or "mathbf" in base or "boldsymbol" in base:
            continue
        if name in defined or any(what.shows[sign] for sign in _NO_POWERS):
            iterates.add(base)
        elif what.indices:
            found.add(base)
    return {base for base in found - iterates if not any(seen[base].shows[s] for s in _SHAPED if base in seen)}


def _shows(tokens: Sequence[str], k: int, end: int, dotted: bool) -> Iterable[str]:
    after = list(tokens[end : end + 3])
    raised = ""
    if tokens[k] in (r"\operatorname", r"\mathrm") and after[:1] and after[0] not in TERM_ENDS | _AFTER_A_WORD:
        yield "operates"
    if dotted:
        yield "dotted"
    if _is_derived(tokens, k, end):
        yield "derived"
    if _is_between_matrices(tokens, k, end):
        yield "between"
    if _is_below_frobenius(tokens, k):
        yield "frobenius"
    if _in_a_product_by_entries(tokens, k, end):
        yield from ("norm", "entrywise")
    if _is_paired(tokens, k, end):
        yield "paired"
    grouped = tokens[k - 1 : k] == ["{"] and after[:2] == ["}", "^"] and _opens_a_group(tokens, k - 1)
    if after[:1] == ["^"] or grouped:
        power, past = argument(tokens, end + 1 + grouped)
        raised = joined(power)
        if raised == "-1" and _is_of_one(tokens, past):
            yield from ("inverted", "applied")
            if is_of_a_value(tokens, past):
                yield "curried"
            return
        yield {r"\top": "transposed", "-1": "inverse"}.get(raised, "power")
    if tokens[k - 1 : k] == [r"\|"] and after[:1] == [r"\|"]:
        yield "norm"
    if "".join(tokens[max(0, k - 6) : k - 1]) in (r"\operatorname{tr}", r"\mathrm{tr}") and tokens[k - 1] in ("(", "["):
        yield "traced"
    if after[:1] in _BRACKETS:
        try:
            close = closing(tokens, end)
        except Unbalanced:
            return
        inside = tokens[end + 1 : close]
        if tokens[k - 1 : k] == [r"\|"] and list(tokens[close + 1 : close + 2]) == [r"\|"]:
            yield "valued"
        if _is_a_side(tokens, k, close + 1):
            yield "paired value"
        product = is_large(joined(tokens[k:end])) and r"\top" in inside and _is_in_a_product(tokens, k, close + 1)
        behind = joined(argument(tokens, close + 2)[0]) if list(tokens[close + 1 : close + 2]) == ["^"] else ""
        turned = behind in (r"\top", "-1") or (r"\top" in inside and behind in ("1/2", "-1/2", r"\frac{1}{2}"))
        if is_of_a_value(tokens, end):
            yield "curried"
        if len(between_commas(inside)) > 1 and not turned:  # of several things it is a function
            yield from ("several", "applied")
            return
        yield "multiplied" if turned or product or {"+", "-"} & set(inside) else "applied"
    elif tokens[end : end + 1] == [MATRIX] or (
        raised.isdigit() and _brackets_a_sum(tokens, argument(tokens, end + 1)[1])
    ):
        yield "multiplied"
    else:
        yield "bare"
        if not after or after[0] in TERM_ENDS | {r"\cdot", "/", ".", "="}:
            yield "last"


def _is_a_side(tokens: Sequence[str], k: int, end: int) -> bool:
    r"""Whether some tokens are a whole side of an inner product: ``w(s)`` in ``\langle w(s), z(s) \rangle``."""
    first = list(tokens[k - 1 : k]) == [r"\langle"] and list(tokens[end : end + 1]) == [","]
    return first or (list(tokens[k - 1 : k]) == [","] and list(tokens[end : end + 1]) == [r"\rangle"])


def _is_of_one(tokens: Sequence[str], k: int) -> bool:
    """Whether brackets at a place hold one thing and no sum, and nothing is turned, as what a function is taken of."""
    if list(tokens[k : k + 1]) not in _BRACKETS:
        return False
    try:
        close = closing(tokens, k)
    except Unbalanced:
        return False
    inside = tokens[k + 1 : close]
    turned = list(tokens[close + 1 : close + 3]) == ["^", "{"] and not tokens[close + 3].isdigit()
    return not {"+", "-", r"\top", "I", MATRIX} & set(inside) and not turned


def _is_in_a_product(tokens: Sequence[str], k: int, after: int) -> bool:
    """Whether a factor stands right before a place, or right after another one."""
    before = list(tokens[k - 1 : k]) in ([")"], ["}"])
    return before or (after < len(tokens) and tokens[after] not in TERM_ENDS | _AFTER_A_WORD)


def _is_paired(tokens: Sequence[str], k: int, end: int) -> bool:
    r"""Whether a small letter is all that stands behind the transpose of a small one, as x in ``w^\top x + b``."""
    if list(tokens[k - 4 : k]) != ["^", "{", r"\top", "}"] or is_large(joined(tokens[k:end])):
        return False
    if end < len(tokens) and tokens[end] not in TERM_ENDS:
        return False
    first = next((j for j in range(k - 5, -1, -1) if tokens[j] not in ("}", "'") and _ends_at(tokens, j, k - 4)), None)
    return first is not None and not is_large(joined(tokens[first : k - 4]))


def _ends_at(tokens: Sequence[str], j: int, k: int) -> bool:
    found = name_at(tokens, j)
    return found is not None and found[1] == k


def _is_between_matrices(tokens: Sequence[str], k: int, end: int) -> bool:
    r"""Whether a name stands as S does in ``U S V^\top``: right after a factor, and before one that is transposed.

    So does U there, and B in ``A^\top B``, of a letter that is no usual one for a number.
    """
    usual = letter_of(joined(tokens[k:end])) in _MATRICES
    if usual and list(tokens[k - 2 : k]) == [r"\top", "}"]:
        return True
    first = k == 0 or tokens[k - 1] in _TERM_STARTS
    if first and usual:
        level = 0
        for j in range(end, len(tokens)):
            level += (tokens[j] in ("{", "(", "[")) - (tokens[j] in ("}", ")", "]"))
            if level < 0 or (level == 0 and tokens[j] in ("+", "-", "=")):
                return False
            if list(tokens[j : j + 3]) == ["^", "{", r"\top"]:
                return True
        return False
    if list(tokens[k - 1 : k]) not in ([")"], ["}"]) and not re.fullmatch(r"[A-Z]", "".join(tokens[k - 1 : k])):
        return False
    if list(tokens[end : end + 1]) == ["("]:
        return r"\top" in tokens[end : closing(tokens, end)]
    found = name_at(tokens, end) if end < len(tokens) else None
    return found is not None and list(tokens[found[1] : found[1] + 3]) == ["^", "{", r"\top"]


def _is_below_frobenius(tokens: Sequence[str], k: int) -> bool:
    r"""Whether a name stands in ``\|..\|_{F}``."""
    bars = [j for j, token in enumerate(tokens) if token == r"\|"]
    pairs = zip(bars[::2], bars[1::2], strict=False)
    return any(one < k < other and list(tokens[other + 1 : other + 4]) == ["_", "{", "F"] for one, other in pairs)


def _is_derived(tokens: Sequence[str], k: int, end: int) -> bool:
    r"""Whether ``\partial E`` is all of the numerator of a partial derivative, or it stands behind ``\nabla_{W}``."""
    around = [*tokens[max(0, k - 3) : k], *tokens[end : end + 3]]
    if around == [r"\frac", "{", r"\partial", "}", "{", r"\partial"]:
        return True
    begin = next((j for j in range(k - 1, -1, -1) if tokens[j] == r"\nabla"), None)
    if begin is None or list(tokens[begin + 1 : begin + 2]) != ["_"]:
        return False
    return argument(tokens, begin + 2)[1] == k


def _in_a_product_by_entries(tokens: Sequence[str], k: int, end: int) -> bool:
    r"""Whether a name stands beside ``\odot``, or beside itself with a ``\circ`` between: then it is a vector."""
    name = list(tokens[k:end])
    start, after = k, end
    if list(tokens[end : end + 2]) == ["^", "{"]:
        _, after = argument(tokens, end + 1)
    if list(tokens[k - 1 : k]) in (["("], ["-"]) and list(tokens[end : end + 1]) == [")"]:
        start, after = _in_a_function(tokens, k, end)
    if r"\odot" in (*tokens[start - 1 : start], *tokens[after : after + 1]):
        return True
    return list(tokens[end : end + 1]) == [r"\circ"] and list(tokens[end + 1 : end + 1 + len(name)]) == name


def _in_a_function(tokens: Sequence[str], k: int, end: int) -> tuple[int, int]:
    r"""The places of the function of which a name is all that it is taken of, ``\cosh(-v)``; else those of the name."""
    start = k - 1 - (tokens[k - 1] == "-")
    if list(tokens[start : start + 1]) == ["("] and start and tokens[start - 1] in FUNCTIONS:
        return start - 1, end + 1
    return k, end


def _brackets_a_sum(tokens: Sequence[str], k: int) -> bool:
    return list(tokens[k : k + 1]) in _BRACKETS and bool({"+", "-"} & set(tokens[k : closing(tokens, k)]))


_INDEXED = re.compile(r"(.*?)_\{([A-Za-z]|\\(?:ell|alpha|beta|gamma|delta|mu|nu|kappa|rho|sigma|tau|xi|iota))\}(.*)")


def indexed(name: str) -> tuple[str, str, str]:
    """The letter of a name, its index, and what stands behind that; the name alone if it has no index of one letter."""
    found = _INDEXED.fullmatch(name)
    return (found[1], found[2], found[3]) if found else (name, "", "")
