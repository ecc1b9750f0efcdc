"""The trained check of a claim: networks are trained, and the claim's own closed form is compared with them."""

from __future__ import annotations

import importlib.util
import time as clock

from layerproof.derivations.kernel.claims import Claim
from layerproof.derivations.kernel.statements import Solution
from layerproof.derivations.kernel.verdicts import Evidence, Method, Verdict

EXPERIMENTS = {
    "feedback/sigmoid": "diagonal",
    "linear-networks/mode-sigmoid": "linear",
    "lazy-rich/general-solution": "scalar",
    "lazy-rich/gamma-printed": "scalar",
}
TOLERANCE = 5e-3
SCALES = {"smoke": (1, 0.05, 8.0), "desk": (1, 0.02, 12.0), "paper": (8, 0.01, 20.0)}  # times seeds, step, last time
SEED = 20240


def applies(claim: Claim) -> bool:
    """Whether an experiment belongs to the claim; quick, and without torch."""
    return claim.id in EXPERIMENTS


def check(claim: Claim, *, seeds: int = 32, scale: str = "smoke", device: str | None = None) -> Evidence | None:
    """Train networks and compare them with the closed form that the claim states; None if no experiment belongs to it.

    Args:
        claim: a claim whose statement is a `Solution`.
        seeds: networks trained at once, each with its own data, target and start.
        scale: 'smoke', 'desk' or 'paper': how many networks, how small the steps, how long.
        device: where; by default CUDA if there is one.

    Returns:
        SUPPORTED or CONTRADICTED within `TOLERANCE` of the largest value on the way, with the worst network in the
        details.  UNDECIDED where torch is missing, or where the error of the step size is too large to tell.
    """
    if not applies(claim):
        return None
    if scale not in SCALES:
        raise ValueError(f"got scale {scale!r}; expected one of {', '.join(SCALES)}")
    if seeds < 1:
        raise ValueError(f"got {seeds} seeds; expected at least 1")
    begun = clock.perf_counter()
    if importlib.util.find_spec("torch") is None:
        reason = "torch is not installed; pip install layerproof[networks]"
        return Evidence(Method.TRAINED, Verdict.UNDECIDED, reason=reason, seconds=clock.perf_counter() - begun)
    if not isinstance(claim.statement, Solution):
        reason = f"the experiment compares a solution, and the statement is a {type(claim.statement).__name__}"
        return Evidence(Method.TRAINED, Verdict.UNDECIDED, reason=reason, seconds=clock.perf_counter() - begun)
    from .comparison import compare

    times, step, last = SCALES[scale]
    try:
        found = compare(claim, EXPERIMENTS[claim.id], seeds * times, step, last, SEED, device)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return Evidence(Method.TRAINED, Verdict.UNDECIDED, reason=reason, seconds=clock.perf_counter() - begun)
    how = (
        f"{found.networks} networks on {found.device}, full-batch gradient descent in float64 on half the mean square "
        f"error, {found.steps} steps of {step:g} and {2 * found.steps} of {step / 2:g} of each network's time unit, "
        "extrapolated"
    )
    too_coarse = found.step_error**2 > TOLERANCE
    verdict = Verdict.CONTRADICTED if found.error > TOLERANCE else Verdict.SUPPORTED
    return Evidence(
        Method.TRAINED,
        Verdict.UNDECIDED if too_coarse else verdict,
        how=how,
        seconds=clock.perf_counter() - begun,
        reason=f"the step size alone moves the networks by {found.step_error:.1g}" if too_coarse else None,
        tolerance=TOLERANCE,
        draws=found.draws,
        details={
            "error": found.error,
            "worst": found.worst,
            "part": found.part,
            "step_error": found.step_error,
            "networks": found.networks,
            "seed": SEED,
        },
    )
