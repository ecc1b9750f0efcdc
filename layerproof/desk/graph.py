"""What rests on what: the graph of the claims, computed from what each says that it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from ..language.claims import Claim
from ..language.verdicts import Verdict


class Graph:
    """Claims, and the arrows from each claim to those that it uses.

    Building it costs one pass over the arrows; each question, one walk over what it reaches.
    """

    def __init__(self, claims: Iterable[Claim]) -> None:
        self._users: dict[str, list[Claim]] = {}
        for claim in claims:
            for used in claim.uses:
                self._users.setdefault(used.id, []).append(claim)

    def users(self, claim: Claim) -> Sequence[Claim]:
        """The claims that use this one directly."""
        return self._users.get(claim.id, ())

    def basis(self, claim: Claim) -> list[Claim]:
        """All that a claim rests on, nearest first, each once."""
        return list(self._reached(claim, lambda c: c.uses))

    def heirs(self, claim: Claim) -> list[Claim]:
        """All that rests on a claim, nearest first, each once."""
        return list(self._reached(claim, self.users))

    def unsound(self, claim: Claim) -> list[Claim]:
        """What of its basis is thought to be false."""
        return [other for other in self.basis(claim) if other.expected is Verdict.REFUTED]

    @staticmethod
    def _reached(claim: Claim, step: Callable[[Claim], Iterable[Claim]]) -> Iterator[Claim]:
        seen = {claim.id}
        waiting = [claim]
        while waiting:
            new = []
            for other in waiting:
                for found in step(other):
                    if found.id not in seen:
                        seen.add(found.id)
                        new.append(found)
                        yield found
            waiting = new


NARROW = 60
"""Columns below which branches are not drawn: each claim stands as far to the right as it is deep."""


def listing(graph: Graph, claims: Sequence[Claim], out: Console) -> None:
    """Print, for each claim, a tree of what it rests on, and what rests on it; no id is broken."""
    for claim in claims:
        out.print(_name(claim), soft_wrap=True)
        for line in _grown(claim, {claim.id}, "", out.width < NARROW):
            out.print(line, soft_wrap=True)
        if heirs := graph.heirs(claim):
            shown = ", ".join(other.id for other in heirs[:12]) + (", ..." if len(heirs) > 12 else "")
            rest = "1 claim rests" if len(heirs) == 1 else f"{len(heirs)} claims rest"
            out.print(Text(f"  {rest} on it: {shown}", style="dim"))
        if bad := graph.unsound(claim):
            out.print(Text(f"  rests on what is thought to be false: {', '.join(c.id for c in bad)}", style="red"))


def overview(graph: Graph, claims: Sequence[Claim], out: Console) -> None:
    """Print, for each subject, how many of its claims rest on others, and the three on which most claims rest."""
    for subject, members in groupby(claims, key=lambda claim: claim.subject):
        own = list(members)
        resting = sum(bool(claim.uses) for claim in own)
        rest = "1 rests on others" if resting == 1 else f"{resting} rest on others"
        out.print(Text.assemble((subject, "bold"), f"  {len(own)} claims, {rest}"), soft_wrap=True)
        heirs = {claim.id: len(graph.heirs(claim)) for claim in own}
        for claim in sorted(own, key=lambda claim: -heirs[claim.id])[:3]:
            if heirs[claim.id]:
                out.print(Text.assemble(f"{heirs[claim.id]:>6}  rest on  ", _name(claim)), soft_wrap=True)
    out.print()
    examples = {
        "lazy-rich/general-solution": "one claim",
        "lazy-rich": "each of a subject",
        "--dot book.dot": "all of it",
    }
    for what, said in examples.items():
        out.print(Text.assemble(("layerproof ", "dim"), f"graph {what}  ", (said, "dim")), soft_wrap=True)


def _grown(claim: Claim, seen: set[str], before: str, narrow: bool) -> Iterator[Text]:
    for number, used in enumerate(claim.uses, start=1):
        last = number == len(claim.uses)
        fork, under = (" ", " ") if narrow else ("└── ", "    ") if last else ("├── ", "│   ")
        again = used.id in seen
        above = " (above)" if again and used.uses else ""
        yield Text.assemble((before + fork, "dim"), _name(used), (above, "dim"))
        if not again:
            seen.add(used.id)
            yield from _grown(used, seen, before + under, narrow)


def _name(claim: Claim) -> Text:
    return Text(claim.id, style="magenta" if claim.expected is Verdict.REFUTED else "")


def as_dot(graph: Graph, claims: Sequence[Claim]) -> str:
    """The claims, what they rest on and what rests on them, for Graphviz: an arrow from a claim to what it uses."""
    drawn = {c.id: c for claim in claims for c in (claim, *graph.basis(claim), *graph.heirs(claim))}
    lines = ["digraph claims {", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif"];']
    for claim in drawn.values():
        style = ", color=crimson" if claim.expected is Verdict.REFUTED else ""
        lines.append(f'  "{claim.id}" [tooltip="{_quoted(claim.title)}"{style}];')
    for claim in drawn.values():
        lines += [f'  "{claim.id}" -> "{used.id}";' for used in claim.uses if used.id in drawn]
        if claim.corrects and claim.corrects.id in drawn:
            lines.append(f'  "{claim.id}" -> "{claim.corrects.id}" [style=dashed, label="corrects"];')
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
