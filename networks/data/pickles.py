"""Pickled arrays of bytes, read without running what a pickle says.

A pickle is a program.  The ones of CIFAR call functions of NumPy to build an array; here their names stand
for inert stand-ins, and every other name is refused, so that a file from anywhere can be opened.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Array:
    """What is told of an array: nothing is computed."""

    state: object = None

    def __init__(self, *ignored: object) -> None:
        pass

    def __setstate__(self, state: object) -> None:
        self.state = state


class ElementType:
    """What is told of the type of its elements."""

    name: object = None

    def __init__(self, name: object = None, *ignored: object) -> None:
        self.name = name

    def __setstate__(self, state: object) -> None:
        pass


class Latin:
    """Bytes as Python 3 writes them for Python 2: text, and ``latin1``."""

    def __new__(cls, text: object, encoding: object = None) -> Any:
        if type(text) is not str or encoding not in ("latin1", b"latin1"):
            raise pickle.UnpicklingError(f"it has text in the encoding {encoding!r}")
        return text.encode("latin1")

    def __setstate__(self, state: object) -> None:
        pass


# Classes whose instances and selves take no attributes from a pickle: a BUILD on the class itself is an error.
STAND_INS: dict[tuple[str, str], Any] = {
    ("numpy.core.multiarray", "_reconstruct"): Array,
    ("numpy._core.multiarray", "_reconstruct"): Array,
    ("numpy", "ndarray"): Array,
    ("numpy", "dtype"): ElementType,
    ("_codecs", "encode"): Latin,
}
# fmt: off
INSTRUCTIONS = frozenset((
    "PROTO", "STOP", "MARK", "POP", "NONE", "NEWTRUE", "NEWFALSE", "INT", "BININT", "BININT1", "BININT2", "LONG1",
    "BINSTRING", "SHORT_BINSTRING", "BINUNICODE", "BINBYTES", "SHORT_BINBYTES", "BINPUT", "LONG_BINPUT", "BINGET",
    "LONG_BINGET", "EMPTY_DICT", "EMPTY_LIST", "EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "LIST", "DICT",
    "APPEND", "APPENDS", "SETITEM", "SETITEMS", "GLOBAL", "REDUCE", "BUILD",
))
# fmt: on
"""What Python 2 writes for dictionaries of lists, strings and arrays; none asks for more memory than the file has."""


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            return STAND_INS[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"it names {module}.{name}, which is not called") from None


def read(content: bytes) -> dict[bytes, Any]:
    """The dictionary in a pickle, as Python 2 wrote it; its arrays are `Array`, see `array_of_bytes`.

    Raises:
        ValueError: for anything else, or a damaged one, saying what is wrong.
    """
    try:
        for instruction, argument, _ in pickletools.genops(content):
            if instruction.name not in INSTRUCTIONS:
                raise pickle.UnpicklingError(f"it has the instruction {instruction.name}, which no data set needs")
            if instruction.name == "LONG_BINPUT" and int(argument or 0) > len(content):
                raise pickle.UnpicklingError(f"it counts up to {argument} objects")
        found = _Reader(io.BytesIO(content), encoding="bytes").load()
    except Exception as error:  # a damaged pickle may fail in any way
        raise ValueError(f"it is no pickle that can be read: {error or type(error).__name__}") from None
    if not isinstance(found, dict):
        raise ValueError(f"it holds {type(found).__name__}, not a dictionary")
    return found


def array_of_bytes(array: object) -> NDArray[np.uint8]:
    """What an `Array` holds, if it is one of unsigned bytes.

    Raises:
        ValueError: for another type of elements, or another number of bytes than the shape says.
    """
    state = array.state if isinstance(array, Array) else None
    if not (isinstance(state, tuple) and len(state) == 5):
        raise ValueError("there is no array where one belongs")
    _, shape, kind, by_columns, content = state
    if not (isinstance(kind, ElementType) and kind.name in ("u1", b"u1")):
        raise ValueError("its array is not one of unsigned bytes")
    if not (isinstance(shape, tuple) and all(isinstance(side, int) and side >= 0 for side in shape)):
        raise ValueError(f"its array has no shape but {shape!r}")
    if not isinstance(content, bytes) or len(content) != int(np.prod(shape, dtype=object)):
        raise ValueError(f"its array of shape {shape} does not have as many bytes")
    return np.frombuffer(content, np.uint8).reshape(shape, order="F" if by_columns else "C")
