"""What rests on what: the graph of the claims, computed from what each says that it uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

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


def listing(graph: Graph, claims: Sequence[Claim], out: Console) -> None:
    """Print, for each claim, a tree of what it rests on, and what rests on it."""
    for claim in claims:
        tree = Tree(_name(claim), guide_style="dim")
        _grow(tree, claim, {claim.id})
        out.print(tree)
        if heirs := graph.heirs(claim):
            shown = ", ".join(other.id for other in heirs[:12]) + (", ..." if len(heirs) > 12 else "")
            out.print(Text(f"  {len(heirs)} rest on it: {shown}", style="dim"))
        if bad := graph.unsound(claim):
            out.print(Text(f"  rests on what is thought to be false: {', '.join(c.id for c in bad)}", style="red"))


def _grow(tree: Tree, claim: Claim, seen: set[str]) -> None:
    for used in claim.uses:
        again = used.id in seen
        branch = tree.add(Text.assemble(_name(used), (" (above)", "dim")) if again and used.uses else _name(used))
        if not again:
            seen.add(used.id)
            _grow(branch, used, seen)


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
