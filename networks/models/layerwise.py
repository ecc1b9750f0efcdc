"""Layerwise linear models as functions of their parameters, for one network; `torch.func.vmap` makes them many.

Shapes are those of a single network: n samples, d inputs, p hidden units, c outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from torch import Tensor

Parameters = Mapping[str, Tensor]
Model = Callable[[Parameters, Tensor], Tensor]


def diagonal_network(parameters: Parameters, x: Tensor) -> Tensor:
    """``f(x) = sum_i x_i a_i b_i``, thesis (3.3): `x` is (n, d), `a` and `b` are (d,), the result is (n, 1)."""
    return (x * parameters["a"] * parameters["b"]).sum(-1, keepdim=True)


def two_layer_linear(parameters: Parameters, x: Tensor) -> Tensor:
    """``f(x) = x^T W_1 W_2``, thesis (3.4): `x` is (n, d), `W_1` is (d, p), `W_2` is (p, c), the result is (n, c)."""
    return x @ parameters["W_1"] @ parameters["W_2"]


def scalar_network(parameters: Parameters, x: Tensor) -> Tensor:
    """``f(x) = (x/Z) sum_i a_i b_i``, thesis (6.1).

    `x` is (n, 1), `a` and `b` are (p,), `Z` is (), the result is (n, 1).
    """
    return x / parameters["Z"] * (parameters["a"] * parameters["b"]).sum()
