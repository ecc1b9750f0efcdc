"""The theoretical figures of the sources, drawn from what `numerics` computes."""

from .plates import Plate as Plate
from .plates import all_plates as all_plates
from .plates import plate as plate
from .plates import select as select

__all__ = ["Plate", "all_plates", "plate", "select"]
