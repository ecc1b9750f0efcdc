"""Names for annotations: a module of experiments takes them from here, and imports no torch for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

if TYPE_CHECKING:
    from torch import Tensor as Tensor

    from ..data import Images as Images
    from ..data import Split as Split
    from ..data.modular import Operation as Operation
    from ..data.parity import SparseParity as SparseParity
    from ..metrics.spectra import Eigenfunctions as Eigenfunctions
    from ..models import Architecture as Architecture
    from ..models import Model as Model
    from ..models.perceptrons import Perceptron as Perceptron
    from ..models.transformer import Transformer as Transformer
    from ..streams import Streams as Streams
    from ..training import Batches as Batches
    from ..training import Training as Training
    from .session import Session as Session
else:
    Architecture = Batches = Eigenfunctions = Images = Model = Operation = Perceptron = Session = Any
    SparseParity = Split = Streams = Tensor = Training = Transformer = Any
