r"""A small causal transformer for modular arithmetic, as a function of its parameters.

The experiment of thesis figure 6.4 and the richness paper's figure 4 follows a public script (teddykoker/grokking,
named in the paper's F.3 and F.4) after Power et al. (2022): an equation ``x / y =`` is four tokens, and the output at
the last of them says the result.  Two layers, width 128, four heads, ``d -> 4d -> d`` perceptrons with exact GELU,
learned positions, biases everywhere but in the last layer, no dropout.

Each layer normalises *before* it branches, and the skip carries on what was normalised::

    h = norm_1(h);   h = h + attention(h);   h = h + perceptron(norm_2(h))

so that the scale of the embeddings drops out of the first layer.  That is the script's convention; the more usual one
would carry h itself past `norm_1`.  After the last layer the *features* are ``norm(h)`` at the last token, shape
(n, width), and the output is linear in them, without a bias.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn import functional

from ..streams import Source, normal
from .architecture import Architecture
from .initialisation import Parametrisation, Start
from .layerwise import Parameters


@dataclass(frozen=True)
class Transformer(Architecture):
    """A causal transformer that is read at its last token.

    ``transformer(parameters, x)`` is the output (n, outputs) of one network, from tokens (n, length), whole numbers.

    Attributes:
        vocabulary: how many different tokens there are.
        length: of the sequences.
        outputs: c.
        width: d, of the residual stream and the features.
        layers: how many blocks.
        heads: of the attention, each of width d / heads.
        scale: multiplies every matrix at the start, embeddings and biases of linear layers included, not the norms.

    Raises:
        ValueError: if the heads do not share out the width, a size is not positive, or the parametrisation is not
            ``pytorch``.
    """

    vocabulary: int
    length: int
    outputs: int
    width: int = 128
    layers: int = 2
    heads: int = 4
    parametrisation: Parametrisation = field(default="pytorch", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.parametrisation != "pytorch" or self.gain != 1:
            raise ValueError("a transformer has the parametrisation 'pytorch' and the gain 1")
        sizes = (self.vocabulary, self.length, self.outputs, self.width, self.layers, self.heads)
        if min(sizes) < 1:
            raise ValueError(f"got the sizes {sizes}; expected positive numbers")
        if self.width % self.heads:
            raise ValueError(f"got {self.heads} heads of a width of {self.width}; expected a divisor of the width")

    def starts(self) -> dict[str, Start]:
        """Shapes and what they start from: queries, keys and values of all heads are one matrix, ``qkv``."""
        d = self.width
        starts = {"tokens": Start((self.vocabulary, d), 1), "positions": Start((self.length, d), 1)}
        for k in range(self.layers):
            starts |= _norm_start(f"{k}.norm_1", d) | _norm_start(f"{k}.norm_2", d)
            starts |= {
                f"{k}.qkv.weight": Start((3 * d, d), d),
                f"{k}.qkv.bias": Start((3 * d,)),
                f"{k}.out.weight": Start((d, d), d),
                f"{k}.out.bias": Start((d,)),
                f"{k}.up.weight": Start((4 * d, d), d),
                f"{k}.up.bias": Start((4 * d,), d, bias=True),
                f"{k}.down.weight": Start((d, 4 * d), 4 * d),
                f"{k}.down.bias": Start((d,), 4 * d, bias=True),
            }
        return starts | _norm_start("norm", d) | {"last.weight": Start((self.outputs, d), d)}

    def init(self, networks: int, generator: Source, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
        """Parameters of many networks, shape (networks, ...) each, as torch initialises its own modules.

        Embeddings are normal with variance one, linear layers uniform in ``+-1/sqrt(inputs)``, the attention's
        queries, keys and values Xavier-uniform, ``+-sqrt(6/(d + 3d))``, with zero biases.
        """
        start = super().init(networks, generator, dtype)
        for name in ("tokens", "positions"):
            draw = normal(generator, *start[name].shape)
            start[name] = (self.scale * draw).to(dtype)
        return {k: 1.5**0.5 * v if k.endswith("qkv.weight") else v for k, v in start.items()}

    def features(self, parameters: Parameters, x: Tensor) -> Tensor:
        """Last-layer features of one network, shape (n, width), from tokens of shape (n, length), whole numbers."""
        if x.ndim != 2 or x.shape[1] != self.length:
            raise ValueError(f"got tokens of shape {tuple(x.shape)}; expected (n, {self.length})")
        # A product with one-hot rows, since its gradient is a product too: quicker, for many networks at once, than to
        # scatter the gradients into the table.
        hot = functional.one_hot(x, self.vocabulary).to(parameters["tokens"].dtype)
        h = hot @ parameters["tokens"] + parameters["positions"]
        for k in range(self.layers):
            h = self._block(parameters, k, h, only_last=k == self.layers - 1)
        return self._norm(parameters, "norm", h).squeeze(-2)

    def _norm(self, parameters: Parameters, name: str, h: Tensor) -> Tensor:
        return functional.layer_norm(h, (self.width,), parameters[f"{name}.weight"], parameters[f"{name}.bias"])

    def _block(self, parameters: Parameters, k: int, h: Tensor, *, only_last: bool) -> Tensor:
        """One block, (n, length, d) to (n, length, d), or to (n, 1, d) if only the last token is wanted of it."""
        h = self._norm(parameters, f"{k}.norm_1", h)
        attended = self._attention(parameters, k, h, only_last=only_last)
        h = (h[:, -1:] if only_last else h) + attended
        up = functional.linear(
            self._norm(parameters, f"{k}.norm_2", h), parameters[f"{k}.up.weight"], parameters[f"{k}.up.bias"]
        )
        return h + functional.linear(functional.gelu(up), parameters[f"{k}.down.weight"], parameters[f"{k}.down.bias"])

    def _attention(self, parameters: Parameters, k: int, h: Tensor, *, only_last: bool) -> Tensor:
        """Causal attention: a token attends to itself and to those before it."""
        n, length, d = h.shape
        weight, bias = parameters[f"{k}.qkv.weight"], parameters[f"{k}.qkv.bias"]
        asking = h[:, -1:] if only_last else h
        query = functional.linear(asking, weight[:d], bias[:d])
        key, value = functional.linear(h, weight[d:], bias[d:]).chunk(2, dim=-1)
        query, key, value = (
            part.reshape(n, part.shape[1], self.heads, d // self.heads).transpose(1, 2) for part in (query, key, value)
        )
        scores = query @ key.transpose(-1, -2) * (d // self.heads) ** -0.5
        if not only_last:  # the last token sees all of them
            later = torch.ones(length, length, dtype=torch.bool, device=h.device).triu(1)
            scores = scores.masked_fill(later, -torch.inf)
        mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(n, -1, d)
        return functional.linear(mixed, parameters[f"{k}.out.weight"], parameters[f"{k}.out.bias"])


def _norm_start(name: str, d: int) -> dict[str, Start]:
    return {f"{name}.weight": Start((d,), constant=1.0), f"{name}.bias": Start((d,))}
