r"""Where parts of a formula begin and end that stand for one value, of which nothing is known but that they have it.

``\mathbb{E}_x[f(x)]``, ``\sup_{h} |h(x)|``, ``\|A\|_{op}``, ``\sum_{i \in S} a_i``, ``\int f d\mu``, and ``f(x_i)`` in
a sum over i. What is proved with a letter in its place holds whatever it is. A part is cut out only where its end is
clear: ``\sup_x f(x) + c`` can be read in two ways, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from ....language.known_functions import OPERATORS
from ..files.tokens import Unbalanced, argument, closing, in_words, joined, opening
from .applications import Ambiguous
from .determinants import BELOW
from .entrywise_seen import KIND as BY_ENTRIES
from .entrywise_seen import part_by_entries
from .functions import bound
from .gradients import gradient, partial
from .powers_seen import KIND as OF_ONE
from .powers_seen import of_a_matrix
from .term_ends import CLOSE, ENDS, OPEN, RELATIONS, to_the_end
from .unit import DETERMINANT, NAME, Known, Part, Unit
from .unit_sums import bound_seen, integral_seen, limit_seen, sum_seen

ODOT = r"\odot"
ENTRYWISE = frozenset({ODOT, r"\circ"})
OTIMES = r"\otimes"
_BESIDE = ENTRYWISE | {OTIMES}
_MEANS = frozenset({"E"})
_NUMBERS = frozenset(
    {"Var", "Cov", "Pr", "P", "rank", "det", BELOW, "dim", "KL", "var", "cov", "Prob", "MSE", "erank", "corr"}
)
_ARGUMENTS = frozenset({"argmin", "argmax"})
CONSTANT = "const"
"""Some number that does not matter: with it, no line is wrong."""
KNOWN_WORDS = (
    _MEANS
    | _NUMBERS
    | _ARGUMENTS
    | set(OPERATORS)
    | {"diag", "norm", "vec", "Re", "Im", "arg", "span", "ker"}
    | {CONSTANT}
)
"""Upright words that are operators, and no names."""
INDICATOR = re.compile(r"\\(?:mathbf|mathbb|mathbbm|mathds|boldsymbol)\{1\}|\\mathbb\{I\}|\\(?:mathbbm|mathds)\{I\}")
"""What a one is written with that is 1 where something holds, and else 0."""
_BOUNDS = frozenset({r"\sup", r"\inf", r"\max", r"\min"})
_MOVES = frozenset({r"\int", r"\lim", r"\partial", r"\nabla"})
_WORD = (
    r"\operatorname", r"\operatorname*", r"\mathrm", r"\mathbb", r"\mathbf", r"\mathsf", r"\mathbbm", r"\mathds",
    r"\boldsymbol",
)  # fmt: skip


def by_first(names: Iterable[str]) -> dict[str, list[tuple[str, ...]]]:
    """Names as tokens, by the first of these, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for key in sorted((in_words(name) for name in names), key=len, reverse=True):
        found.setdefault(key[0], []).append(key)
    return found


