"""A short mark of what is trained and how, by which a checkpoint is known again in another process.

Tensors count by their entries, functions by their code and by what they enclose.  So two trainings that differ in a
number inside of a lambda are two; a function of the same code that reads another global variable is not told apart.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

import numpy as np
import torch
from torch import Tensor

SAMPLED = 1 << 16


def mark(*parts: object) -> str:
    """Equal for equal parts, also in another process."""
    return sha256("\n".join(_text(part, ()) for part in parts).encode()).hexdigest()


def _text(part: object, within: tuple[int, ...]) -> str:
    if id(part) in within:
        return "itself"
    inside = (*within, id(part))
    if isinstance(part, Tensor):
        return f"{tuple(part.shape)} {part.dtype} {_digest(part)}"
    if isinstance(part, np.ndarray | np.generic):
        return f"{part.shape} {part.dtype} {sha256(part.tobytes()).hexdigest()}"
    if isinstance(part, FunctionType):
        bound = (*(_cell(cell) for cell in part.__closure__ or ()), part.__defaults__, part.__kwdefaults__)
        return f"{part.__qualname__} {_code(part.__code__)} {_all(bound, inside)}"
    if isinstance(part, MethodType):
        return f"{_text(part.__func__, inside)} of {_text(part.__self__, inside)}"
    if isinstance(part, functools.partial):
        return _all((part.func, part.args, part.keywords), inside)
    if isinstance(part, type | ModuleType | BuiltinFunctionType):
        return part.__name__
    if isinstance(part, Mapping):
        return "{" + ", ".join(f"{k}: {_text(v, inside)}" for k, v in part.items()) + "}"
    if isinstance(part, set | frozenset):
        return "{" + ", ".join(sorted(_text(p, inside) for p in part)) + "}"
    if is_dataclass(part):
        # Where a run is kept, and who hears of it, is no part of what it is.
        kept = (getattr(part, f.name) for f in fields(part) if f.name not in ("folder", "progress"))
        return f"{type(part).__qualname__}{_all(kept, inside)}"
    if isinstance(part, list | tuple):
        return _all(part, inside)
    return re.sub(r" at 0x[0-9a-f]+", "", repr(part))


def _all(parts: Iterable[object], within: tuple[int, ...]) -> str:
    return "[" + ", ".join(_text(p, within) for p in parts) + "]"


def _cell(cell: object) -> object:
    try:
        return getattr(cell, "cell_contents", None)
    except ValueError:
        return None  # not bound yet


def _code(code: CodeType) -> str:
    constants = [
        _code(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts if not isinstance(c, frozenset)
    ]
    return sha256(f"{code.co_code!r} {code.co_names} {constants}".encode()).hexdigest()


def _digest(tensor: Tensor) -> str:
    """Of the bytes of the tensor, or of evenly spread entries where they are many."""
    flat = tensor.detach().reshape(-1)
    entries = flat[:: max(1, len(flat) // SAMPLED)].cpu().contiguous()
    return sha256(entries.view(torch.uint8).numpy().tobytes()).hexdigest()
