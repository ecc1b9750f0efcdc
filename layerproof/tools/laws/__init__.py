"""Conservation laws of gradient flow: all of them, for every loss and every data set, and whether there can be more.

    >>> from layerproof.tools.laws import Linear, Model, laws
    >>> found = laws(Model("two layers", [Linear(2, 3), Linear(3, 2)]))
    >>> found.at_least, found.at_most, found.summary()
    (6, 6, ['every entry of W_2^T W_2 - W_1 W_1^T (symmetric, 3 x 3): 6 laws'])

After S. Marcotte, R. Gribonval, G. Peyre, "Abide by the law and follow the flow: conservation laws for gradient flows",
NeurIPS 2023: the definition, the parametrisation of a rectified network, and the bound by the Lie algebra are theirs.
"""

from .layers import Activation, Convolution, Diagonal, Linear, Power, ReLU, Skip, Weight
from .noether import Symmetry
from .parametrisation import Attention, Model, collecting
from .polynomials import TooLarge
from .report import ModelReport, Report, laws, report

__all__ = [
    "Activation",
    "Attention",
    "Convolution",
    "Diagonal",
    "Linear",
    "Model",
    "ModelReport",
    "Power",
    "ReLU",
    "Report",
    "Skip",
    "Symmetry",
    "TooLarge",
    "Weight",
    "collecting",
    "laws",
    "report",
]
