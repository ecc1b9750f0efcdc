r"""LaTeX within a sentence as plain text: ``\frac{a}{b} \le x_i^{2}`` is ``a/b <= x_i^2``.

It knows what one writes within a sentence.  A command that it does not know, and what belongs to a display or to a
document, is not read, so that what a terminal shows is never less than what a page shows.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\\operatorname\*|\\[A-Za-z]+|\\.|\s+|[A-Za-z]+|\d+(?:\.\d+)?|.", re.DOTALL)
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_FUNCTIONS = (
    "log ln exp sin cos tan sinh cosh tanh arcsin arccos arctan max min sup inf lim det dim ker arg limsup liminf"
)
_SAME = {name: name for name in (*_GREEK.split(), *_FUNCTIONS.split(), "ell", "sum", "prod", "int")}
_SIGNS = {
    "varepsilon": "epsilon", "vartheta": "theta", "varphi": "phi", "varrho": "rho", "infty": "infinity",
    "partial": "d", "nabla": "grad ", "top": "T", "dagger": "dagger", "prime": "'", "ast": "*", "star": "*",
    "emptyset": "{}", "circ": " o ", "dots": "...", "ldots": "...", "cdots": "...", "lbrace": "{", "rbrace": "}",
    "langle": "<", "rangle": ">", "lvert": "|", "rvert": "|", "vert": "|", "lVert": "||", "rVert": "||", "Vert": "||",
    "cdot": "*", "times": " x ", "mid": " | ",
    "le": " <= ", "leq": " <= ", "leqslant": " <= ", "ge": " >= ", "geq": " >= ", "geqslant": " >= ", "ne": " != ",
    "neq": " != ", "approx": " ~= ", "simeq": " ~= ", "sim": " ~ ", "equiv": " == ", "propto": " proportional to ",
    "to": " -> ", "leftarrow": " <- ", "lfloor": "floor(", "rfloor": ")",
    "rightarrow": " -> ", "longrightarrow": " -> ", "mapsto": " -> ", "Rightarrow": " => ",
    "implies": " => ", "iff": " <=> ", "ll": " << ", "gg": " >> ", "pm": " +- ", "mp": " -+ ", "in": " in ",
    "notin": " not in ", "subset": " subset of ", "subseteq": " subset of ", "cup": " union ",
    "cap": " intersected with ",
    "forall": "for all ", "exists": "there is ", "wedge": " and ", "vee": " or ", "otimes": " (x) ", "odot": " (.) ",
    "oplus": " (+) ", "perp": " perpendicular to ", "setminus": " without ", "succ": " > ", "prec": " < ",
    "succeq": " >= ", "preceq": " <= ", "quad": " ", "qquad": " ",
    ",": " ", ";": " ", ":": " ", "!": "", " ": " ", "{": "{", "}": "}", "|": "||", "%": "%", "#": "#", "&": "&",
    "_": "_",
}  # fmt: skip
_PLAIN = (
    "text",
    "textrm",
    "mathrm",
    "mathbf",
    "mathit",
    "mathcal",
    "mathbb",
    "mathsf",
    "operatorname",
    "operatorname*",
    "boldsymbol",
)
_ACCENTS = {
    "hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde", "widetilde": "tilde",
    "dot": "dot", "ddot": "ddot", "vec": "vec",
}  # fmt: skip
_FRACTIONS = ("frac", "dfrac", "tfrac")
SIZES = ("left", "right", *(f"{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("l", "r", "")))
COMMANDS = (*_SAME, *_SIGNS, *_PLAIN, *_ACCENTS, *_FRACTIONS, *SIZES, "sqrt", "binom")
"""What is known, without the backslash."""

_ATOM = re.compile(r"(?:[A-Za-z]+|\d+(?:\.\d+)?)(?:_(?:\w|\{[^{}]*\}))?'?|\([^()]*\)|(?:hat|bar|tilde|sqrt)\([^()]*\)")


class NotRead(ValueError):
    """LaTeX that is not read: the message says what was got."""


def typed(latex: str) -> str:
    r"""A formula of LaTeX as plain text.

    Raises:
        NotRead: at a command that is not known, a brace without its partner, an argument that is missing.

    >>> typed(r"\sqrt{\frac{a+b}{2}} \le \theta_{k}^{2}")
    'sqrt((a+b)/2) <= theta_k^2'
    """
    reader = _Reader(latex)
    if latex.count(r"\left") - len(re.findall(r"\\left[a-z]", latex)) != latex.count(r"\right") - len(
        re.findall(r"\\right[a-z]", latex)
    ):
        raise NotRead(r"where a \left has no \right, or the other way round")
    found = reader.row()
    if reader.left:
        raise NotRead("where a closing brace has no partner")
    return re.sub(r"\s+", " ", found).strip()


class _Reader:
    def __init__(self, latex: str) -> None:
        self.left = [match[0] for match in _TOKEN.finditer(latex)]
        self.left.reverse()

    def row(self, until: str = "}") -> str:
        """All up to a closing brace, which stays."""
        found, raised = "", set[str]()
        while self.left and self.left[-1] != until and self.left[-1] != "}":
            token = self.left[-1]
            if token in ("^", "_"):
                if token in raised:
                    raise NotRead(f"with two {token} at one place; braces say which comes first")
                raised.add(token)
                found += self.script(self.left.pop())
            else:
                shown = self.atom()
                raised = raised if token.isspace() else set()
                beside = token[0] == "\\" and found[-1:].isalnum() and shown[:1].isalpha()
                found += f" {shown}" if beside else shown
        return found

    def atom(self) -> str:
        """What the next token begins."""
        token = self.left.pop()
        if token == "{":
            return self.rest_of_group()
        if token.startswith("\\"):
            return self.command(token[1:])
        if token in ("&", "#", "%"):
            raise NotRead(f"where a bare {token} has no meaning in a formula")
        if token == "$" or not token.isascii():
            raise NotRead(f"with the character {token!a}, which is no LaTeX for all of its compilers")
        return " " if token.isspace() or token == "~" else token

    def rest_of_group(self) -> str:
        found = self.row()
        if not self.left:
            raise NotRead("where an opening brace has no partner")
        self.left.pop()
        return found

    def argument(self, of: str) -> str:
        """One argument: a group, or one letter, digit or command."""
        while self.left and self.left[-1].isspace():
            self.left.pop()
        if not self.left or self.left[-1] in ("}", "^", "_"):
            raise NotRead(f"where {of} has no argument")
        token = self.left[-1]
        if len(token) > 1 and token[0].isalnum():
            self.left[-1] = token[1:]
            return token[0]
        return self.atom().strip()

    def script(self, mark: str) -> str:
        """A power or an index."""
        inside = self.argument(mark)
        if mark == "^":
            short = re.fullmatch(r"-?[A-Za-z0-9]+|[*+]", inside)
            return "'" if inside == "'" else f"^{inside}" if short else f"^({inside})"
        return f"_{inside}" if re.fullmatch(r"[A-Za-z0-9]+", inside) else f"_{{{inside}}}"

    def command(self, name: str) -> str:
        whole = rf"\{name}"
        if name in _FRACTIONS:
            above, below = self.argument(whole), self.argument(whole)
            return f"{_bracketed(above)}/{_bracketed(below)}"
        if name == "sqrt":
            return self.root()
        if name == "binom":
            above, below = self.argument(whole), self.argument(whole)
            return f"binom({above}, {below})"
        if name in _ACCENTS:
            return f"{_ACCENTS[name]}({self.argument(whole)})"
        if name in _PLAIN:
            return self.upright(name)
        if name in SIZES:
            return self.delimiter(name)
        if name in _SAME:
            return _apart(_SAME[name], self.left)
        if name in _SIGNS:
            return _apart(_SIGNS[name], self.left)
        raise NotRead(rf"with the command \{name}, which is not known in a sentence")

    def upright(self, name: str) -> str:
        inside = self.argument(rf"\{name}")
        if name.startswith("text") and re.search(r"[_^]", inside):
            raise NotRead(rf"where \{name} has a script in it, {inside!r}")
        return f" {inside} " if name.startswith("text") else inside

    def root(self) -> str:
        order = ""
        if self.left and self.left[-1] == "[":
            self.left.pop()
            order = self.row("]")
            if not self.left or self.left.pop() != "]":
                raise NotRead(r"where the order of \sqrt does not end")
        inside = self.argument(r"\sqrt")
        return f"({inside})^(1/{order})" if order else f"sqrt({inside})"

    def delimiter(self, size: str) -> str:
        if not self.left:
            raise NotRead(rf"where \{size} has no delimiter")
        if self.left[-1] == ".":
            self.left.pop()
            return ""
        found = self.atom().strip()
        if found not in ("(", ")", "[", "]", "{", "}", "<", ">", "|", "||", "/"):
            raise NotRead(rf"where \{size} stands before {found!r}, which is no delimiter")
        return found


def _bracketed(text: str) -> str:
    return text if _ATOM.fullmatch(text) else f"({text})"


def _apart(word: str, left: list[str]) -> str:
    """A word, apart from a letter that follows it."""
    return f"{word} " if word[-1:].isalpha() and left and left[-1][0].isalnum() else word
