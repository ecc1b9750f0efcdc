"""Laws of matrices, at random sizes: identities at random matrices, rates and conserved ones along flows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.determinants import rate_with_determinants
from layerproof.language.gaussian import GaussianMatrix
from layerproof.language.matrices import MatrixFlow, MatrixHypothesis, RandomVector, Velocity
from layerproof.language.matrix_functions import InverseOf, PseudoInverse, SquareRoot
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.statements.matrix_order import MatrixInequality

from ..flows import dop853
from ..flows.fates import FINISHED
from .findings import Findings
from .gaussian_nodes import MOST_ENTRIES
from .matrix_draws import draw_matrices, letters_of, of_lower_rank, shape_of_draw, sizes_of
from .matrix_hypotheses import satisfied
from .matrix_nearness import blur
from .matrix_values import Stack, Values, bound, by_moments, downhill, program, value
from .points import Points
from .sampling import NoDraws, relations_of

TOLERANCE = 1e-9  # of both sides of an identity
EQUAL = 1e-12  # of two sides: nearer than that, and they are equal but for rounding
DRIFT = 1e-12  # of what is conserved
RATE = 1e-10  # of a change against the integral of its rate
SIZES = 8  # how many sizes share the draws
LARGEST = 4
RTOL = 1e-13
FEW_STEPS = 1_000  # of a trajectory whose rate has poles, at matrices without an inverse
TIMES = (0.0, 0.2, 0.6, 1.2, 2.5)


def check_identity(statement: MatrixIdentity, hypotheses: Sequence[Any], points: Points) -> Findings:
    """Both sides at random matrices; velocities by complex steps along the loss's numeric gradient."""
    findings = Findings(TOLERANCE, points.seed, wanted=points.draws)
    flow = statement.flow
    for at, sizes in _draws([statement.lhs, statement.rhs], flow, hypotheses, points, findings):
        velocities = downhill(flow, at, sizes) if flow is not None else None
        left, right = (value(sp.sympify(side), at, sizes, velocities) for side in (statement.lhs, statement.rhs))
        scale = sum(
            bound(sp.sympify(side), at, sizes, velocities).max(axis=1) for side in (statement.lhs, statement.rhs)
        )
        _judge(left - right, scale, at, sizes, findings, "left and right", blur(_matrix_hypotheses(hypotheses)))
    return findings


def check_order(statement: MatrixInequality, hypotheses: Sequence[Any], points: Points) -> Findings:
    """The least eigenvalue of the larger side minus the smaller, beside the size of the terms, and its symmetry.

    A strict order is contradicted where the least eigenvalue is 0 up to rounding.
    """
    findings = Findings(TOLERANCE, points.seed, wanted=points.draws)
    larger, smaller = (sp.sympify(side) for side in statement.ends)
    for at, sizes in _with_few(_draws([larger, smaller], None, hypotheses, points, findings), hypotheses):
        slack = value(larger, at, sizes) - value(smaller, at, sizes)
        scale = bound(larger, at, sizes).max(axis=1) + bound(smaller, at, sizes).max(axis=1)
        doubt = blur(_matrix_hypotheses(hypotheses))
        _judge(slack - np.swapaxes(slack, -1, -2), scale, at, sizes, findings, "symmetry", doubt)
        if not np.isfinite(slack).all():
            continue  # said by the line before
        least = np.linalg.eigvalsh((slack + np.swapaxes(slack, -1, -2)) / 2)[..., :1, None]
        room = scale[:, None, None, None] * (EQUAL if statement.strict else 0.0)
        short = np.where(least > room, 0.0, np.abs(least) if not statement.strict else scale[:, None, None, None])
        _judge(short, scale, at, sizes, findings, "larger minus smaller", doubt)
    return findings


