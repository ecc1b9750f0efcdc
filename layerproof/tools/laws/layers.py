"""The layers of which a parametrisation is declared.

A layer maps a vector of polynomials, in the weights, the inputs and the gates, to another.  A gate is 0 or 1: whether
a rectified neuron is on.  It depends on the data and on the weights, but is constant near almost every point.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .polynomials import Polynomial, TooLarge, total

Vector = list[Polynomial]

MOST_TERMS = 20_000
"""The most terms that the map phi, or a layer on the way to it, may have."""


@dataclass(frozen=True, eq=False)
class Weight:
    """A matrix of parameters, which may be used more than once: ``W = Weight("W", 3, 2)``, then `W` and ``W.T``.

    Args:
        name: as it is to be printed, such as ``W_1``.
        rows, columns: its size.
    """

    name: str
    rows: int
    columns: int = 1

    def __post_init__(self) -> None:
        for size in (self.rows, self.columns):
            _positive(size, f"a size of the weight {self.name}")

    @property
    def T(self) -> Transposed:
        """The transposed matrix, of the same parameters."""
        return Transposed(self)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.columns

    def entry_name(self, row: int, column: int) -> str:
        """The name of one parameter, counted from 1: ``W_1_23``; of a vector, ``b_1_2``."""
        if self.columns == 1:
            return f"{self.name}_{row + 1}"
        joint = "" if max(self.rows, self.columns) < 10 else "_"
        return f"{self.name}_{row + 1}{joint}{column + 1}"


@dataclass(frozen=True, eq=False)
class Transposed:
    """The transposed of a weight."""

    of: Weight

    @property
    def T(self) -> Weight:
        """The weight itself."""
        return self.of

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.of.columns, self.of.rows


def _positive(size: object, what: str) -> None:
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise ValueError(f"got {size!r} for {what}; expected a positive integer")


@dataclass
class Scope:
    """What the layers of one model share: numbers of its variables, names of its weights.

    The parameters have the numbers 0, 1, ...; the inputs and the gates have negative ones.

    Attributes:
        weights: the weights in the order in which they are met.
        parameters: the name of each parameter.
        inputs: the variables of the inputs.
        gates: for each gate, its variable and the polynomial whose sign it tells.
    """

    weights: list[Weight] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    gates: list[tuple[int, Polynomial]] = field(default_factory=list)
    _first: dict[int, int] = field(default_factory=dict)
    _layers: int = 0

    def next_layer(self) -> int:
        """The number of the next layer that has weights of its own."""
        self._layers += 1
        return self._layers

    def entry(self, weight: Weight | Transposed, row: int, column: int) -> Polynomial:
        """One entry of a weight, as a polynomial; the weight is met here for the first time, or again."""
        if isinstance(weight, Transposed):
            return self.entry(weight.of, column, row)
        return Polynomial.variable(self.start(weight) + row * weight.columns + column)

    def start(self, weight: Weight) -> int:
        """The number of the first parameter of a weight.

        Raises:
            ValueError: if another weight has its name.
        """
        if id(weight) not in self._first:
            if any(other.name == weight.name for other in self.weights):
                raise ValueError(
                    f"got two weights of the name {weight.name!r}; to share one, use the same Weight twice"
                )
            self._first[id(weight)] = len(self.parameters)
            self.weights.append(weight)
            for row in range(weight.rows):
                self.parameters += [weight.entry_name(row, column) for column in range(weight.columns)]
        return self._first[id(weight)]

    def fresh(self) -> int:
        """The number of a new input or gate."""
        return -1 - len(self.inputs) - len(self.gates)

    def input(self, size: int) -> Vector:
        """The input, a vector of variables of its own."""
        for _ in range(size):
            self.inputs.append(self.fresh())
        return [Polynomial.variable(v) for v in self.inputs]

    def gate(self, before: Polynomial) -> Polynomial:
        """A new gate: 1 where `before` is positive, else 0."""
        variable = self.fresh()
        self.gates.append((variable, before))
        return Polynomial.variable(variable)


class Layer(ABC):
    """One layer of a network.

    Attributes:
        inputs, outputs: the widths, or None if any width will do.
    """

    inputs: int | None = None
    outputs: int | None = None

    @abstractmethod
    def apply(self, scope: Scope, vector: Vector) -> Vector:
        """The vector after the layer."""

    def terms(self, vector: Vector) -> int:
        """How many terms there may be after the layer, before terms are put together."""
        return sum(len(entry.terms) for entry in vector)

    def gated(self) -> bool:
        """Whether there is a rectified neuron in it."""
        return False


def composed(layers: Sequence[Layer], scope: Scope, vector: Vector) -> Vector:
    """One layer after another.

    Raises:
        ValueError: where two widths do not fit.
        TooLarge: if there are too many terms.
    """
    for number, layer in enumerate(layers, start=1):
        if layer.inputs is not None and layer.inputs != len(vector):
            raise ValueError(
                f"sizes do not fit: layer {number}, {layer}, takes {layer.inputs} numbers, but gets {len(vector)}"
            )
        if (expected := layer.terms(vector)) > 4 * MOST_TERMS:
            raise _too_large(f"up to {expected} terms", number, layer)
        vector = layer.apply(scope, vector)
        if (terms := sum(len(p.terms) for p in vector)) > MOST_TERMS:
            raise _too_large(f"{terms} terms", number, layer)
    return vector


def _too_large(what: str, number: int, layer: Layer) -> TooLarge:
    return TooLarge(
        f"too large: after layer {number}, {layer}, there are {what}, and time and memory grow with them; the limit is "
        f"{MOST_TERMS}: take fewer or narrower layers, which usually have laws of the same kind"
    )


@dataclass(frozen=True, eq=False)
class Linear(Layer):
    """``x -> W x``, or ``W x + b``.

    Args:
        inputs, outputs: the widths; left out if a `weight` is given.
        bias: whether b is added.
        weight: a weight to be shared with another layer, outputs by inputs.
        name: of the weight; ``W_1``, ``W_2``, ... otherwise.

    Raises:
        ValueError: if the widths are no positive integers, or not those of the weight.
    """

    inputs: int | None = None
    outputs: int | None = None
    bias: bool = False
    weight: Weight | Transposed | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.inputs, (Weight, Transposed)):
            raise ValueError("got a weight where a width was expected; write Linear(weight=W)")
        if self.weight is None:
            _positive(self.inputs, "the inputs of a linear layer")
            _positive(self.outputs, "the outputs of a linear layer")
            return
        if not isinstance(self.weight, (Weight, Transposed)):
            raise ValueError(f"got the weight {self.weight!r}; expected Weight(name, rows, columns), or its .T")
        rows, columns = self.weight.shape
        if self.inputs not in (None, columns) or self.outputs not in (None, rows):
            raise ValueError(
                f"sizes do not fit: the weight is {rows} x {columns}, the layer maps {self.inputs} to {self.outputs}"
            )
        object.__setattr__(self, "inputs", columns)
        object.__setattr__(self, "outputs", rows)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        assert self.inputs is not None
        assert self.outputs is not None
        number = scope.next_layer()
        weight = self.weight or Weight(self.name or f"W_{number}", self.outputs, self.inputs)
        found = [total(scope.entry(weight, i, j) * vector[j] for j in range(self.inputs)) for i in range(self.outputs)]
        if self.bias:
            shift = Weight(f"b_{number}", self.outputs)
            found = [found[i] + scope.entry(shift, i, 0) for i in range(self.outputs)]
        return found

    def terms(self, vector: Vector) -> int:
        assert self.outputs is not None
        return self.outputs * super().terms(vector)

    def __str__(self) -> str:
        return f"Linear({self.inputs}, {self.outputs}{', bias=True' if self.bias else ''})"


@dataclass(frozen=True, eq=False)
class Diagonal(Layer):
    """``x -> w * x``, entry by entry.

    Args:
        size: the width.
        weight: a weight to be shared, of `size` rows and one column.
        name: of the weight; ``w_1``, ``w_2``, ... otherwise.
    """

    size: int
    weight: Weight | None = None
    name: str = ""

    def __post_init__(self) -> None:
        _positive(self.size, "the width of a diagonal layer")
        if self.weight is not None and self.weight.shape != (self.size, 1):
            raise ValueError(
                f"sizes do not fit: the weight is {self.weight.rows} x {self.weight.columns}; expected {self.size} x 1"
            )
        object.__setattr__(self, "inputs", self.size)
        object.__setattr__(self, "outputs", self.size)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        weight = self.weight or Weight(self.name or f"w_{scope.next_layer()}", self.size)
        return [scope.entry(weight, i, 0) * vector[i] for i in range(self.size)]

    def __str__(self) -> str:
        return f"Diagonal({self.size})"


@dataclass(frozen=True, eq=False)
class Convolution(Layer):
    """The circular convolution in one dimension, one channel: ``(w * x)_i = sum_s w_s x_(i - s)``, indices modulo n.

    Args:
        size: n, the width.
        filter: the length of w; n if it is left out.
        weight: a weight to be shared, of `filter` rows and one column.
        name: of the weight; ``w_1``, ``w_2``, ... otherwise.
    """

    size: int
    filter: int | None = None
    weight: Weight | None = None
    name: str = ""

    def __post_init__(self) -> None:
        _positive(self.size, "the width of a convolution")
        object.__setattr__(self, "filter", self.size if self.filter is None else self.filter)
        _positive(self.filter, "the filter of a convolution")
        assert self.filter is not None
        if self.filter > self.size:
            raise ValueError(f"sizes do not fit: the filter is of length {self.filter}, the signal of {self.size}")
        if self.weight is not None and self.weight.shape != (self.filter, 1):
            raise ValueError(
                f"sizes do not fit: the weight is {self.weight.rows} x {self.weight.columns}; "
                f"expected {self.filter} x 1"
            )
        object.__setattr__(self, "inputs", self.size)
        object.__setattr__(self, "outputs", self.size)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        assert self.filter is not None
        weight = self.weight or Weight(self.name or f"w_{scope.next_layer()}", self.filter)
        return [
            total(scope.entry(weight, s, 0) * vector[(i - s) % self.size] for s in range(self.filter))
            for i in range(self.size)
        ]

    def terms(self, vector: Vector) -> int:
        assert self.filter is not None
        return self.filter * super().terms(vector)

    def __str__(self) -> str:
        return f"Convolution({self.size}, {self.filter})"


@dataclass(frozen=True, eq=False)
class ReLU(Layer):
    """The rectifier ``z -> max(z, 0)``, or ``max(z, leak z)``: entry by entry z, times 1 if it is on and `leak` if off.

    Raises:
        ValueError: if the leak is 1 (there is then no rectifier) or no rational number.
    """

    leak: int | Fraction = 0

    def __post_init__(self) -> None:
        leak = _rational(self.leak, "the leak of a rectifier")
        if leak == 1:
            raise ValueError("got a leak of 1, which is no rectifier: leave the layer out")
        object.__setattr__(self, "leak", leak)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        found = []
        for entry in vector:
            gate = scope.gate(entry)
            found.append(entry.scaled(self.leak) + (gate * entry).scaled(1 - self.leak))
        return found

    def gated(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"ReLU(leak={self.leak})" if self.leak else "ReLU()"


@dataclass(frozen=True, eq=False, init=False)
class Power(Layer):
    """The activation ``z -> z^k``, entry by entry."""

    exponent: int

    def __init__(self, exponent: int) -> None:
        _positive(exponent, "the exponent of an activation")
        object.__setattr__(self, "exponent", exponent)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        return Activation(*[0] * self.exponent, 1).apply(scope, vector)

    def __str__(self) -> str:
        return f"Power({self.exponent})"


@dataclass(frozen=True, eq=False, init=False)
class Activation(Layer):
    """A polynomial activation ``z -> c_0 + c_1 z + c_2 z^2 + ...``, entry by entry, with rational coefficients."""

    coefficients: tuple[Fraction, ...]

    def __init__(self, *coefficients: int | Fraction) -> None:
        values = tuple(_rational(c, "a coefficient of an activation") for c in coefficients)
        if not any(values[1:]):
            raise ValueError("got an activation that is constant; expected Activation(c_0, c_1, ...)")
        object.__setattr__(self, "coefficients", values)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        found = []
        for entry in vector:
            value = Polynomial()
            for coefficient in reversed(self.coefficients):
                if len(value.terms) * len(entry.terms) > 20 * MOST_TERMS:
                    raise TooLarge(
                        f"too large: {self} multiplies {len(value.terms)} by {len(entry.terms)} terms; "
                        f"the limit is {20 * MOST_TERMS} products"
                    )
                value = value * entry + Polynomial.constant(coefficient)
            found.append(value)
        return found

    def __str__(self) -> str:
        return f"Activation({', '.join(map(str, self.coefficients))})"


@dataclass(frozen=True, eq=False, init=False)
class Skip(Layer):
    """``x -> x + inner(x)``: a connection that skips the layers given."""

    layers: tuple[Layer, ...]

    def __init__(self, *layers: Layer) -> None:
        check_layers(layers, "Skip")
        object.__setattr__(self, "layers", layers)

    def apply(self, scope: Scope, vector: Vector) -> Vector:
        after = composed(self.layers, scope, vector)
        if len(after) != len(vector):
            raise ValueError(
                f"sizes do not fit: {self} adds {len(vector)} numbers to {len(after)}; its last layer must have "
                f"{len(vector)} outputs"
            )
        return [a + b for a, b in zip(vector, after, strict=True)]

    def gated(self) -> bool:
        return any(layer.gated() for layer in self.layers)

    def __str__(self) -> str:
        return f"Skip({', '.join(map(str, self.layers))})"


def check_layers(layers: Sequence[object], where: str) -> None:
    """Raise ValueError if there is no layer, or something else among them."""
    if not layers:
        raise ValueError(f"{where} has no layers")
    for layer in layers:
        if not isinstance(layer, Layer):
            raise ValueError(
                f"got {layer!r} as a layer of {where}; expected Linear(...), ReLU(), Skip(...) and the like"
            )


def walk(layers: Sequence[Layer]) -> Iterator[Layer]:
    """The layers, and those inside of them."""
    for layer in layers:
        yield layer
        if isinstance(layer, Skip):
            yield from walk(layer.layers)


def _rational(value: object, what: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        try:
            exact = Fraction(str(value))  # SymPy's rationals, and decimals as they are written
        except ValueError:
            raise ValueError(f"got {value!r} for {what}; expected a rational number") from None
        return exact
    return Fraction(value)