def cut(
    tokens: Sequence[str], known: Known, running: frozenset[str] = frozenset(), outer: frozenset[str] = frozenset()
) -> list[str]:
    """Tokens with a letter in the place of each such part.

    Args:
        tokens: of a formula, or of what stands inside of a part of one.
        known: what the cutting depends on.
        running: the indices over which sums of the whole formula run.
        outer: those of the sums around these tokens.

    Raises:
        Ambiguous: where the end of a part is not clear, or what stands around it looks into it.
    """
    found: list[str] = []
    runs = bound(tokens) | running
    whole, tokens = tokens, _entry_by_entry(tokens, known)
    k, shown = 0, "" if tokens == whole else OTIMES if OTIMES in whole else ODOT
    only_sums = not shown
    while k < len(tokens):
        part = _part(tokens, k, known, runs)
        if part is None:
            found.append(tokens[k])
            k += 1
            continue
        kind, head, begin, end, inside = part
        if not kind:  # the grammar reads it: what is inside may hold such parts
            within = cut(inside, known, frozenset(runs), outer | _may_run(tokens, begin, runs))
            found += [tokens[begin], *within, *tokens[begin + 1 + len(inside) : end]]
            k = end
            continue
        whole = tuple(tokens[begin:end])
        indices = _free(runs, tokens, begin, whole, outer)
        found += known.letter(Unit(kind, head, inside, whole, indices))
        k = end
        if kind in (OF_ONE, BY_ENTRIES):
            shown = shown or ODOT  # its rate is known, as that of a product by entries
        elif shown in ("", ODOT, OTIMES):
            shown = joined(whole)
        only_sums = only_sums and kind == "sum"
    if only_sums and _MOVES & set(found) == {r"\nabla"}:
        return found  # what hangs on the variable is found where the gradient is taken
    if not _MOVES & set(found) and (shown == ODOT or (shown == OTIMES and not _below_a_rate(found, shown))):
        return found  # the rate of a product by entries is that of its factors
    if shown and (_MOVES & set(found) or re.search(r"(?<!\\)\|_\{", joined(found)) or _below_a_rate(found, shown)):
        raise Ambiguous(f"{shown}: what stands below a derivative, an integral or a limit is not read as one value")
    return found


def _below_a_rate(tokens: Sequence[str], shown: str) -> bool:
    r"""Whether a letter for a part may stand below a derivative: ``u^\top \frac{dw}{dt}`` has w alone below it."""
    for k, token in enumerate(tokens):
        if token != r"\frac" or not re.match(r"\{(?:\\mathrm\{d\}|d)", joined(tokens[k + 1 : k + 6])):
            continue
        over, after = argument(tokens, k + 1)
        inside = over[1:] if over[0] == "d" else over[4:]
        if shown == ODOT or NAME in (inside or tokens[after:]):
            return True
    return False


def as_one(tokens: Sequence[str], known: Known) -> Unit | None:
    """The part that some tokens are, all of them; None if they are more than one, or none."""
    part = _part(tokens, 0, known, bound(list(tokens)))
    if part is None or not part[0] or part[3] != len(tokens):
        return None
    return Unit(part[0], part[1], part[4], tuple(tokens))


def _entry_by_entry(tokens: Sequence[str], known: Known) -> Sequence[str]:
    r"""Tokens with a letter for each term in which an ``\odot`` or ``\otimes`` stands, below no sum, and no norm."""
    if not _BESIDE & set(tokens) or tuple(tokens) == known.testing:
        return tokens
    found: list[str] = []
    term: list[str] = []
    level, bars, opaque, entrywise = 0, 0, False, ""
    for token in [*tokens, "+"]:
        if level == 0 and not bars % 2 and token in ("+", "-", ",", "=", r"\mid", "|"):
            within = list(term) if opaque else _in_brackets(term, known)
            found += known.letter(Unit(entrywise[1:], entrywise, tuple(term), tuple(term))) if entrywise else within
            found.append(token)
            term, opaque, entrywise = [], False, ""
            continue
        opaque = opaque or (level == 0 and token in (r"\sum", r"\prod", r"\int", r"\mathbb", r"\langle"))
        if token in _BESIDE and level == 0 and not bars % 2 and not opaque:
            entrywise = OTIMES if token == OTIMES else entrywise or ODOT
        bars += token == r"\|"
        level += (token in OPEN) - (token in CLOSE)
        term.append(token)
    return found[:-1]


def _in_brackets(term: Sequence[str], known: Known) -> list[str]:
    """A term with what stands in its brackets done likewise, but for what stands in norms."""
    found: list[str] = []
    k, bars = 0, 0
    while k < len(term):
        if not bars % 2 and known.paper and (part := part_by_entries(term, k, known)) is not None:
            found += known.letter(Unit(part[0], part[1], part[4], tuple(term[k : part[3]])))
            k = part[3]
            continue
        bars += term[k] == r"\|"
        found.append(term[k])
        k += 1
        if term[k - 1] in ("(", "[", "{") and not bars % 2:
            end = closing(term, k - 1)
            inside = term[k:end]
            try:
                found += _entry_by_entry(inside, known)
            except Ambiguous:
                if not _ends_a_function(term[: k - 1], known):
                    raise
                found += inside  # R(\ell \circ f): a value, whatever stands in it
            k = end
    return found


