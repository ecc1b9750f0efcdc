"""Quadratic neurons that learn modular addition: what maximises their utility.

An encoding x[0], ..., x[p-1] of the number zero; a is encoded by its shift ``x_a[j] = x[j - a]``.  A neuron maps a pair
to ``f(a, b) = (<u, x_a> + <v, x_b>)^2 w``, with ``theta = (u, v, w)`` of length 3 p and degree 3; the label of (a, b)
is ``x_{a+b}`` (slides 'Modular addition').  The utility is the mean of ``<f(a, b), residual(a, b)>`` over all p^2
pairs, at a unit vector theta.  Frequencies are those of the unnormalised transform ``x^[k] = sum_j x[j] exp(-2 pi i k
j/p)``.

Theorem 6.2, with its errata: for odd p and an encoding of mean zero, the maximisers are cosines

    u[a] = sqrt(2/(3p)) cos(2 pi xi a/p + s_u), and v, w likewise, with s_u + s_v = s_w + s_x (mod 2 pi)

at the frequency xi that maximises ``|x^[k]|``, x^[xi] having phase s_x, and the maximum is
``sqrt(2/(27 p^3)) |x^[xi]|^3`` (claims theorem-6-2-value, theorem-6-2-unit-vector).  Cosines at any other frequency are
local maxima: in Fourier space the utility is a sum over frequencies of products of three, so that a little of another
frequency costs the second power of its size and gains the third.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..formulas import Array


@dataclass(frozen=True)
class ModularAddition:
    """Addition modulo p, in an encoding.

    Attributes:
        encoding: x, shape (p,), p odd and at least 3, with mean zero.

    Raises:
        ValueError: for an even or small p, a NaN, an encoding that is zero or whose mean is not.
    """

    encoding: Array

    def __post_init__(self) -> None:
        x = np.asarray(self.encoding, dtype=float)
        if x.ndim != 1 or len(x) < 3 or len(x) % 2 == 0:
            raise ValueError(f"got an encoding of shape {x.shape}; expected (p,) with odd p, at least 3")
        if not np.isfinite(x).all() or not x.any():
            raise ValueError("got an encoding that is zero or not finite")
        if abs(x.sum()) > 1e-9 * np.abs(x).sum():
            raise ValueError(
                f"got an encoding with mean {x.mean():.6g}; expected 0, without which constant neurons have utility "
                "(see `centred`)"
            )
        object.__setattr__(self, "encoding", x)

    @property
    def p(self) -> int:
        """The modulus."""
        return len(self.encoding)

    @property
    def frequencies(self) -> NDArray[np.int_]:
        """1, ..., (p-1)/2: the others are the same waves."""
        return np.arange(1, (self.p + 1) // 2)

    @cached_property
    def strengths(self) -> Array:
        """``|x^[k]|`` for k = 1, ..., (p-1)/2."""
        return np.asarray(np.abs(np.fft.fft(self.encoding))[self.frequencies])

    @cached_property
    def shifts(self) -> Array:
        """x_a as row a, shape (p, p)."""
        a, j = np.ogrid[: self.p, : self.p]
        return np.asarray(self.encoding[(j - a) % self.p])

    @cached_property
    def labels(self) -> Array:
        """``x_{a+b}``, shape (p, p, p): also the residual at the start."""
        a, b = np.ogrid[: self.p, : self.p]
        return np.asarray(self.shifts[(a + b) % self.p])

    def outputs(self, neurons: ArrayLike) -> Array:
        """The sum of neurons of shape (count, 3 p), as a function of pairs: shape (p, p, p)."""
        u, v, w = self._parts(np.asarray(neurons, dtype=float))
        s = (u @ self.shifts.T)[:, :, None] + (v @ self.shifts.T)[:, None, :]
        found: Array = np.einsum("nab,nc->abc", s**2, w, optimize=True)
        return found

    def residual(self, neurons: ArrayLike) -> Array:
        """The labels less the outputs."""
        return self.labels - self.outputs(neurons)

    def loss(self, neurons: ArrayLike) -> float:
        """Half the mean squared error over pairs."""
        return float(0.5 * (self.residual(neurons) ** 2).sum() / self.p**2)

    def utilities(self, neurons: ArrayLike, residual: Array | None = None) -> tuple[Array, Array]:
        """Utility and its gradient, a neuron each: shapes (count,) and (count, 3 p).

        Of degree 3 in the neuron, so ``theta . gradient = 3 utility``; at a unit vector it is the normalised utility.
        The residual is that of the start if not given.  Costs ``count p^3``.
        """
        r = self.labels if residual is None else residual
        theta = np.asarray(neurons, dtype=float)
        u, v, w = self._parts(theta)
        s = (u @ self.shifts.T)[:, :, None] + (v @ self.shifts.T)[:, None, :]
        flat = r.reshape(-1, self.p)
        sz = 2 * s * (w @ flat.T).reshape(s.shape)
        mean = self.p**2
        gradient = np.concatenate(
            [
                sz.sum(axis=2) @ self.shifts,
                sz.sum(axis=1) @ self.shifts,
                (s**2).reshape(len(s), -1) @ flat,
            ],
            axis=1,
        )
        gradient /= mean
        return np.einsum("nk,nk->n", theta, gradient) / 3, gradient

    def largest_utility(self, frequency: ArrayLike) -> Array:
        """``sqrt(2/(27 p^3)) |x^[k]|^3``: the utility of unit cosines in phase at frequency k."""
        k = np.asarray(frequency, dtype=int) % self.p
        found: Array = np.sqrt(2 / (27 * self.p**3)) * np.abs(np.fft.fft(self.encoding))[k] ** 3
        return found

    def spectrum(self, vectors: ArrayLike) -> Array:
        """The share of each frequency k = 0, ..., (p-1)/2 in the square of vectors of shape (..., p)."""
        power = np.abs(np.fft.rfft(np.asarray(vectors, dtype=float), axis=-1)) ** 2
        power[..., 1:] *= 2
        found: Array = power / power.sum(axis=-1, keepdims=True)
        return found

    def learned(self, neurons: ArrayLike) -> Array:
        """How much of each wave of the label the network makes: 1 for all of it; shape ((p-1)/2,).

        The projection of the outputs on the part of the label that has frequency k, over that part's square.
        """
        transform = np.fft.fft(self.labels, axis=2)
        outputs = np.fft.fft(self.outputs(neurons), axis=2)
        k = self.frequencies
        part = (outputs[:, :, k] * transform[:, :, k].conj()).real.sum(axis=(0, 1))
        whole = (np.abs(transform[:, :, k]) ** 2).sum(axis=(0, 1))
        return np.asarray(part / np.where(whole > 0, whole, np.inf))

    def _parts(self, theta: Array) -> tuple[Array, Array, Array]:
        if theta.ndim != 2 or theta.shape[1] != 3 * self.p:
            raise ValueError(f"got neurons of shape {theta.shape}; expected (count, {3 * self.p})")
        return theta[:, : self.p], theta[:, self.p : 2 * self.p], theta[:, 2 * self.p :]


def centred(encoding: ArrayLike) -> ModularAddition:
    """The task in an encoding less its mean; a centred one-hot encoding is ``centred([1, 0, ..., 0])``."""
    x = np.asarray(encoding, dtype=float)
    return ModularAddition(x - x.mean())


def encoded(p: int, strengths: ArrayLike, phases: ArrayLike | None = None) -> ModularAddition:
    """The task in the encoding with given ``|x^[k]|`` and phases of ``x^[k]`` for k = 1, ..., (p-1)/2.

    Raises:
        ValueError: for other than (p-1)/2 strengths or phases, or a strength that is negative.
    """
    h = np.asarray(strengths, dtype=float)
    s = np.zeros_like(h) if phases is None else np.asarray(phases, dtype=float)
    if p < 3 or p % 2 == 0 or h.shape != ((p - 1) // 2,) or s.shape != h.shape or not (h >= 0).all():
        raise ValueError(
            f"got p={p}, strengths of shape {h.shape} and phases of shape {s.shape}; "
            "expected an odd p, and (p-1)/2 of each, strengths not negative"
        )
    k, j = np.arange(1, len(h) + 1)[:, None], np.arange(p)
    return ModularAddition((2 / p * h[:, None] * np.cos(2 * np.pi * k * j / p + s[:, None])).sum(axis=0))


def cosine_neuron(task: ModularAddition, frequency: int, first: ArrayLike = 0.0, second: ArrayLike = 0.0) -> Array:
    """The unit neurons of Theorem 6.2 with phases s_u, s_v, and ``s_w = s_u + s_v - s_x``; shape (count, 3 p)."""
    s_u, s_v = np.broadcast_arrays(np.atleast_1d(np.asarray(first, dtype=float)), np.asarray(second, dtype=float))
    s_x = float(np.angle(np.fft.fft(task.encoding)[frequency % task.p]))
    wave = 2 * np.pi * frequency * np.arange(task.p) / task.p
    parts = [np.cos(wave + phase[:, None]) for phase in (s_u, s_v, s_u + s_v - s_x)]
    return np.asarray(np.sqrt(2 / (3 * task.p)) * np.concatenate(parts, axis=1))


@dataclass(frozen=True)
class Maxima:
    """Where utility maximisation ends, from many starts.

    Attributes:
        neurons: unit vectors, shape (starts, 3 p).
        utilities: shape (starts,).
        frequencies: the strongest of u, v and w together, shape (starts,).
        purity: the least share of that frequency in u, v, w, shape (starts,): 1 for a cosine.
        imbalance: ``s_u + s_v - s_w - s_x`` at that frequency, in (-pi, pi], shape (starts,).
        slopes: the length of the utility's gradient along the sphere, over three times the utility, shape (starts,).
    """

    neurons: Array
    utilities: Array
    frequencies: Array
    purity: Array
    imbalance: Array
    slopes: Array


def maximise_utility(
    task: ModularAddition,
    starts: int | Array = 1000,
    *,
    residual: Array | None = None,
    seed: int = 0,
    steps: int = 4000,
    tolerance: float = 1e-12,
) -> Maxima:
    """Climb the utility on the unit sphere from many starts at once.

    A damped power method: theta moves to the bisector of itself and its gradient.  At a maximum other frequencies have
    no second-order part, and the damping takes the rest, so that the error halves in a step at worst.

    Args:
        task: the task.
        starts: how many, drawn uniformly on the sphere, or the starts themselves, shape (starts, 3 p).
        residual: of shape (p, p, p); the labels if not given.
        seed: of the draws.
        steps: the most steps.
        tolerance: stop when every start has a relative slope below this.

    Raises:
        ValueError: for no starts.
        ArithmeticError: if a start has not arrived after `steps`.
    """
    if isinstance(starts, int):
        if starts < 1:
            raise ValueError(f"got {starts} starts; expected at least 1")
        theta = np.random.default_rng(seed).standard_normal((starts, 3 * task.p))
    else:
        theta = np.array(starts, dtype=float)
    theta /= np.linalg.norm(theta, axis=1, keepdims=True)
    moving = np.arange(len(theta))
    for _ in range(steps):
        value, gradient = task.utilities(theta[moving], residual)
        length = np.linalg.norm(gradient, axis=1)
        slope = np.linalg.norm(gradient - 3 * value[:, None] * theta[moving], axis=1) / length
        ahead = (slope > tolerance) | (value <= 0)
        moving, unit = moving[ahead], (gradient / length[:, None])[ahead]
        if not len(moving):
            break
        theta[moving] += unit
        theta[moving] /= np.linalg.norm(theta[moving], axis=1, keepdims=True)
    else:
        raise ArithmeticError(f"{len(moving)} of {len(theta)} starts have not arrived after {steps} steps")
    return _described(task, theta, residual)


def _described(task: ModularAddition, theta: Array, residual: Array | None) -> Maxima:
    value, gradient = task.utilities(theta, residual)
    slope = np.linalg.norm(gradient - 3 * value[:, None] * theta, axis=1) / (3 * np.abs(value))
    parts = theta.reshape(len(theta), 3, task.p)
    shares = task.spectrum(parts)
    frequency = 1 + np.argmax((shares * (parts**2).sum(axis=2, keepdims=True)).sum(axis=1)[:, 1:], axis=1)
    rows = np.arange(len(theta))
    angles = np.angle(np.fft.fft(parts, axis=2)[rows, :, frequency])
    s_x = np.angle(np.fft.fft(task.encoding))[frequency]
    imbalance = np.angle(np.exp(1j * (angles[:, 0] + angles[:, 1] - angles[:, 2] - s_x)))
    return Maxima(theta, value, frequency, shares[rows, :, frequency].min(axis=1), imbalance, slope)
