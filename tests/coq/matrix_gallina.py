"""A small evaluator of the Coq terms of matrices that the translation writes, in exact rational numbers.

It reads text only, and shares nothing with the code that writes it: names are looked up in an environment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from flint import fmpq, fmpq_mat

TOKEN = re.compile(r"\s*(=>|[A-Za-z_][A-Za-z0-9_']*|\d+|[()+\-*/^])")


def value(text: str, names: Mapping[str, Any]) -> Any:
    """What a term means where its free names mean what `names` says; functions are Python's."""
    text = text.replace("%nat", "")  # a size that is a sum
    words = re.findall(TOKEN, text)
    assert "".join(words) == re.sub(r"\s", "", text)
    found, rest = _term(words, {**OPERATIONS, **names})
    assert not rest
    return found


def _term(words: list[str], names: Mapping[str, Any]) -> tuple[Any, list[str]]:
    """One atom, or a parenthesis: an application, a function, or arithmetic."""
    word, rest = words[0], words[1:]
    if word.isdigit():
        return fmpq(int(word)), rest
    if word != "(":
        return names[word], rest
    if rest[0] == "fun":
        name, arrow, body = rest[1], rest[2], _until_closed(rest[3:])
        assert arrow == "=>"
        return _function(name, body, names), rest[3 + len(body) + 1 :]
    inside = _until_closed(rest)
    return _inside(inside, names), rest[len(inside) + 1 :]


def _function(name: str, body: list[str], names: Mapping[str, Any]) -> Callable[[Any], Any]:
    return lambda x: _inside(body, {**names, name: x})


def _inside(words: list[str], names: Mapping[str, Any]) -> Any:
    for operators in (("+", "-"), ("*", "/")):
        depth = 0
        for k in range(len(words) - 1, 0, -1):
            depth += (words[k] == ")") - (words[k] == "(")
            if depth == 0 and words[k] in operators:
                left, right = _inside(words[:k], names), _inside(words[k + 1 :], names)
                return {"+": _plus, "-": _minus, "*": _times, "/": _over}[words[k]](left, right)
    if words[0] == "-":
        return -_inside(words[1:], names)
    if words[0] == "/":
        return _over(fmpq(1), _inside(words[1:], names))
    if "^" in words and (at := _outside(words, "^")):
        return _inside(words[:at], names) ** int(str(_term(words[at + 1 :], names)[0]))
    found, rest = _term(words, names)
    while rest:
        argument, rest = _term(rest, names)
        found = found(argument)
    return found


def _outside(words: list[str], operator: str) -> int:
    depth = 0
    for k, word in enumerate(words):
        depth += (word == "(") - (word == ")")
        if depth == 0 and word == operator:
            return k
    return 0


def _until_closed(words: list[str]) -> list[str]:
    depth = 1
    for k, word in enumerate(words):
        depth += (word == "(") - (word == ")")
        if depth == 0:
            return words[:k]
    raise SyntaxError("a parenthesis is not closed")


def _plus(x: Any, y: Any) -> Any:
    return x + y


def _minus(x: Any, y: Any) -> Any:
    return x - y


def _times(x: Any, y: Any) -> Any:
    return x * y


def _over(x: fmpq, y: fmpq) -> fmpq:
    return fmpq(0) if y == 0 else x / y


def _identity(n: fmpq) -> fmpq_mat:
    return fmpq_mat(int(n.p), int(n.p), [int(i == j) for i in range(int(n.p)) for j in range(int(n.p))])


def _power(matrix: fmpq_mat) -> Callable[[fmpq], fmpq_mat]:
    def power(k: fmpq) -> fmpq_mat:
        found = _identity(fmpq(matrix.nrows()))
        for _ in range(int(k.p)):
            found = found * matrix
        return found

    return power


OPERATIONS: dict[str, Any] = {
    "INR": lambda n: n,
    "madd": lambda a: lambda b: a + b,
    "mmul": lambda a: lambda b: a * b,
    "mscal": lambda c: lambda a: a * c,
    "mtr": lambda a: a.transpose(),
    "mid": _identity,
    "mzero": lambda n: lambda m: fmpq_mat(int(n.p), int(m.p)),
    "mpow": _power,
    "trace": lambda a: sum((a[k, k] for k in range(a.nrows())), fmpq(0)),
    "mexp": lambda mean: mean,
}
