"""Models as functions of a parameter dict, for one network; `torch.func.vmap` makes them many."""

from .layerwise import Model as Model
from .layerwise import Parameters as Parameters
from .layerwise import diagonal_network as diagonal_network
from .layerwise import scalar_network as scalar_network
from .layerwise import two_layer_linear as two_layer_linear