def _free(
    runs: set[str], tokens: Sequence[str], begin: int, whole: tuple[str, ...], outer: frozenset[str]
) -> tuple[str, ...]:
    """The indices of sums around a part that stand in it, and are not bound by a sum of its own.

    Raises:
        Ambiguous: if an index may be either.
    """
    here = runs & set(_letters(whole))
    own = here & bound(list(whole))
    if own and own & (outer | _around(tokens, begin)):
        raise Ambiguous(f"{joined(whole)[:80]}: an index runs in it, and around it")
    return tuple(sorted(here - own))


def _around(tokens: Sequence[str], place: int) -> frozenset[str]:
    """The indices of the sums in whose terms a place lies."""
    found: set[str] = set()
    for k in range(place):
        if tokens[k] not in (r"\sum", r"\prod"):
            continue
        after = k + 1
        while tokens[after : after + 1] in (["_"], ["^"]):
            _, after = argument(tokens, after + 1)
        if to_the_end(tokens, after) > place:
            found |= bound(list(tokens[k:after]))
    return frozenset(found)


def _may_run(tokens: Sequence[str], place: int, runs: set[str]) -> frozenset[str]:
    """As `_around`; where that is not clear, every index."""
    try:
        return _around(tokens, place) if runs else frozenset()
    except Ambiguous:
        return frozenset(runs)


def _part(tokens: Sequence[str], k: int, known: Known, runs: set[str]) -> Part | None:
    """Kind, head, beginning, end and inside of the part that begins at a token; None if none does."""
    token = tokens[k]
    if known.paper and (part := part_by_entries(tokens, k, known) or _at_a_time(tokens, k, known)) is not None:
        return part
    power = of_a_matrix(tokens, k, lambda inside: _is_square(inside, known)) if known.paper else None
    if power is not None and token not in known.declared and not _ends_a_function(tokens[:k], known):
        return power
    if token in _WORD or token == r"\Pr":
        return _operator(tokens, k, known)
    if token in _BOUNDS:
        return bound_seen(tokens, k)
    if token == r"\|":
        return _norm(tokens, k, known)
    if token == r"\langle":
        return _inner(tokens, k, known)
    if token in (r"\sum", r"\prod"):
        return sum_seen(tokens, k, known)
    if token == r"\int":
        return integral_seen(tokens, k, known)
    if token == r"\lim" and known.paper:
        return limit_seen(tokens, k, known)
    if token in ("(", "[") and known.paper:
        part = _entry(tokens, k)
        whole = tuple(tokens[k : part[3]]) if part is not None else ()
        shown = [*_heads_over(tokens, k, whole), *whole]
        return None if part is None or whole == known.testing or known.reads(shown) else part
    if token == r"\nabla":
        return gradient(tokens, k, known)
    if token == r"\frac":
        return partial(tokens, k, known)
    return _value(tokens, k, known, runs)


def _ends_a_function(tokens: Sequence[str], known: Known) -> bool:
    """Whether some tokens end with the name of a declared function."""
    names = (name for names in known.functions.values() for name in names)
    return any(tuple(tokens[len(tokens) - len(name) :]) == name for name in names)


def _is_square(tokens: Sequence[str], known: Known) -> bool:
    """Whether some tokens are a square matrix with more than one entry."""
    if not any(
        tuple(tokens[k : k + len(n)]) == n for k in range(len(tokens)) for n in known.matrices.get(tokens[k], ())
    ):
        return False
    inside = ["(", *tokens, ")"]
    return known.reads([*inside, *inside]) and not known.reads([*inside, "+", "1"])