def _with_few(
    draws: Iterator[tuple[dict[Any, Stack], dict[sp.Symbol, int]]], hypotheses: Sequence[Any]
) -> Iterator[tuple[dict[Any, Stack], dict[sp.Symbol, int]]]:
    """The draws, and beside each the few at which an order may fail: identities, all ones, and columns that vanish.

    Such are put in for letters of which nothing is assumed.
    """
    assumed = {m for h in _matrix_hypotheses(hypotheses) for side in h.said for m in side.atoms(sp.MatrixSymbol)}
    for at, sizes in draws:
        yield at, sizes
        first = {letter: stack[:1] for letter, stack in at.items()}
        plain = [m for m in at if isinstance(m, sp.MatrixSymbol) and m not in assumed]
        plain = [m for m in plain if not isinstance(m, RandomVector)]
        for few in (_identities, np.ones_like, _without_a_column) if plain else ():
            yield first | {letter: few(first[letter]) for letter in plain}, sizes


def _identities(stack: Stack) -> Stack:
    return np.broadcast_to(np.eye(*stack.shape[-2:]), stack.shape).copy()


def _without_a_column(stack: Stack) -> Stack:
    found = stack.copy()
    found[..., -1 if stack.shape[-1] > 1 else slice(0, 0)] = 0
    return found


def check_rate(statement: MatrixRate | MatrixConserved, hypotheses: Sequence[Any], points: Points) -> Findings:
    """The change of a matrix along trajectories, against its stated rate integrated alongside.

    A conserved one has rate zero.
    """
    conserved = isinstance(statement, MatrixConserved)
    findings = Findings(DRIFT if conserved else RATE, points.seed)
    of = statement.of if isinstance(statement, MatrixRate) else statement.quantity
    equals = statement.equals if isinstance(statement, MatrixRate) else None
    assumed = _matrix_hypotheses(hypotheses)
    for at, sizes in _draws([of, *([] if equals is None else [equals])], statement.flow, hypotheses, points, findings):
        _compare_velocities(statement.flow, at, sizes, findings)
        here = value(Velocity(of), at, sizes, downhill(statement.flow, at, sizes))
        stated = np.zeros_like(here) if equals is None else value(equals, at, sizes)
        scale = _scale_of_rate(statement.flow, of, at, sizes)
        rough = equals is not None and sp.sympify(equals).has(SquareRoot)  # which has no slope where the rank is lower
        if rough:
            scale = np.maximum(scale, bound(sp.sympify(equals), at, sizes).max(axis=1))
        _judge(here - stated, scale, at, sizes, findings, "rate at the start")
        if not rough:
            _compare_change(statement.flow, of, equals, assumed, at, sizes, findings)
    return findings


def _scale_of_rate(flow: MatrixFlow, of: Any, at: dict[Any, Stack], sizes: Mapping[sp.Symbol, int]) -> Any:
    """The size of the terms of a rate by the product rule, with a letter for each velocity: none cancels in letters."""
    moves = {letter: sp.MatrixSymbol(f"dot {letter}", *letter.shape) for letter in flow.parameters}
    speeds = downhill(flow, at, sizes)
    known = {**at, **{moves[letter]: speeds[letter] for letter in flow.parameters}}
    return bound(rate_with_determinants(of, moves), known, sizes).max(axis=1)


def _compare_change(
    flow: MatrixFlow,
    of: Any,
    equals: Any,
    assumed: Sequence[MatrixHypothesis],
    at: dict[Any, Stack],
    sizes: Mapping[sp.Symbol, int],
    findings: Findings,
) -> None:
    """The change of `of` since the start against the integral of `equals`, as long as the hypotheses hold."""
    states, integrals, lost = _trajectories(flow, equals, of, at, sizes)
    first = value(of, states[0], sizes)
    with np.errstate(invalid="ignore"):
        sized = [
            bound(sp.sympify(of), s, sizes).max(axis=1) + np.abs(q).max(axis=(1, 2, 3))
            for s, q in zip(states, integrals, strict=True)
        ]
        top = np.fmax.reduce(sized)
    inside = ~lost
    if lost.any():
        findings.draws -= int(lost.sum())
        findings.note(f"{int(lost.sum())} trajectories at {sizes} could not be followed and were left out")
    for state, integral in zip(states[1:], integrals[1:], strict=True):
        if assumed:
            inside = inside & satisfied(assumed, state, sizes, 1e-7)
        gap = np.where(inside[:, None, None, None], value(of, state, sizes) - first - integral, 0.0)
        _judge(gap, top, at, sizes, findings, "change")


