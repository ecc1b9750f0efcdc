"""Scripts of proofs, put together.  Nothing here is trusted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


class Script(str):
    """A script that first asserts lemmas, which other scripts of the same proof may share.

    As a text, it names its lemmas anew, so that it may stand where the shared ones are in scope.

    Attributes:
        lemmas: names, and the sentences that assert and prove them.
        last: what closes the goal when they are there.
    """

    lemmas: tuple[tuple[str, str], ...]
    last: str

    def __new__(cls, lemmas: Iterable[tuple[str, str]], last: str, prefix: str) -> Script:
        lemmas = tuple(lemmas)
        text = "\n".join([*(text for _, text in lemmas), last])
        if lemmas:
            names = {name: f"{prefix}_{number}" for number, (name, _) in enumerate(lemmas)}
            text = re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[0]], text)
        script = super().__new__(cls, text)
        script.lemmas, script.last = lemmas, last
        return script


def assembled(names: Sequence[str], goals: Sequence[str], scripts: Sequence[str], preamble: str) -> str:
    """A proof of the goals in turn, where these names are introduced first.

    The lemmas of a `Script` are proved before its goal, once for all goals.
    """
    lines = ["Proof.", f"intros {' '.join(names)}." if names else "", preamble]
    shared: dict[str, str] = {}
    for number, (goal, script) in enumerate(zip(goals, scripts, strict=True)):
        if isinstance(script, Script) and all(shared.get(name, text) == text for name, text in script.lemmas):
            lines += [text for name, text in script.lemmas if name not in shared]
            shared.update(script.lemmas)
            script = script.last
        lines.append(f"assert (G{number} : {goal}).\n{{ {script.strip()} }}")
    whole = f"G{len(goals) - 1}"
    for number in range(len(goals) - 2, -1, -1):
        whole = f"(conj G{number} {whole})"
    lines.append(f"exact {whole}.\nQed.")
    return "\n".join(line for line in lines if line)