_TIMES = frozenset({"t", "s", "0", "T", r"\tau", r"\infty"})


def _at_a_time(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``W(t)``, ``x(\mu)`` or ``A^{i}``, a letter like the matrix W, or like x, or A."""
    name = next((n for n in known.matrices.get(tokens[k], ()) if tuple(tokens[k : k + len(n)]) == n), None)
    if name is None or tokens[k - 1 : k] in (["_"], ["^"]):
        return None
    end = k + len(name)
    after = list(tokens[end : end + 3])
    if after[:1] == ["^"]:
        raised, last = argument(tokens, end + 1)
        power = len(raised) == 1 and raised[0].isalpha() and raised[0].islower()
        return ("argument", joined(tokens[k:last]), k, last, name) if power else None
    if after[:1] != ["("]:
        return None
    close = closing(tokens, end)
    inside = tokens[end + 1 : close]
    if joined(inside) not in _TIMES and not _is_a_number(inside, known):
        return None
    return "argument", joined(tokens[k : close + 1]), k, close + 1, name


def _is_a_number(tokens: Sequence[str], known: Known) -> bool:
    r"""Whether some tokens are the name of a number, as that of a parameter: nobody writes ``x \mu`` as ``x(\mu)``."""
    return joined(tokens) in known.declared and tuple(tokens) != known.testing and known.reads([*tokens, "+", "1"])


def _operator(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``\mathbb{E}_x[..]``, ``\operatorname{Var}(..)``, ``\Pr[..]``."""
    if tokens[k] == r"\Pr":
        name, after = "Pr", k + 1
    else:
        letters, after = argument(tokens, k + 1)
        name = "".join(letters)
        if INDICATOR.fullmatch(joined(tokens[k:after])):
            return _indicator(tokens, k, after, known.declared)
    if name == CONSTANT and known.paper and joined(tokens[k:after]) not in known.declared:
        return "number", joined(tokens[k:after]), k, after, ()
    if name in _ARGUMENTS and joined(tokens[k:after]) not in known.declared:
        return _best(tokens, k, after)
    if name == "diag" and tokens[after : after + 1] == ["("] and joined(tokens[k:after]) not in known.declared:
        close = closing(tokens, after)
        return "diagonal", joined(tokens[k:after]), k, close + 1, tuple(tokens[after + 1 : close])
    if name not in _MEANS | _NUMBERS or joined(tokens[k:after]) in known.declared:
        return None
    if len(name) == 1 and tokens[k] not in (r"\mathbb", r"\operatorname", r"\mathbf", r"\mathrm"):
        return None
    if tokens[after : after + 1] == ["_"]:
        _, after = argument(tokens, after + 1)
    if tokens[after : after + 1] not in (["["], ["("], [r"\{"]):
        if name in _MEANS:
            if not known.expects and (end := _of_one(tokens, after, known)) is not None:
                return "mean", joined(tokens[k:after]), k, end, tuple(tokens[after:end])
            shown = joined(tokens[k:after])
            raise Ambiguous(f"what {shown} is taken of is not clear: put it in brackets, {shown}[..]")
        return None
    if name in _MEANS and known.expects:
        return None
    close = closing(tokens, after)
    if tokens[close + 1 : close + 2] == ["^"] and name in _MEANS and tokens[after] == "(":
        raise Ambiguous("'E(x)^2' can be read as the square of a mean and as the mean of a square: write brackets [ ]")
    inside = tuple(tokens[after + 1 : close])
    head = joined(tokens[k:after])
    if name not in _MEANS:
        return DETERMINANT if name == "det" else "number", head, k, close + 1, inside
    of, given = _given(inside)
    return "mean", f"{head}|{given}" if given else head, k, close + 1, of


def _best(tokens: Sequence[str], k: int, after: int) -> Part | None:
    r"""``\operatorname{argmin}_{x \in K} ..``: of all that follows."""
    if tokens[after : after + 1] != ["_"]:
        return None
    under, end = argument(tokens, after + 1)
    stop = next(
        (j for j, token in enumerate(under) if token in (r"\in", ":", ",", r"\mid", r"\geq", r"\ge")), len(under)
    )
    begin = end
    while True:
        end = to_the_end(tokens, end)
        if tokens[end : end + 1] not in (["+"], ["-"]):
            break
        end += 1
    return None if end == begin else ("argument", joined(tokens[k:after]), k, end, tuple(under[:stop]))


def _of_one(tokens: Sequence[str], k: int, known: Known) -> int | None:
    r"""The place after the one factor that a mean without brackets is of, ``\mathbb{E}\|x\|^2``; None if not clear."""
    token = tokens[k] if k < len(tokens) else ""
    part = gradient(tokens, k, known) if token == r"\nabla" else None
    name = next((n for n in known.functions.get(token, ()) if tuple(tokens[k : k + len(n)]) == n), None)
    if part is not None:
        end = part[3]
    elif token == r"\|":
        bars = [j for j in range(k + 1, len(tokens)) if tokens[j] == r"\|"]
        end = bars[0] + 1 if bars else len(tokens)
    elif token == "|":
        bars = [j for j in range(k + 1, len(tokens)) if tokens[j] == "|"]
        end = bars[0] + 1 if bars else len(tokens)
    elif token == r"\langle":
        end = next((j + 1 for j in range(k, len(tokens)) if tokens[j] == r"\rangle"), len(tokens))
    elif name is not None and tokens[k + len(name) : k + len(name) + 1] in (["("], ["["]):
        end = closing(tokens, k + len(name)) + 1
    else:
        letters = [in_words(n) for n in known.declared if in_words(n)[:1] == (token,)]
        ends = [k + len(n) for n in letters if tuple(tokens[k : k + len(n)]) == n]
        end = max(ends, default=len(tokens) + 1)
        if end > len(tokens) or tokens[end : end + 1] in (["_"], ["^"]):
            return None
    while tokens[end : end + 1] in (["_"], ["^"]):
        _, end = argument(tokens, end + 1)
    following = tokens[end] if end < len(tokens) else ""
    return end if following in ENDS - {"|", r"\|"} or following in RELATIONS else None


def _given(inside: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """What a mean is of, and under what condition."""
    level = 0
    bars = []
    for place, token in enumerate(inside):
        if level == 0 and token in ("|", r"\mid"):
            bars.append(place)
        level += (token in OPEN) - (token in CLOSE)
    if len(bars) != 1:
        return inside, ""
    return inside[: bars[0]], joined(inside[bars[0] + 1 :])


def _indicator(tokens: Sequence[str], k: int, after: int, declared: Container[str]) -> Part | None:
    r"""``\mathbf{1}_{A}``, ``\mathbb{1}[x > 0]``; without what it is of, it is a vector of ones."""
    end = after
    if tokens[end : end + 1] == ["_"]:
        under, end = argument(tokens, end + 1)
        if joined(tokens[k:end]) in declared or (len(under) == 1 and under[0].isalnum() and not under[0].isupper()):
            return None  # its size
    if tokens[end : end + 1] in (["["], ["("], [r"\{"]):
        end = closing(tokens, end) + 1
    return None if end == after else ("number", joined(tokens[k:after]), k, end, tuple(tokens[after:end]))


_EUCLID = {"", "2", "F", r"\mathrm{F}", r"\mathit{F}"}


def _norm(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``\|..\|_{op}``; one that the grammar reads is left to it."""
    level = 0
    for end in range(k + 1, len(tokens)):
        level += (tokens[end] in ("{", "(", "[")) - (tokens[end] in ("}", ")", "]"))
        if tokens[end] == r"\|" and level == 0:
            break
        if level < 0:
            return None
    else:
        return None
    inside, after, index = tokens[k + 1 : end], end + 1, ""
    if not inside:
        return None
    if tokens[after : after + 1] == ["_"]:
        under, after = argument(tokens, after + 1)
        index = joined(under)
    whole = tuple(tokens[k:after])
    if index in _EUCLID and (whole == known.testing or known.reads(whole)):
        return "", "", k, after, tuple(inside)
    return "norm", rf"\|_{{{index}}}", k, after, tuple(inside)


def _inner(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``\langle x, y\rangle`` of what the grammar does not read."""
    level = 0
    for end in range(k, len(tokens)):
        level += (tokens[end] == r"\langle") - (tokens[end] == r"\rangle")
        if level == 0:
            break
    else:
        return None
    after = end + 1
    if tokens[after : after + 1] == ["_"]:
        _, after = argument(tokens, after + 1)
    inside = list(tokens[k + 1 : end])
    depth, commas = 0, 0
    for token in inside:
        depth += (token in ("{", "(", "[", r"\langle")) - (token in ("}", ")", "]", r"\rangle"))
        commas += token == "," and depth == 0
    if commas != 1:
        return None
    whole = tuple(tokens[k:after])
    if after == end + 1 and (whole == known.testing or known.reads(whole)):
        return "", "", k, after, tuple(inside)
    return "number", r"\langle", k, after, tuple(inside)


_BEFORE_A_FACTOR = frozenset({"", "+", "-", "=", "(", "[", "{", ",", r"\cdot", r"\times", "|", r"\|", r"\langle"})


def _entry(tokens: Sequence[str], k: int) -> Part | None:
    r"""``[\theta]_{i,j}``, ``(A x)_i``: an entry of what stands in brackets, or its positive part."""
    end = closing(tokens, k)
    before = tokens[k - 1] if k else ""
    after_sum = re.search(r"\\(?:sum|prod)(?:_\{[^{}]*\})?(?:\^\{[^{}]*\})?$", joined(tokens[:k]))
    entry = before == "}" and _is_entry_end(tokens, k)
    if tokens[end + 1 : end + 2] != ["_"] or not (before in _BEFORE_A_FACTOR or after_sum or entry):
        return None
    _, after = argument(tokens, end + 1 + 1)
    return "number", joined(tokens[k:after]), k, after, tuple(tokens[k + 1 : end])


def _heads_over(tokens: Sequence[str], k: int, whole: Sequence[str]) -> list[str]:
    r"""The sums before a place whose indices stand in a part: ``\sum_{i=1}^{d}`` before ``[u]_{i}``."""
    found: list[str] = []
    letters = set(_letters(whole))
    for place in range(k):
        after = place + 1
        while tokens[place] == r"\sum" and tokens[after : after + 1] in (["_"], ["^"]):
            _, after = argument(tokens, after + 1)
        if after > place + 1 and bound(list(tokens[place:after])) & letters:
            found += tokens[place:after]
    return found


def _is_entry_end(tokens: Sequence[str], k: int) -> bool:
    """Whether the brace before a place closes the index of another such entry: ``[u]_{i} [v]_{i}``."""
    try:
        place = opening(tokens, k - 1)
    except Unbalanced:
        return False
    return list(tokens[place - 2 : place]) == ["]", "_"]


def _value(tokens: Sequence[str], k: int, known: Known, runs: set[str]) -> Part | None:
    """``f(x_i)``, a value of a declared function at an index that runs."""
    name = next((n for n in known.functions.get(tokens[k], ()) if tuple(tokens[k : k + len(n)]) == n), None)
    if name is None or tokens[k + len(name) : k + len(name) + 1] not in (["("], ["["]):
        return None
    end = closing(tokens, k + len(name)) + 1
    if not (runs & set(_letters(tokens[k:end])) or _ODD & set(tokens[k:end])):
        return None
    return "value", joined(name), k, end, tuple(tokens[k + len(name) + 1 : end - 1])


_ODD = frozenset({r"\circ", ";", ":", "|", r"\mid", r"\dots", r"\ldots", r"\cdots", r"\{", "?", r"\cdot"})


def _letters(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if len(token) == 1 or token[0] == "\\"]