def _trajectories(
    flow: MatrixFlow, equals: Any, of: Any, at: dict[Any, Stack], sizes: Mapping[sp.Symbol, int]
) -> tuple[list[dict[Any, Stack]], list[Stack], NDArray[np.bool_]]:
    """States, and the integral of `equals`, at each time, and which draws were lost on the way.

    Each draw has its own unit of time.
    """
    count = _count(at)
    at = {letter: np.broadcast_to(stack, (count, *stack.shape[1:])) for letter, stack in at.items()}
    letters = list(flow.parameters)
    shapes = [at[letter].shape[1:] for letter in letters]
    like = value(of, at, sizes)
    like = np.broadcast_to(like, (count, *like.shape[1:]))
    grown = int(np.prod(like.shape[1:]))
    rates = [*(flow.velocity(m) for m in letters), *([] if equals is None else [equals])]
    moved = program([by_moments(rate) for rate in rates], sizes)
    unit = 1.0 / np.maximum(sum(np.abs(v).max(axis=(1, 2, 3)) for v in downhill(flow, at, sizes).values()), 1.0)
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])

    def unpacked(flat: Stack) -> dict[Any, Stack]:
        parts = np.split(flat, cuts, axis=0)
        return {m: p.T.reshape(-1, *s) for m, p, s in zip(letters, parts, shapes, strict=False)}

    def slope_of(rows: NDArray[np.int_]) -> dop853.Slope:
        run = moved.bind({letter: stack[rows] for letter, stack in at.items()}, letters)

        def slope(t: Stack, flat: Stack) -> Stack:
            rates = np.zeros_like(flat)
            first = 0
            for rate in run(unpacked(flat)):
                pieces = np.broadcast_to(rate, (len(rows), *rate.shape[1:])).reshape(len(rows), -1).T
                rates[first : first + len(pieces)] = pieces
                first += len(pieces)
            return rates

        return slope

    start = np.concatenate([*(at[m].reshape(count, -1) for m in letters), np.zeros((count, grown))], axis=1)
    most = FEW_STEPS if equals is not None and sp.sympify(equals).has(InverseOf) else dop853.MOST_STEPS
    found = dop853.propagate(slope_of, start, unit[:, None] * np.asarray(TIMES), RTOL, max_steps=most)
    states = [{**at, **unpacked(found.states[:, k].T)} for k in range(len(TIMES))]
    integrals = [found.states[:, k, cuts[-1] :].reshape(like.shape) for k in range(len(TIMES))]
    return states, integrals, found.fates != FINISHED


def _compare_velocities(flow: MatrixFlow, at: Values, sizes: Mapping[sp.Symbol, int], findings: Findings) -> None:
    """The derived velocity against the numeric gradient of the loss: two routes to one thing."""
    for letter, numeric in downhill(flow, at, sizes).items():
        derived = value(flow.velocity(letter), at, sizes)
        _judge(
            derived - numeric,
            bound(flow.velocity(letter), at, sizes).max(axis=1),
            at,
            sizes,
            findings,
            f"velocity of {letter}",
        )


def _judge(
    gap: Stack,
    scale: Any,
    at: Values,
    sizes: Mapping[sp.Symbol, int],
    findings: Findings,
    part: str,
    doubt: float = 0.0,
) -> None:
    """Take note of the largest of the relative errors; one below `doubt` may be that of the draws themselves."""
    count = _count(at)
    gap = np.broadcast_to(gap, (count, *gap.shape[1:]))
    error = np.abs(gap).max(axis=(1, 2, 3)) / np.maximum(np.broadcast_to(scale, (count,)), 1e-300)
    if not np.isfinite(error).all():
        findings.could_not(f"{part}: no finite value at {sizes}")
        return
    row = int(np.argmax(error))
    findings.size = sizes
    if findings.tolerance < error[row] <= doubt:
        findings.could_not(
            f"{part}: the error of {error[row]:.1g} may come from the draws, which satisfy the hypotheses "
            "but for rounding"
        )
        return
    shown = _shown(at, row) if error[row] > findings.error or not findings.worst else {}
    findings.saw(float(error[row]), shown, part, against=bool(error[row] > findings.tolerance))


