"""Which line is wrong?  Derivations in LaTeX, or as chains in Python, checked line by line.

>>> from layerproof.tools.latex_lines import read_text, run
>>> print(run(read_text(r'''
... % symbols: a, b real
... \\begin{align} (a + b)^2 &= a^2 + ab + b^2 \\end{align}''')))          # doctest: +SKIP
derivation: line 3 is wrong: ...; right would be: = a^{2} + 2ab + b^{2}
"""

from .explain import explain as explain
from .findings.report import Findings as Findings
from .findings.report import as_json as as_json
from .findings.report import show as show
from .judging.questions import Limiting as Limiting
from .judging.questions import Line as Line
from .judging.questions import Mend as Mend
from .judging.questions import Status as Status
from .run import Derivations as Derivations
from .run import propose_file as propose_file
from .run import read_file as read_file
from .run import read_text as read_text
from .run import run as run
from .run import run_file as run_file

__all__ = [
    "Derivations", "Findings", "Limiting", "Line", "Mend", "Status", "as_json", "explain", "propose_file", "read_file",
    "read_text", "run", "run_file", "show",
]  # fmt: skip
