r"""The multilinear model of many skills, and its extensions; thesis (4.9), (5.1), (5.3), (5.6), (C.3).

All these models are linear in fixed functions g_k or e_(k,l) that vanish where skill k is not asked.  So what they say
about skill k is a number, its strength R_k, or, of the extended ones, a vector of coefficients.  Training needs no
more than these: with w_k the share of skill k among the samples, d_k/D or P(k), the loss is
``1/2 sum_k w_k (S - R_k)^2``, thesis (4.11).
"""

from __future__ import annotations

import torch
from torch import Tensor

from .layerwise import Parameters


def strengths(parameters: Parameters, scale: Tensor) -> Tensor:
    """``R_k = B a_k b_k`` of the model (4.9), with B = 1, or (5.1).

    Args:
        parameters: ``a`` and ``b``, shape (skills,), of one network.
        scale: B, which shrinks the basis functions; shape () or (skills,).

    Returns:
        Shape (skills,).
    """
    return scale * parameters["a"] * parameters["b"]


def linear_strengths(parameters: Parameters, scale: Tensor) -> Tensor:
    """``R_k = B w_k`` of the linear model (C.3); `w` has shape (skills,)."""
    return scale * parameters["w"]


def extended_outputs(parameters: Parameters, basis: Tensor) -> Tensor:
    """``sum_l a B_l e_l(x)``, the part of (5.3) of one skill.

    Args:
        parameters: ``a``, shape (), and ``B``, shape (functions,).
        basis: values of the basis functions, shape (n, functions).

    Returns:
        Shape (n, 1).
    """
    return (basis @ (parameters["a"] * parameters["B"]))[:, None]


def extended_coefficients(parameters: Parameters, there: Tensor) -> Tensor:
    """``a_k B_(k,l)`` of (5.6) for all skills.

    Args:
        parameters: ``a``, shape (skills,), and ``B``, shape (skills, functions).
        there: 1 for the basis functions that the model has and 0 for the others, shape (skills, functions).

    Returns:
        Shape (skills, functions).
    """
    return there * parameters["a"][:, None] * parameters["B"]


def weighted(output: Tensor, weights_and_target: Tensor) -> Tensor:
    """``1/2 sum w (R - S)^2``, thesis (4.11), of one network.

    Args:
        output: strengths or coefficients, any shape.
        weights_and_target: the weights and then the targets, of shape (2, *shape of output).
    """
    weights, target = weights_and_target.unbind(0)
    return 0.5 * (weights * (target - output).square()).sum()


def room_mask(functions: int, each: int, skills: int) -> Tensor:
    """Which basis functions a model of N has if each skill takes N_c, the most frequent first; thesis (5.7).

    Args:
        functions: N.
        each: N_c.
        skills: n_s.

    Returns:
        1 or 0, in double precision; shape (skills, N_c).

    Raises:
        ValueError: for numbers below 1.
    """
    if min(functions, each, skills) < 1:
        raise ValueError(f"got N = {functions}, N_c = {each} and {skills} skills; expected positive numbers")
    return (torch.arange(skills * each) < functions).to(torch.float64).reshape(skills, each)
