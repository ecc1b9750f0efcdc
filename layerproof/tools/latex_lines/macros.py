r"""What an author abbreviates, written out: ``\newcommand``, ``\def``, ``\DeclareMathOperator``, environments.

Expansion is textual: a name is replaced by its body with its arguments, as TeX does, and nothing else that TeX might do
is done.  What acts (``\write18``, ``\catcode``, ``\csname``) or takes its arguments by a pattern is not expanded: it
stays, and a formula that holds it is not read.  One name may be written out so often and so deeply, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from .positions import File, Positions

MOST_STEPS = 2_000
"""Expansions that one name in a file may lead to."""
LONGEST = 20_000
"""Characters that one name in a file may be written out to."""
DEEPEST = 60
LARGEST = 8_000_000
"""Characters that a whole project may be written out to."""
ACTING = re.compile(
    r"\\(write|immediate|openin|openout|read|closein|closeout|special|directlua|latelua|luaexec|luadirect|ShellEscape|"
    r"gdef|edef|xdef|futurelet|catcode|mathcode|mathchardef|chardef|lccode|uccode|csname|expandafter|everymath|"
    r"everydisplay|scantokens|loop|pyc|py|sage|python|lstinputlisting|verbatiminput|pdffiledump|pdfximage|newread|"
    r"newwrite|afterassignment|aftergroup|advance|toks|count|dimen|input|include|let|def|newcommand|renewcommand)"
    r"(?![A-Za-z@])|\^\^"
)
_PIECE = re.compile(r"\\(?:[A-Za-z@]+|.|$)|[{}\[\]]|#+\d?|%[^\n]*|[^\\{}\[\]#%]+", re.DOTALL)
_RAW = ("verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents")
_WORD = re.compile(r"\\[A-Za-z@]+")
_SIZES = frozenset(
    rf"\{size}" for size in ("tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "huge")
)
"""Of type: a style defines them by themselves."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text: a command, a brace, or what stands between them.

    Attributes:
        text: of it.
        file, start: where it is from; of what a name is written out to, where the name stands.
        own: whether it stands there itself.
        depth: in how many names it was.
        kept: whether it is not written out any more.
    """

    text: str
    file: int = 0
    start: int = 0
    own: bool = True
    depth: int = 0
    kept: bool = False

    @property
    def is_word(self) -> bool:
        return bool(_WORD.fullmatch(self.text))


@dataclass(frozen=True)
class Macro:
    """A name and what it stands for.

    Attributes:
        body: its pieces, with ``#1`` for the first argument.
        count: of its arguments.
        default: of the first argument, if it may be left out.
        refusal: why it is not written out; empty if it is.
    """

    body: tuple[Piece, ...] = ()
    count: int = 0
    default: tuple[Piece, ...] | None = None
    refusal: str = ""


class _Missing(ValueError):
    """An argument is missing."""


def pieces_of(file: File, number: int) -> list[Piece]:
    """The pieces of a file."""
    return [Piece(found[0], number, found.start()) for found in _PIECE.finditer(file.text)]


@dataclass
class Expander:
    """Reads a file and those that it asks for, and writes out what they abbreviate.

    Attributes:
        load: the file of a name that `\\input` asks for, or None; called with the name and the possible endings.
        trouble: is told what was not done, with its file and place.
        files: that were read.
        macros: by name, with the backslash.
        environments: what stands for the beginning and the end of each.
        refused: why a formula that holds a name is not read.
        paired: names of brackets, which may be starred or told their size.
    """

    load: Callable[[str, tuple[str, ...]], File | None]
    trouble: Callable[[int, int, str], None]
    files: list[File] = field(default_factory=list)
    macros: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, tuple[Macro, Macro]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    paired: set[str] = field(default_factory=set)
    _stack: list[Piece] = field(default_factory=list)
    _out: list[Piece] = field(default_factory=list)
    _silent: int = 0
    _steps: int = 0
    _length: int = 0
    _total: int = 0

    def expanded(self, root: File) -> Positions:
        """A root file, written out."""
        self._open(root)
        self._run()
        return self._joined()

    def _open(self, file: File) -> None:
        self.files.append(file)
        found = pieces_of(file, len(self.files) - 1)
        self._total += len(file.text)
        self._stack += reversed(found)

    def _run(self, until: int = 0) -> None:
        while len(self._stack) > until:
            piece = self._stack.pop()
            if piece.own and piece.depth == 0:
                self._steps = self._length = 0
            if piece.kept or piece.text[0] != "\\" or not self._command(piece):
                self._emit(piece)

    def _emit(self, piece: Piece) -> None:
        if not self._silent:
            self._out.append(piece)

    def _joined(self) -> Positions:
        text: list[str] = []
        starts: list[int] = []
        origins: list[tuple[int, int, bool]] = []
        length = 0
        before = ""
        for piece in self._out:
            shown = piece.text
            if before and shown[:1].isalpha() and _WORD.fullmatch(before):
                text.append(" ")
                length += 1
            starts.append(length)
            origins.append((piece.file, piece.start, piece.own))
            text.append(shown)
            length += len(shown)
            before = shown
        if not starts:
            starts, origins = [0], [(0, 0, True)]
        return Positions("".join(text), self.files, starts, origins)

    # --- what a command does -------------------------------------------------------------------------------------

    def _command(self, piece: Piece) -> bool:
        """Carry out what only writes out text; False if the command stays."""
        name = piece.text
        if name in ("\\begin", "\\end"):
            return self._edge(piece)
        if name == r"\ensuremath" and not self._silent:
            return self._as_it_stands()
        if name == r"\mathpalette":  # what is set in the style of the formula is its last argument
            return self._palette()
        work = _DEFINES.get(name)
        if work is not None:
            try:
                work(self, piece)
            except _Missing:
                if not self._silent:
                    self.trouble(piece.file, piece.start, f"{name} is not understood, and defines nothing")
            return True
        macro = self.macros.get(name)
        if macro is None or self._silent or name in _SIZES:
            return False
        if macro.refusal:
            self.refused[name] = macro.refusal
            return False
        return self._write_out(piece, macro)

    def _as_it_stands(self) -> bool:
        """The argument alone; after ``^`` it is an argument itself, and stays."""
        if self._out and self._out[-1].text in ("^", "_"):
            return False
        try:
            self._stack += reversed(self._argument())
        except _Missing:
            return False
        return True

    def _palette(self) -> bool:
        try:
            self._argument()
            self._stack += reversed(self._argument())
        except _Missing:
            return False
        return True

    def _write_out(self, piece: Piece, macro: Macro) -> bool:
        self._steps += 1
        if self._steps > MOST_STEPS or piece.depth >= DEEPEST or self._length > LONGEST or self._total > LARGEST:
            self._give_up(piece)
            return False
        if piece.text in self.paired and not self._star():
            self._optional()
        try:
            body = self._substituted(piece, macro)
        except _Missing:
            self.refused[piece.text] = f"{piece.text} stands without an argument"
            return False
        size = sum(len(p.text) for p in body)
        self._length += size
        self._total += size
        self._stack += reversed(body)
        return True

    def _give_up(self, piece: Piece) -> None:
        """Leave what a name that never ends was to be written out to."""
        while self._stack and self._stack[-1].depth:
            self._stack.pop()
        self.refused[piece.text] = f"{piece.text} is written out too long or too deeply"
        self.trouble(piece.file, piece.start, self.refused[piece.text])

    def _substituted(self, piece: Piece, macro: Macro) -> list[Piece]:
        arguments: list[list[Piece]] = []
        for k in range(macro.count):
            if k == 0 and macro.default is not None:
                found = self._optional()
                arguments.append(list(macro.default) if found is None else found)
            else:
                arguments.append(self._argument())
        made: list[Piece] = []
        depth = piece.depth + 1
        for part in macro.body:
            hole = re.fullmatch(r"#(\d)", part.text)
            if hole and 1 <= int(hole[1]) <= len(arguments):
                made += [replace(p, depth=max(p.depth, depth)) for p in arguments[int(hole[1]) - 1]]
            else:
                text = part.text[1:] if part.text.startswith("##") else part.text
                made.append(Piece(text, piece.file, piece.start, False, depth, part.kept))
        return made

    # --- arguments -----------------------------------------------------------------------------------------------

    def _skip(self) -> None:
        """Leave spaces and comments before an argument."""
        while self._stack:
            piece = self._stack[-1]
            if piece.text[0] == "%":
                self._stack.pop()
                continue
            bare = piece.text.lstrip()
            if bare == piece.text:
                return
            self._stack.pop()
            if bare:
                gone = len(piece.text) - len(bare) if piece.own else 0
                self._stack.append(replace(piece, text=bare, start=piece.start + gone))
                return

    def _argument(self) -> list[Piece]:
        """A group without its braces, or the token that TeX takes for one."""
        self._skip()
        if not self._stack or self._stack[-1].text in ("}", "]"):
            raise _Missing
        piece = self._stack.pop()
        if piece.text == "{":
            return self._until("}")
        if piece.text[0] == "\\" or len(piece.text) == 1:
            return [piece]
        self._stack.append(replace(piece, text=piece.text[1:], start=piece.start + (1 if piece.own else 0)))
        return [replace(piece, text=piece.text[0])]

    def _until(self, close: str) -> list[Piece]:
        found: list[Piece] = []
        braces = 0
        while self._stack:
            piece = self._stack.pop()
            if piece.text == close and braces == 0:
                return found
            braces += (piece.text == "{") - (piece.text == "}")
            if braces < 0:
                found.append(piece)
                break
            if piece.text[0] != "%":
                found.append(piece)
        self._stack += reversed(found)  # it is never closed: what stands there is read as it is
        raise _Missing

    def _optional(self) -> list[Piece] | None:
        self._skip()
        if not self._stack or self._stack[-1].text != "[":
            return None
        self._stack.pop()
        return self._until("]")

    def _star(self) -> bool:
        self._skip()
        if self._stack and self._stack[-1].text.startswith("*"):
            piece = self._stack.pop()
            if piece.text[1:]:
                self._stack.append(replace(piece, text=piece.text[1:], start=piece.start + 1))
            return True
        return False

    def _name(self) -> str:
        """The name that is to be defined, with or without braces."""
        found = [p.text for p in self._argument() if p.text.strip()]
        if len(found) != 1 or found[0][0] != "\\":
            raise _Missing
        return found[0]

    def _text(self) -> str:
        return "".join(p.text for p in self._argument()).strip()

    # --- definitions ---------------------------------------------------------------------------------------------

    def _set(self, name: str, macro: Macro, *, again: bool = True) -> None:
        """Let a name stand for a body."""
        known = self.macros.get(name)
        acts = ACTING.search("".join(p.text if p.is_word else "" for p in macro.body))
        if acts and not macro.refusal:
            macro = Macro(refusal=f"{name} stands for {acts[0]}, which acts, and nothing in a file is carried out")
        elif known is not None and not again and _spelt(known) != _spelt(macro):
            macro = Macro(refusal=f"{name} is defined twice, and which one holds is not known")
        self.macros[name] = macro
        self.refused.pop(name, None)

    def _newcommand(self, piece: Piece) -> None:
        self._star()
        name = self._name()
        macro = Macro(*self._signature())
        macro = replace(macro, body=_flat(self._argument()))
        if piece.text == r"\providecommand" and name in self.macros:
            return
        self._set(name, macro, again=piece.text != r"\newcommand")

    def _signature(self) -> tuple[tuple[Piece, ...], int, tuple[Piece, ...] | None]:
        count = self._optional()
        default = self._optional() if count is not None else None
        text = "".join(p.text for p in count or ()).strip() or "0"
        if not text.isdigit() or int(text) > 9:
            raise _Missing
        return (), int(text), None if default is None else _flat(default)

    def _def(self, piece: Piece) -> None:
        self._skip()
        if not self._stack:
            raise _Missing
        name = self._stack.pop().text
        if name[0] != "\\":
            raise _Missing
        pattern = ""
        while self._stack and self._stack[-1].text != "{":
            pattern += self._stack.pop().text
            if len(pattern) > 200:
                raise _Missing
        body = _flat(self._argument())
        count = pattern.count("#")
        if pattern != "".join(f"#{k}" for k in range(1, count + 1)):
            self._set(name, Macro(refusal=rf"{name} is defined by a \def that takes its arguments by a pattern"))
            return
        self._set(name, Macro(body, count))

    def _let(self, piece: Piece) -> None:
        self._skip()
        if not self._stack:
            raise _Missing
        name = self._stack.pop().text
        self._skip()
        if self._stack and self._stack[-1].text.startswith("="):
            first = self._stack.pop()
            if first.text[1:]:
                self._stack.append(replace(first, text=first.text[1:], start=first.start + 1))
            self._skip()
        if not self._stack or name[0] != "\\":
            raise _Missing
        other = self._stack.pop()
        if other.text[0] != "\\" and len(other.text) > 1:
            self._stack.append(replace(other, text=other.text[1:], start=other.start + 1))
            other = replace(other, text=other.text[0])
        known = self.macros.get(other.text)
        self.macros[name] = known if known is not None else Macro((replace(other, kept=True),))

    def _operator(self, piece: Piece) -> None:
        self._star()
        name = self._name()
        body = self._argument()
        plain = [p for p in body if p.text.strip()]
        if plain and plain[0].is_word and plain[0].text not in (r"\textup", r"\mathrm", r"\text", r"\textrm"):
            self._set(name, Macro(_flat(body)))  # \mathbb{E}
            return
        word = re.sub(r"\\[A-Za-z]+|[^A-Za-z]", "", "".join(p.text for p in body))
        self._set(name, Macro((Piece(r"\operatorname"), Piece("{"), Piece(word or "operator"), Piece("}"))))

    def _delimiter(self, piece: Piece) -> None:
        name = self._name()
        left, right = _flat(self._argument()), _flat(self._argument())
        self._set(name, Macro((*left, Piece(" "), Piece("#1"), *right), 1))
        self.paired.add(name)

    def _environment(self, piece: Piece) -> None:
        self._star()
        name = self._text()
        _, count, default = self._signature()
        begin, end = _flat(self._argument()), _flat(self._argument())
        if ACTING.search("".join(p.text for p in (*begin, *end))):
            return
        if any(p.text == "\\begin" for p in begin) or count:
            self.environments[name] = Macro(begin, count, default), Macro(end)

    def _edge(self, piece: Piece) -> bool:
        mark = len(self._stack)
        if mark == 0 or self._stack[-1].text != "{":
            return False
        inside = "".join(p.text for p in self._stack[:-12:-1])
        found = re.match(r"\{([A-Za-z]+\*?)\}", inside)
        if not found:
            return False
        if piece.text == "\\begin" and found[1] in _RAW:
            self._raw(piece, found[1])
            return True
        if self._silent or found[1] not in self.environments:
            return False
        self._argument()
        begin, end = self.environments[found[1]]
        return self._write_out(replace(piece, text=f"\\begin{{{found[1]}}}"), begin if piece.text == "\\begin" else end)

    def _raw(self, piece: Piece, name: str) -> None:
        """What stands between verbatim edges is kept as it is."""
        self._emit(piece)
        while self._stack:
            here = self._stack.pop()
            self._emit(here)
            tail = "".join(p.text for p in self._stack[:-4:-1])
            if here.text == "\\end" and tail.startswith("{" + name + "}"):
                return

    def _skipped_condition(self, piece: Piece) -> None:
        """``\\iffalse .. \\fi``: a comment."""
        depth = 1
        while self._stack and depth:
            text = self._stack.pop().text
            depth += (text.startswith("\\if") and text != "\\iff") - (text == "\\fi")

    # --- files ---------------------------------------------------------------------------------------------------

    def _input(self, piece: Piece) -> None:
        self._skip()
        if self._stack and self._stack[-1].text != "{":  # \input name
            first = self._stack.pop()
            name, _, rest = first.text.partition("\n")
            self._stack.append(replace(first, text="\n" + rest, start=first.start + len(name)))
        else:
            name = self._text()
        self._read(piece, name.strip(), (".tex", ""))

    def _import(self, piece: Piece) -> None:
        self._star()
        folder, name = self._text(), self._text()
        self._read(piece, f"{folder.rstrip('/')}/{name}", (".tex", ""))

    def _read(self, piece: Piece, name: str, endings: tuple[str, ...]) -> None:
        try:
            file = self.load(name, endings)
        except ValueError as problem:
            if not self._silent:
                self.trouble(piece.file, piece.start, f"{piece.text}{{{name[:80]}}} is not read: {problem}")
            return
        if file is not None and self._total + len(file.text) <= LARGEST:
            self._open(file)

    def _package(self, piece: Piece) -> None:
        self._optional()
        for name in self._text().split(",")[:50]:
            try:
                file = self.load(name.strip(), (".sty",))
            except ValueError:
                continue
            if file is None:
                continue
            below = len(self._stack)
            self._silent += 1
            self._open(file)
            self._run(below)
            self._silent -= 1

    def _end_of_file(self, piece: Piece) -> None:
        while self._stack and self._stack[-1].file == piece.file and self._stack[-1].own:
            self._stack.pop()


def _flat(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """A body, on one line."""
    return tuple(replace(p, text=re.sub(r"\s*\n\s*", " ", p.text)) for p in pieces if p.text[0] != "%")


def _spelt(macro: Macro) -> tuple[str, int]:
    return "".join("".join(p.text.split()) for p in macro.body), macro.count


_DEFINES: dict[str, Callable[[Expander, Piece], None]] = {
    r"\newcommand": Expander._newcommand, r"\renewcommand": Expander._newcommand,
    r"\providecommand": Expander._newcommand, r"\DeclareRobustCommand": Expander._newcommand, r"\def": Expander._def,
    r"\let": Expander._let, r"\DeclareMathOperator": Expander._operator,
    r"\DeclarePairedDelimiter": Expander._delimiter,
    r"\newenvironment": Expander._environment, r"\renewenvironment": Expander._environment,
    r"\iffalse": Expander._skipped_condition, r"\input": Expander._input, r"\include": Expander._input,
    r"\subfile": Expander._input, r"\import": Expander._import, r"\subimport": Expander._import,
    r"\usepackage": Expander._package, r"\RequirePackage": Expander._package, r"\endinput": Expander._end_of_file,
}  # fmt: skip
