"""1b. The rows of Table 4.2: strings of skill bits, and what is read from them."""

from __future__ import annotations

import sympy as sp

from ...language.sources import thesis
from ...language.statements import Identity
from ...language.symbols import positive, real
from ...language.theorems import AllOf, Follows, Given, Line, Theorem
from .skills import target_is_one_parity

S = positive("S")
ROWS: tuple[tuple[str, tuple[int, int, int], tuple[int, int, int]], ...] = (
    ("110110000100", (2, 4, 7), (1, 1, 0)),
    ("100101010001", (2, 4, 7), (0, 1, 0)),
    ("001001011011", (1, 2, 3), (0, 0, 1)),
    ("001010100110", (3, 5, 7), (1, 1, 1)),
)
"""The strings of skill bits in Table 4.2, places of three relevant bits, and the printed M; skill 1 has two rows."""
bits = real("x_1:13")


def of_row(row: tuple[str, tuple[int, int, int], tuple[int, int, int]]) -> tuple[list[sp.Eq], Line]:
    """A string as hypotheses, and S times the parity of the bits at the places, which are the printed M."""
    string, places, relevant = row
    given = [sp.Eq(bit, int(value), evaluate=False) for bit, value in zip(bits, string, strict=True)]
    chosen = [bits[place - 1] for place in places]
    assert tuple(int(string[place - 1]) for place in places) == relevant
    y = S * (-1) ** sum(relevant)
    parity_of_bits = S * sp.Mul(*(1 - 2 * bit for bit in chosen))
    return given, Line(Identity(parity_of_bits, y), given=given, by=Follows())


TABLE = [of_row(row) for row in ROWS]

table_of_bits = Theorem(
    "scaling-laws/rows-of-the-table",
    title="In each row of the table y is S times the parity of the three bits of the string that are M",
    concludes=AllOf(*(Given(given, line.says) for given, line in TABLE)),
    proof=[line for _, line in TABLE],
    source=thesis("Table 4.2"),
    uses=[target_is_one_parity],
    note="The places are the second, fourth and seventh for skill 1, the same in both of its rows; the first three for "
    "skill 2; the third, fifth and seventh for the last. The colours that mark them in print are lost; these are "
    "places that fit. $1 - 2x$ is $(-1)^x$ for a bit. The columns $g_k$ are $y/S$ where the control bits are those of "
    "$k$, and else 0.",
)
