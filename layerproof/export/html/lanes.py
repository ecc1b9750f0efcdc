"""The graph of claims as a drawing: a row a claim, and at the left a lane from each claim down to those that use it.

A claim stands below all that it uses.  Each claim that others use has a lane of its own, which begins at the claim and
ends at the last that uses it; lanes that do not overlap share a column.  The drawing costs little more than one pass
over the arrows, and it is as wide as the lanes that overlap, not as the longest chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from layerproof.language.claims import Claim

ROW, STEP, DOT, LETTER = 24, 13, 4, 7.4
COLOURS = 6
"""How many colours the lanes take turns in."""


@dataclass(frozen=True)
class Node:
    """A claim as it is drawn: its label, the page behind it, and the class of its verdict."""

    label: str
    address: str | None
    style: str
    title: str


@dataclass
class _Lane:
    first: int
    targets: list[int]
    dashed: bool
    column: int = 0

    @property
    def last(self) -> int:
        return max(self.targets)


def linked(claims: Sequence[Claim]) -> list[Claim]:
    """The claims that use, are used, correct or are corrected, and what they use: each below all that it rests on."""
    own = {claim.id for claim in claims}
    touched = {other.id for claim in claims for other in _below(claim)}
    touched |= {claim.id for claim in claims if _below(claim)}
    order: dict[str, Claim] = {}
    for claim in claims:
        if claim.id not in touched:
            continue
        stack = [(claim, iter(_below(claim)))]
        while stack:
            top, rest = stack[-1]
            other = next((o for o in rest if o.id not in order and all(o is not held for held, _ in stack)), None)
            if other is not None:
                stack.append((other, iter(_below(other) if other.id in own else ())))
            else:
                stack.pop()
                order.setdefault(top.id, top)
    return list(order.values())


def drawing(claims: Sequence[Claim], node: Callable[[Claim], Node], name: str) -> Markup:
    """The claims that `linked` gives, as an SVG element called `name` for those who cannot see it."""
    rows = {claim.id: k for k, claim in enumerate(claims)}
    lanes = _packed(_lanes(claims, rows))
    gutter = (max((lane.column for lane in lanes), default=-1) + 2) * STEP
    nodes = [node(claim) for claim in claims]
    width = gutter + 14 + int(LETTER * max((len(n.label) for n in nodes), default=0))
    height = ROW * len(nodes) + 4
    lines = Markup().join(_line(lane, gutter, nodes) for lane in lanes)
    labels = Markup().join(_label(n, gutter, _middle(k)) for k, n in enumerate(nodes))
    return Markup(
        '<svg class="graph" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="group" aria-label="{name}">'
        '<g aria-hidden="true">{lines}</g>{labels}</svg>'
    ).format(w=width, h=height, name=name, lines=lines, labels=labels)


def _below(claim: Claim) -> list[Claim]:
    return [*claim.uses, *([claim.corrects] if claim.corrects else [])]


def _lanes(claims: Sequence[Claim], rows: dict[str, int]) -> Iterator[_Lane]:
    """A lane from each claim to those that use it, and one to those that correct it."""
    used: dict[int, list[int]] = {}
    wrong: dict[int, list[int]] = {}
    for row, claim in enumerate(claims):
        for other in claim.uses:
            if rows.get(other.id, row) < row:
                used.setdefault(rows[other.id], []).append(row)
        if claim.corrects and rows.get(claim.corrects.id, row) < row:
            wrong.setdefault(rows[claim.corrects.id], []).append(row)
    for row in range(len(claims)):
        if row in used:
            yield _Lane(row, used[row], dashed=False)
        if row in wrong:
            yield _Lane(row, wrong[row], dashed=True)


def _packed(lanes: Iterator[_Lane]) -> list[_Lane]:
    """Give each lane, the short ones first, the column nearest to the labels that is free along it."""
    found = list(lanes)
    columns: list[list[_Lane]] = []
    for lane in sorted(found, key=lambda lane: (lane.last - lane.first, lane.first)):
        free = (k for k, held in enumerate(columns) if all(h.last < lane.first or lane.last < h.first for h in held))
        lane.column = next(free, len(columns))
        if lane.column == len(columns):
            columns.append([])
        columns[lane.column].append(lane)
    return found


def _middle(row: int) -> int:
    return ROW * row + ROW // 2 + 2


def _line(lane: _Lane, gutter: int, nodes: Sequence[Node]) -> Markup:
    """Out of the claim to the left, down, and to the right into each claim that uses it."""
    x, end = gutter - STEP * (lane.column + 1), gutter - DOT
    bend = 5
    start, last = _middle(lane.first), _middle(lane.last)
    path = f"M{end} {start}H{x + bend}q-{bend} 0 -{bend} {bend}V{last - bend}"
    path += "".join(f"M{x} {_middle(row) - bend}q0 {bend} {bend} {bend}H{end - 1}" for row in lane.targets)
    style = f"lane c{lane.first % COLOURS}" + (" dashed" if lane.dashed else "")
    verb = "is corrected by" if lane.dashed else "is used by"
    names = ", ".join(nodes[row].label for row in lane.targets)
    return Markup('<path class="{}" d="{}"><title>{} {} {}</title></path>').format(
        style, path, nodes[lane.first].label, verb, names
    )


def _label(node: Node, x: int, y: int) -> Markup:
    dot = Markup('<circle class="{}" cx="{}" cy="{}" r="{}"/>').format(node.style, x, y, DOT)
    text = Markup('<text x="{}" y="{}">{}</text><title>{}</title>').format(x + 10, y + 4, node.label, node.title)
    inside = dot + text
    return (
        Markup('<a href="{}">{}</a>').format(node.address, inside)
        if node.address
        else Markup("<g>{}</g>").format(inside)
    )
