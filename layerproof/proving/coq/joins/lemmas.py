"""Each rule as lemmas of the prelude, which have proofs there: what ``proving/joins`` says in words of why it is sound.

Squeezed, integrated and the like are said of Coquelicot's limits and integrals; what is along a trajectory, of
functions of the time that are differentiable at all times from 0 on.  That no trajectory ends at a finite time is a
lemma by itself (``never_ends`` in ``JoinsOfFlows.v``), which those of what tends somewhere apply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ....language.theorems.ends import InTheLimit, OfEnds
from ....language.theorems.flowing import Approaches, Compared, Continuous, Kept, StaysPositive, Throughout
from ....language.theorems.integration import Added, Integrated, Split, SumByIntegral
from ....language.theorems.rules import (
    ByInduction,
    Cases,
    Combination,
    Follows,
    Instance,
    Rule,
    Squeezed,
    Summed,
    Vanishing,
)


@dataclass(frozen=True)
class Lemmas:
    """The lemmas that a rule is.

    Attributes:
        file: of the prelude, in which they are.
        names: of the lemmas.
    """

    file: str
    names: tuple[str, ...]


LEMMAS: Mapping[type[Rule], Lemmas] = {
    Instance: Lemmas("Joins", ("join_instance",)),
    Follows: Lemmas("Joins", ("join_follows",)),
    Combination: Lemmas("Joins", ("join_combination", "join_combination_equal", "join_combination_strict")),
    Summed: Lemmas("Joins", ("join_summed", "join_summed_equal", "join_summed_strict")),
    Cases: Lemmas("Joins", ("join_cases", "join_cases_last", "join_cases_of_three")),
    ByInduction: Lemmas("Joins", ("join_induction",)),
    Vanishing: Lemmas("Joins", ("join_vanishing", "join_vanishing_sum")),
    Squeezed: Lemmas("JoinsOfLimits", ("join_squeezed",)),
    Approaches: Lemmas("JoinsOfLimits", ("join_approaches",)),
    Continuous: Lemmas("JoinsOfLimits", ("join_continuous", "join_continuous_of_two")),
    InTheLimit: Lemmas("JoinsOfLimits", ("join_in_the_limit", "join_in_the_limit_equal")),
    OfEnds: Lemmas("JoinsOfLimits", ("join_of_ends",)),
    Split: Lemmas("JoinsOfAreas", ("join_split", "join_split_whole")),
    Added: Lemmas("JoinsOfAreas", ("join_added",)),
    Integrated: Lemmas("JoinsOfAreas", ("join_integrated", "join_integrated_over", "join_integrated_smaller")),
    Kept: Lemmas("JoinsOfFlows", ("join_kept",)),
    Throughout: Lemmas("JoinsOfFlows", ("join_throughout",)),
    Compared: Lemmas("JoinsOfFlows", ("join_compared", "join_compared_above")),
    StaysPositive: Lemmas("JoinsOfFlows", ("join_stays_positive", "join_stays_nonnegative")),
    SumByIntegral: Lemmas(
        "JoinsOfAreas",
        ("join_sum_by_integral", "join_sums_without_end", "join_sum_by_shape", "join_series_by_shape"),
    ),
}
"""The lemmas of each rule."""


__all__ = ["LEMMAS", "Lemmas"]
