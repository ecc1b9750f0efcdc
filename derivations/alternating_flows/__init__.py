r"""Alternating gradient flows: which feature is learned next, and when.

The second half of the slides.  A network is a sum of neurons ``f = sum_i f_i(x; theta_i)``, each homogeneous of degree
kappa.  From a vanishing initialisation it alternates between two steps: dormant neurons, near the origin, maximise
their *utility* against a fixed residual until one of them *jumps* (its norm reaches one); active neurons then minimise
the loss together, which gives the next residual.  The chapter has five parts.

1. *The framework*: homogeneity, utility, the dynamics of direction and norm, jump times, and why a critical point of
   the active neurons is one of the whole network.
2. *Linear networks*: utility is a bilinear form, the top singular pair maximises it, and learning deflates the matrix.
3. *Greedy low-rank learning*, the algorithm that this becomes for ``W = U U^T``.
4. *Diagonal linear networks*: the accumulated utility is exact, and the limit is Pesme and Flammarion's algorithm.
5. *Modular addition* by quadratic neurons: cosines maximise the utility (Theorem 6.2), and six neurons a frequency are
   enough. Of neurons *of this frequency* fewer never are: five come arbitrarily close, but only with weights that grow
   without bound. Neurons that carry other frequencies too are not covered: trained without that restriction at p = 7,
   five with bounded weights take the dominant frequency away.

How the slides are read.  Gradient flow is that of half the *mean* squared error in part 1, ``E_x`` over the data, and
of half the *sum* on the slide of part 4, as printed there; each claim derives its flow from its own loss.  Homogeneity
is meant for positive factors, as for the ReLU.  Statements about an expectation that is linear in the sample are made
at one sample; what is quadratic in it, as the growth of the utility is, holds at one sample only and says so.
Much of the slides' text was damaged in extraction: hats, bars and phases are missing, and where that is the likelier
cause of a wrong line the erratum says so.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ..chapters import Chapter
from . import (
    any_utility,
    coordinates,
    cosines,
    critical_points,
    diagonal_networks,
    fewer_neurons,
    jump_times,
    largest_utility,
    letters,
    linear_networks,
    linear_run,
    low_rank,
    low_rank_run,
    modular_addition,
    saddle_run,
    saddle_to_saddle,
    several_samples,
    six_neurons,
    utility,
)
from .letters import COST, GREEDY

CHAPTER = Chapter(
    "alternating-flows",
    sources=("kunin-slides",),
    sections=(
        letters,
        utility,
        jump_times,
        critical_points,
        several_samples,
        any_utility,
        linear_networks,
        linear_run,
        low_rank,
        low_rank_run,
        diagonal_networks,
        saddle_to_saddle,
        saddle_run,
        modular_addition,
        cosines,
        largest_utility,
        coordinates,
        six_neurons,
        fewer_neurons,
    ),
    notation={
        "U": r"\mathcal{U}",
        "L": r"\mathcal{L}",
    },
    coverage={
        "kunin-slides": {
            "Greedy Low-Rank Learning": "that gradient flow tends to this algorithm as the initialisation vanishes: a "
            "theorem of Li et al. that the slide cites",
            "AGF for diagonal linear networks": "that gradient flow tends to the run as alpha vanishes: the limits are "
            "claimed of one coordinate in one stage",
            "Fewer than six neurons": "neurons that carry other frequencies too: with them the sentence fails, as "
            "networks of five trained at p = 7 show; of neurons of one frequency it is claimed in full",
            "Alternating Gradient Flows Framework": "a conjecture in words; its steps are the claims of part 1",
            "Neurons specialize to a specific frequency": "an experiment; the slide holds no formula",
            "During cost minimization, multiple neurons collaborate": "an experiment; its one sentence with a "
            "number is under 'Fewer than six neurons'",
            "Putting it together": "observations from an experiment",
            "Future directions for AGF": "a list of plans",
        },
    },
    misprints=[
        Misprint(
            COST,
            "a new residual is computed, which is a saddle point of the original loss",
            "a new residual is computed at (theta*_A, 0), which is a saddle point of the original loss",
            "a residual is a function on data, not a point among parameters; the line below names the point",
        ),
        Misprint(
            GREEDY,
            "all two-layer matrix factorization problems, i.e. X^T X != I_d",
            "also those with X^T X != I_d",
            "'all' includes white inputs; the point is that the algorithm needs no whitening, unlike the slide before",
        ),
    ],
)
