r"""Where sums, integrals, limits and bounds end that the grammar does not read."""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import Unbalanced, argument, between_commas, closing, holds, joined
from .applications import Ambiguous
from .differentials import closes
from .term_ends import to_the_end
from .unit import Known, Part


def bound_seen(tokens: Sequence[str], k: int) -> Part | None:
    r"""``\sup_{h} ..``: of what stands in brackets after it, or of the rest, if that is one term."""
    after = k + 1
    if tokens[after : after + 1] != ["_"]:
        return None
    _, after = argument(tokens, after + 1)
    end = to_the_end(tokens, after)
    if end == after:
        return None
    goes_on = not is_enclosed(tokens[after:end]) and tokens[end : end + 1] in (["+"], ["-"])
    if goes_on and not _is_constant_beside(tokens, k, after, end):
        shown = joined(tokens[k:end])
        raise Ambiguous(f"whether '{shown}' ends there or goes on is not clear: put what it is taken of in brackets")
    return "number", joined(tokens[k:after]), k, end, tuple(tokens[after:end])


def _is_constant_beside(tokens: Sequence[str], k: int, begin: int, end: int) -> bool:
    r"""Whether what is added to a bound's one term stands still: ``\min_h L(h) + c`` is the same with or without it.

    The term must hold the letter that runs, for ``\min_w L + R`` does not say of what w is the argument.
    """
    under, _ = argument(tokens, k + 2)
    stop = next((j for j, token in enumerate(under) if token in _SAYS_WHERE), len(under))
    running = [tuple(name) for name in between_commas(under[:stop])]
    last = end
    while tokens[last : last + 1] in (["+"], ["-"]):
        last = to_the_end(tokens, last + 1)
    rest = tokens[end:last]
    return all(name and holds(tokens[begin:end], name) and not holds(rest, name) for name in running)


def is_enclosed(tokens: Sequence[str]) -> bool:
    """Whether tokens are one bracket, or stand between two bars."""
    if tokens[0] in ("(", "[", r"\{"):
        return closing(tokens, 0) == len(tokens) - 1
    return tokens[0] in ("|", r"\|") and tokens[-1] == tokens[0] and list(tokens).count(tokens[0]) == 2


_SAYS_WHERE = frozenset(
    {r"\in", r"\ne", r"\neq", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", ":", r"\sim", "|", r"\mid"}
)


def sum_seen(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``\sum_{i \in S} ..``, over what is no range: to the end of its term."""
    after = k + 1
    under: list[str] = []
    if tokens[after : after + 1] == ["_"]:
        under, after = argument(tokens, after + 1)
    raised = tokens[after : after + 1] == ["^"]
    if raised:
        _, after = argument(tokens, after + 1)
        if "_" not in tokens[k:after][:2] and tokens[after : after + 1] == ["_"]:
            under, after = argument(tokens, after + 1)
    ranged = "=" in under and r"\ne" not in under and r"\neq" not in under
    if ranged and ("," not in under or (known.paper and raised)):
        return _range(tokens, k, after, known)
    if not raised and under and all(joined(n) in known.ranges for n in between_commas(under)):
        return None
    if (raised and under) or (not known.paper and under and not _SAYS_WHERE & set(under)):
        return None
    end = to_the_end(tokens, after)
    if end == after:
        return None
    kind = "sum" if tokens[k] == r"\sum" else "number"
    return kind, joined(tokens[k:after]), k, end, tuple(tokens[after:end])


def _range(tokens: Sequence[str], k: int, after: int, known: Known) -> Part | None:
    r"""``\sum_{i=1}^{n} ..`` in a paper, of what the grammar does not read, such as vectors: to the end of its term."""
    if not known.paper or tokens[k] != r"\sum":
        return None
    end = to_the_end(tokens, after)
    whole = tuple(tokens[k:end])
    if end == after or whole == known.testing or known.reads(whole):
        return None
    return "sum", joined(tokens[k:after]), k, end, tuple(tokens[after:end])


def limit_seen(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``\lim_{n \to \infty} ..`` of what is not looked into: one term."""
    part = bound_seen(tokens, k)
    whole = tuple(tokens[k : part[3]]) if part is not None else ()
    return None if part is None or whole == known.testing or known.reads(whole) else part


def integral_seen(tokens: Sequence[str], k: int, known: Known) -> Part | None:
    r"""``\int_X f d\mu(x)`` that the grammar does not read: to its last differential."""
    after = k + 1
    for _ in range(2):
        if tokens[after : after + 1] in (["_"], ["^"]):
            _, after = argument(tokens, after + 1)
    end = to_the_end(tokens, after)
    last = closes(tokens, after, known.declared) or _last_differential(tokens, after, end)
    if last is not None and tokens[last] == r"\mathrm":
        last += 3
    end = max(end, (last or 0) + 2)
    if last is None:
        if not known.paper or end == after:
            return None
        return "integral", joined(tokens[k:after]), k, end, tuple(tokens[after:end])
    stop = last + 1
    try:
        while stop < end and (tokens[stop] in ("_", "^", "{", "(") or stop == last + 1):
            stop = closing(tokens, stop) + 1 if tokens[stop] in ("{", "(") else stop + 1
            if tokens[stop - 1][0] == "\\" and tokens[stop : stop + 1] == ["{"]:
                stop = closing(tokens, stop) + 1
    except Unbalanced:
        return None
    whole = tuple(tokens[k:stop])
    if whole == known.testing or known.reads(whole):
        return None
    begin = last - 3 if tokens[last] == "}" else last
    head = joined([*tokens[k:after], "|", *tokens[begin:stop]])
    return "integral", head, k, stop, tuple(tokens[after:begin])


def _last_differential(tokens: Sequence[str], after: int, end: int) -> int | None:
    """The place of the last d of a term, or of the brace after an upright one: that of a measure."""
    level = 0
    last = None
    for place in range(after, end):
        token = tokens[place]
        is_upright = tokens[place - 3 : place + 1] == [r"\mathrm", "{", "d", "}"]
        if level == 0 and place > after and ((token == "d" and tokens[place - 1] not in ("_", "^")) or is_upright):
            last = place
        level += (token in ("{", "(", "[")) - (token in ("}", ")", "]"))
    return last