def _shown(at: Values, row: int) -> dict[str, float]:
    """Every entry of one draw; of a random vector, of every sample."""
    shown: dict[str, float] = {}
    for letter, stack in at.items():
        own = stack[row if len(stack) > 1 else 0]
        for place in np.ndindex(*own.shape):
            shown[_name(letter, own.shape, place)] = float(own[place])
    return shown


def _name(letter: Any, shape: Sequence[int], place: Sequence[int]) -> str:
    if not isinstance(letter, sp.MatrixSymbol):
        return str(letter)
    sample, row, column = (k + 1 for k in place)
    return f"{letter}[{row},{column}]" if shape[0] == 1 else f"{letter}[{sample};{row},{column}]"


def _draws(
    expressions: Sequence[Any],
    flow: MatrixFlow | None,
    hypotheses: Sequence[Any],
    points: Points,
    findings: Findings,
) -> Iterator[tuple[dict[Any, Stack], dict[sp.Symbol, int]]]:
    """Random matrices at several sizes, `draws` in all."""
    assumed = _matrix_hypotheses(hypotheses)
    relations = relations_of(h for h in hypotheses if not isinstance(h, MatrixHypothesis))
    sides = [side for h in assumed for side in h.said]
    letters = letters_of([*expressions, *sides, *([flow.loss, *flow.parameters] if flow else [])])
    alone = {s for e in expressions for i in sp.sympify(e).atoms(sp.Identity, sp.ZeroMatrix) for n in i.shape
             for s in sp.sympify(n).free_symbols}  # fmt: skip
    symbols = sorted({*sizes_of(letters), *alone}, key=str)
    gaussian = [letter for letter in letters if isinstance(letter, GaussianMatrix)]
    letters = [letter for letter in letters if letter not in alone and letter not in gaussian]
    ranked = {m for e in expressions for f in sp.sympify(e).atoms(PseudoInverse) for m in f.atoms(sp.MatrixSymbol)}
    if points.again is not None:
        sizes = points.sizes([dict.fromkeys(symbols, 1)])[0]
        at = _again(letters, sizes, points)
        findings.draws += 1
        yield at, sizes
        return
    rng, draws = points.generator(), points.draws
    shapes = np.random.default_rng([points.seed, 1])  # the sizes do not depend on how many draws there are
    done: list[dict[sp.Symbol, int]] = []
    trouble = ""
    share = -(-draws * 21 // (20 * SIZES))  # a few are left out
    for turn in range(16 * SIZES):
        if findings.draws >= draws:
            break
        sizes = dict(zip(symbols, shapes.integers(1, LARGEST + 1, len(symbols)).tolist(), strict=True))
        if sizes in done:
            if turn < 8 * SIZES or not letters:
                continue
            sizes = done[turn % len(done)]  # there are few that the hypotheses allow
        if any(np.prod(shape_of_draw(letter, sizes)) > MOST_ENTRIES for letter in gaussian):
            continue
        try:
            at = draw_matrices(letters, assumed, sizes, share, rng, relations)
        except NoDraws as none:
            trouble = str(none)
            continue
        at = of_lower_rank(at, ranked, assumed, sizes)
        findings.draws += _count(at)
        done.append(sizes)
        yield at, sizes
    if not done:
        raise NoDraws(trouble or "no sizes were found that satisfy the hypotheses")
    if not letters:  # sizes are all there is, and each was looked at once
        findings.wanted = findings.draws
        findings.note("no matrix is drawn, and each size is looked at once")
    shown = dict.fromkeys("(" + ", ".join(f"{s} = {n}" for s, n in size.items()) + ")" for size in done)
    findings.note("sizes " + ", ".join(shown))


def _again(letters: Sequence[Any], sizes: Mapping[sp.Symbol, int], points: Points) -> dict[Any, Stack]:
    """The matrices of an earlier draw."""
    found = {}
    for letter in letters:
        shape = shape_of_draw(letter, sizes)
        entries = [points.value(_name(letter, shape, place)) for place in np.ndindex(*shape)]
        found[letter] = np.array(entries).reshape(1, *shape)
    return found


def _matrix_hypotheses(hypotheses: Sequence[Any]) -> list[MatrixHypothesis]:
    return [h for h in hypotheses if isinstance(h, MatrixHypothesis)]


def _count(at: Values) -> int:
    return max((len(stack) for stack in at.values()), default=1)
