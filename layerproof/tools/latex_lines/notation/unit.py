r"""A part of a formula that stands for one value, and what the cutting of such parts depends on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

NAME = r"\unitvalue"
"""What the letters of such parts are called inside; no formula of a file may hold it."""
DETERMINANT = "determinant"


@dataclass(frozen=True)
class Unit:
    """A part of a formula.

    Attributes:
        kind: ``mean``, ``sum`` or ``integral`` (linear in what is inside), ``norm`` (not negative), ``number``,
            ``value`` (of a declared function), ``gradient`` or ``hessian`` (of one), ``argument``
            (where something is least, of the size of what is inside), ``determinant``,
            ``odot`` (a term with a product by entries), ``otimes`` (one with a product of Kronecker),
            ``diagonal`` (the matrix with a vector on its diagonal), ``of one matrix`` (an exponential, or a power),
            ``by entries`` (a function of a vector).
        head: what stands before the inside, as tokens joined; with the inside, all of it.
        inside: the tokens inside.
        whole: all of its tokens.
        indices: indices of a sum around it that stand in it.
    """

    kind: str
    head: str
    inside: tuple[str, ...]
    whole: tuple[str, ...]
    indices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """What the cutting depends on.

    Attributes:
        ranges: the indices whose range is declared.
        functions: names of declared functions, as tokens, by the first of these, the longest first.
        declared: every declared name, joined.
        expects: whether means are worked out under declared laws.
        reads: whether the grammar reads these tokens.
        testing: the tokens that are being tried.
        letter: the tokens that stand for a part.
        paper: whether ``\\sum_i`` of an index that is not declared runs over what the paper says, wherever.
        matrices: names of matrices, as `functions`: in a paper ``W(t)`` is the value of one.
        whole: whether it is a whole side that is read, and no part of one.
        times: the names of times.
        powers: whether words say that powers of vectors are taken entry by entry.
        weights: the names of what is positive semidefinite, and may be the weight of a norm.
    """

    ranges: frozenset[str]
    functions: Mapping[str, Sequence[tuple[str, ...]]]
    declared: frozenset[str]
    expects: bool
    reads: Callable[[Sequence[str]], bool]
    letter: Callable[[Unit], list[str]]
    testing: tuple[str, ...] = ()
    paper: bool = False
    matrices: Mapping[str, Sequence[tuple[str, ...]]] = field(default_factory=dict)
    whole: bool = True
    times: frozenset[str] = frozenset()
    powers: bool = False
    weights: frozenset[str] = frozenset()


Part = tuple[str, str, int, int, tuple[str, ...]]
"""Kind and head of a part that is seen, where it begins and ends, and the tokens inside."""
