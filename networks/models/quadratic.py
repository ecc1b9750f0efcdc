"""Quadratic networks for modular addition (slides 'Modular addition'), as functions of a parameter dict."""

from __future__ import annotations

from torch import Tensor

from .layerwise import Parameters


def quadratic_network(parameters: Parameters, x: Tensor) -> Tensor:
    """``f(a, b) = sum_i (<u_i, x_a> + <v_i, x_b>)^2 w_i``.

    A neuron has degree 3 in its weights (claim alternating-flows/modular-neuron-degree).

    Args:
        parameters: `u`, `v` and `w`, each of shape (H, p): one row a neuron.
        x: encodings of a and b side by side, shape (n, 2 p), as `networks.data.modular` gives them.

    Returns:
        Shape (n, p).

    Raises:
        ValueError: if x is not twice as wide as the neurons.
    """
    u, v, w = parameters["u"], parameters["v"], parameters["w"]
    p = u.shape[-1]
    if x.shape[-1] != 2 * p:
        raise ValueError(f"got inputs of width {x.shape[-1]}; expected {2 * p}, the encodings of a and b side by side")
    return (x[..., :p] @ u.mT + x[..., p:] @ v.mT).square() @ w
