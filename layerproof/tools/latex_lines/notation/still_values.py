r"""``K(\theta)`` of a matrix K that is declared constant: it is K, where a product with \theta does not conform."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..files.tokens import closing, in_words


def still_values(tokens: Sequence[str], still: Collection[str], sizes: Mapping[str, tuple[str, str]]) -> list[str]:
    """Tokens with what is constant in the place of its values at one vector or matrix.

    Args:
        tokens: of a formula.
        still: the names of matrices and vectors that are constant.
        sizes: of all matrices and vectors, by name.
    """
    if not still or "(" not in tokens:
        return list(tokens)
    names = sorted(((in_words(name), sizes[name]) for name in still if name in sizes), key=lambda one: -len(one[0]))
    others = {in_words(name): size for name, size in sizes.items()}
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name, size = next((one for one in names if tuple(tokens[k : k + len(one[0])]) == one[0]), ((), ("", "")))
        end = k + len(name)
        if not name or list(tokens[end : end + 1]) != ["("] or list(tokens[k - 1 : k]) in (["_"], ["^"]):
            found.append(tokens[k])
            k += 1
            continue
        close = closing(list(tokens), end)
        at = others.get(tuple(tokens[end + 1 : close]))
        value = at is not None and at[0] != size[1] and size[1] != "1"
        found += tokens[k:end]
        k = close + 1 if value else end
    return found
