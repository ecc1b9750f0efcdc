"""What an experiment is: networks to train, and predictions made before they are.

An experiment belongs to claims, or repeats what the sources observe.  Its predictions are computed from their formulas
alone, before any network is trained, each with a tolerance; its measurements come from trained networks, one row a
seed.  Nothing here needs torch: a module of experiments imports it inside `measure`, so that the list of experiments is
quick to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .seeds import VERDICT

if TYPE_CHECKING:
    from layerproof.language.sources import Source

    from .session import Session

Scale = Literal["smoke", "desk", "paper"]
SCALES: tuple[Scale, ...] = ("smoke", "desk", "paper")
Relation = Literal["equals", "at most", "at least"]
Over = Literal["mean", "every seed"]
C = TypeVar("C", bound="Config")


def ids(words: str) -> tuple[str, ...]:
    """Ids of claims: a word that ends in a slash is the subject of those after it.

    >>> ids("feedback/ sigmoid loss-drop symmetry/ scale")
    ('feedback/sigmoid', 'feedback/loss-drop', 'symmetry/scale')
    """
    found, subject = [], ""
    for word in words.split():
        if word.endswith("/"):
            subject = word
        else:
            found.append(subject + word)
    return tuple(found)


@dataclass(frozen=True)
class Config:
    """The numbers of a run; subclasses add theirs, plain JSON values or tuples of them.

    Attributes:
        seeds: networks trained, one a seed.
    """

    seeds: int


@dataclass(frozen=True)
class Expected:
    """A value that networks are held against, fixed before any of them is trained.

    Attributes:
        quantity: the key of what `measure` returns.
        says: the formula and what it means here, in a sentence, with its equation number.
        value: a number, or a row of them, compared one by one.
        tolerance: how far off still agrees; in units of `value` if `relative`.
        relation: ``equals``, or a bound that what is measured keeps to, within the tolerance.
        over: ``mean`` compares the mean over the seeds, with its standard error; ``every seed`` the worst of them.
        relative: whether the tolerance is relative.
        against: of a value of zero: by how much a formula that is wrong by a factor f moves the quantity, in units of
            f - 1.  It is 1 for a distance relative to what is compared, such as that from a closed form.
    """

    quantity: str
    says: str
    value: ArrayLike
    tolerance: float
    _: KW_ONLY
    relation: Relation = "equals"
    over: Over = "mean"
    relative: bool = False
    against: float | None = None

    def __post_init__(self) -> None:
        value = np.asarray(self.value, dtype=float)
        if not np.all(np.isfinite(value)) or value.size == 0:
            raise ValueError(f"{self.quantity}: got the prediction {self.value!r}; expected finite numbers")
        if not (np.isfinite(self.tolerance) and self.tolerance > 0):
            raise ValueError(f"{self.quantity}: got the tolerance {self.tolerance}; expected a positive number")
        if self.relative and np.any(value == 0):
            raise ValueError(f"{self.quantity}: a tolerance relative to a prediction of zero means nothing")
        if self.against is not None and not (np.isfinite(self.against) and self.against > 0 and not np.any(value)):
            raise ValueError(f"{self.quantity}: got against={self.against!r}; it is positive, and for a value of zero")


@dataclass(frozen=True)
class Prediction(Expected):
    """A value that claims predict.

    Attributes:
        claims: ids of the claims whose formulas it rests on; they get the verdict.
        printed: the prediction is that of a line as printed which is refuted, to be held against its repair's.
        beyond: the networks are outside the hypotheses of the claims, as where the sources carry a solvable model over
            to deep networks: if they do not keep to it, the step is at fault and not the claim.
    """

    claims: tuple[str, ...]
    _: KW_ONLY
    printed: bool = False
    beyond: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.claims:
            raise ValueError(f"{self.quantity}: a prediction names the claims that it rests on")


@dataclass(frozen=True)
class Observation(Expected):
    """A finding of the sources that no formula of theirs says, such as a figure: networks repeat it, or they do not.

    It belongs to no claim, and its verdict is about the finding alone.  `says` is its statement.

    Attributes:
        sources: where it is reported.
    """

    sources: tuple[Source, ...]
    claims: ClassVar[tuple[str, ...]] = ()
    printed: ClassVar[bool] = False
    beyond: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.sources:
            raise ValueError(f"{self.quantity}: an observation names where it is reported")


@dataclass(frozen=True)
class Experiment(Generic[C]):
    """Networks to train for claims.

    Attributes:
        name: such as ``emergence/time``.
        title: what is done, in a few words.
        claims: ids of the claims that it gives a verdict to; none where all that it has are observations.
        sources: the figures, tables and pages that it repeats.
        scales: the numbers of a run at each scale: ``smoke`` takes seconds, ``desk`` at most a few minutes on one core,
            ``paper`` is the sources' own size, for a GPU.
        predict: the predictions, from the numbers of a run; no network is trained.
        measure: what trained networks do: by quantity, an array whose first axis is the seeds and whose others are
            those of the prediction's value.
        note: what a reader of the verdict should know: approximations, departures from the sources' set-up, and, where
            a prediction fails, whether theory, approximation or experiment is at fault.
        seed: the number of the first seed of a verdict, which was not explored at; the others follow it. See `seeds`.
        curves: names of further measurements that are kept for the figures, and not compared.
        whole: whether what is measured of one seed rests on the others too, as a calibration by their mean does: then
            the seeds of a run are not cut into blocks.
    """

    name: str
    title: str
    claims: tuple[str, ...]
    sources: tuple[Source, ...]
    scales: Mapping[Scale, C]
    predict: Callable[[C], Sequence[Prediction | Observation]]
    measure: Callable[[C, Session], Mapping[str, Any]]
    note: str = ""
    seed: int = VERDICT
    curves: tuple[str, ...] = field(default=())
    whole: bool = False

    def __post_init__(self) -> None:
        if missing := [scale for scale in SCALES if scale not in self.scales]:
            raise ValueError(f"experiment {self.name} has no scale {missing[0]!r}; expected {', '.join(SCALES)}")
