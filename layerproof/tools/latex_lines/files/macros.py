r"""What an author abbreviates, written out.

Expansion is textual: a name is replaced by its body with its arguments, as TeX does, and nothing else that TeX might do
is done.  What acts (``\write18``, ``\catcode``, ``\csname``) or takes its arguments by a pattern is not expanded: it
stays, and a formula that holds it is not read.  One name may be written out so often and so deeply, and no more.

What defines a name is in `definitions`; what well-known styles define, in `styles`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

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
YES, NO, NOTHING = r"\BooleanTrue", r"\BooleanFalse", r"\NoValue"
"""What is put in for a mark that stands there or not, and for what is left out."""
_CHOICES = {
    r"\IfBooleanTF": ((YES,), True, True), r"\IfBooleanT": ((YES,), True, False), r"\IfBooleanF": ((YES,), False, True),
    r"\IfNoValueTF": ((NOTHING,), True, True), r"\IfNoValueT": ((NOTHING,), True, False),
    r"\IfNoValueF": ((NOTHING,), False, True),
    r"\IfBlankTF": (("", NOTHING), True, True), r"\IfBlankT": (("", NOTHING), True, False),
    r"\IfBlankF": (("", NOTHING), False, True),
}  # fmt: skip
"""By the command, the arguments of which its first branch holds, and which branches it has."""
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
class Argument:
    """One argument of a name.

    Attributes:
        kind: ``m``, in braces or a single token; ``o``, that may be left out; ``s``, a mark that may stand there.
        marks: the edges of what may be left out, or the mark: ``[]``, ``()``, ``*``.
        default: of what is left out; None if that is told to the body.
    """

    kind: str = "m"
    marks: str = ""
    default: tuple[Piece, ...] | None = None


OPTIONAL, STAR = Argument("o", "[]"), Argument("s", "*")


@dataclass(frozen=True)
class Macro:
    """A name and what it stands for.

    Attributes:
        body: its pieces, with ``#1`` for the first argument.
        takes: its arguments.
        refusal: why it is not written out; empty if it is.
        sized: whether a star or a size may stand before its arguments, as of brackets.
    """

    body: tuple[Piece, ...] = ()
    takes: tuple[Argument, ...] = ()
    refusal: str = ""
    sized: bool = False


class Missing(ValueError):
    """An argument is missing."""


Work: TypeAlias = "Callable[[Expander, Piece], None]"
"""What a command that defines something does."""
Style: TypeAlias = "Callable[[Expander, Piece], list[Piece]] | Macro"
"""What a command of a well-known style stands for."""


def taking(count: int, default: tuple[Piece, ...] | None = None) -> tuple[Argument, ...]:
    """So many arguments, of which the first may be left out if it has a default."""
    plain = (Argument(),) * count
    return plain if default is None or not count else (replace(OPTIONAL, default=default), *plain[1:])


def pieces_of(file: File, number: int) -> list[Piece]:
    """The pieces of a file."""
    return [Piece(found[0], number, found.start()) for found in _PIECE.finditer(file.text)]


def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a text that stands in no file."""
    return tuple(Piece(found[0], own=False) for found in _PIECE.finditer(text))


@dataclass
class Expander:
    """Reads a file and those that it asks for, and writes out what they abbreviate.

    Attributes:
        load: the file of a name that `\\input` asks for, or None; called with the name and the possible endings.
        trouble: is told what was not done, with its file and place.
        works: by the command, what it defines or reads.
        styles: by the name of a style, what its commands stand for.
        common: what a command mostly stands for that is defined nowhere.
        files: that were read.
        macros: by name, with the backslash.
        styled: what the commands of the styles that are used stand for.
        environments: what stands for the beginning and the end of each.
        refused: why a formula that holds a name is not read.
        presumed: the names that are defined nowhere, and were written out as `common` has them.
        toggles: how the switches of ``etoolbox`` are set, by their names.
    """

    load: Callable[[str, tuple[str, ...]], File | None]
    trouble: Callable[[int, int, str], None]
    works: Mapping[str, Work] = field(default_factory=dict)
    styles: Mapping[str, Mapping[str, Style]] = field(default_factory=dict)
    common: Mapping[str, Style] = field(default_factory=dict)
    files: list[File] = field(default_factory=list)
    macros: dict[str, Macro] = field(default_factory=dict)
    styled: dict[str, Style] = field(default_factory=dict)
    environments: dict[str, tuple[Macro, Macro]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    presumed: set[str] = field(default_factory=set)
    toggles: dict[str, bool] = field(default_factory=dict)
    _stack: list[Piece] = field(default_factory=list)
    _out: list[Piece] = field(default_factory=list)
    _silent: int = 0
    _steps: int = 0
    _length: int = 0
    _total: int = 0

    def expanded(self, root: File) -> Positions:
        """A root file, written out."""
        self.open(root)
        self._run()
        return self._joined()

    @property
    def stands_at_brace(self) -> bool:
        """Whether a brace is next."""
        return bool(self._stack) and self._stack[-1].text == "{"

    def open(self, file: File) -> None:
        """Read a file next."""
        self.files.append(file)
        found = pieces_of(file, len(self.files) - 1)
        self._total += len(file.text)
        self._stack += reversed(found)

    def take_up(self, file: File) -> None:
        """Read what a file defines, and nothing else of it."""
        below = len(self._stack)
        self._silent += 1
        self.open(file)
        self._run(below)
        self._silent -= 1

    def note(self, piece: Piece, message: str) -> None:
        """Tell what was not done, but for what is only taken up."""
        if not self._silent:
            self.trouble(piece.file, piece.start, message)

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
        work = self.works.get(name)
        if work is not None:
            try:
                work(self, piece)
            except Missing:
                self.note(piece, f"{name} is not understood, and defines nothing")
            return True
        if self._silent or name in _SIZES:
            return False
        if name in _CHOICES:
            return self._choose(*_CHOICES[name])
        stands_for = self.macros.get(name) or self.styled.get(name)
        if stands_for is None:
            if name not in self.common:
                return False
            stands_for = self.common[name]
            self.presumed.add(name)
        if isinstance(stands_for, Macro) and stands_for.refusal:
            self.refused[name] = stands_for.refusal
            return False
        return self._write_out(piece, stands_for)

    def _as_it_stands(self) -> bool:
        """The argument alone; after ``^`` it is an argument itself, and stays."""
        if self._out and self._out[-1].text in ("^", "_"):
            return False
        try:
            self._stack += reversed(self.argument())
        except Missing:
            return False
        return True

    def _choose(self, of: tuple[str, ...], one: bool, other: bool) -> bool:
        """The branch of a condition on an argument: the first if the argument is one of these."""
        try:
            holds = "".join(p.text for p in self.argument()).strip() in of
            branches = [self.argument() if there else [] for there in (one, other)]
        except Missing:
            return False
        self._stack += reversed(branches[0 if holds else 1])
        return True

    def choose(self, first: bool) -> None:
        """Go on with the first of two arguments, or with the second.

        Raises:
            Missing: if there are not two.
        """
        branches = [self.argument(), self.argument()]
        self._stack += reversed(branches[0 if first else 1])

    def _palette(self) -> bool:
        try:
            self.argument()
            self._stack += reversed(self.argument())
        except Missing:
            return False
        return True

    def _write_out(self, piece: Piece, stands_for: Style) -> bool:
        self._steps += 1
        if self._steps > MOST_STEPS or piece.depth >= DEEPEST or self._length > LONGEST or self._total > LARGEST:
            self._give_up(piece)
            return False
        try:
            if isinstance(stands_for, Macro):
                body = self._substituted(piece, stands_for)
            else:
                body = [self._below(part, piece) for part in stands_for(self, piece)]
        except Missing:
            self.refused[piece.text] = f"{piece.text} stands without an argument"
            return False
        size = sum(len(p.text) for p in body)
        self._length += size
        self._total += size
        self._stack += reversed(body)
        return True

    @staticmethod
    def _below(part: Piece, piece: Piece) -> Piece:
        """A part of what a name is written out to: an argument, or what the style puts in."""
        if part.own or part.depth:
            return replace(part, depth=max(part.depth, piece.depth + 1))
        return replace(part, file=piece.file, start=piece.start, depth=piece.depth + 1)

    def _give_up(self, piece: Piece) -> None:
        """Leave what a name that never ends was to be written out to."""
        while self._stack and self._stack[-1].depth:
            self._stack.pop()
        self.refused[piece.text] = f"{piece.text} is written out too long or too deeply"
        self.trouble(piece.file, piece.start, self.refused[piece.text])

    def _substituted(self, piece: Piece, macro: Macro) -> list[Piece]:
        if macro.sized and not self.star():
            self.optional()
        arguments = [self._taken(argument) for argument in macro.takes]
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

    def _taken(self, argument: Argument) -> list[Piece]:
        """What stands for an argument."""
        if argument.kind == "m":
            return self.argument()
        if argument.kind == "s":
            return [Piece(YES if self.mark(argument.marks) else NO, own=False)]
        found = self.enclosed(*argument.marks)
        if found is not None:
            return found
        return [Piece(NOTHING, own=False)] if argument.default is None else list(argument.default)

    # --- arguments -----------------------------------------------------------------------------------------------

    def skip(self) -> None:
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

    def argument(self) -> list[Piece]:
        """A group without its braces, or the token that TeX takes for one."""
        self.skip()
        if not self._stack or self._stack[-1].text in ("}", "]"):
            raise Missing
        piece = self._stack.pop()
        if piece.text == "{":
            return self.until("}")
        if piece.text[0] == "\\" or len(piece.text) == 1:
            return [piece]
        self._stack.append(replace(piece, text=piece.text[1:], start=piece.start + (1 if piece.own else 0)))
        return [replace(piece, text=piece.text[0])]

    def until(self, close: str) -> list[Piece]:
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
        raise Missing

    def optional(self) -> list[Piece] | None:
        """What stands in square brackets, if they come next."""
        self.skip()
        if not self._stack or self._stack[-1].text != "[":
            return None
        self._stack.pop()
        return self.until("]")

    def enclosed(self, left: str, right: str) -> list[Piece] | None:
        """What stands between a pair of brackets, if they come next; brackets inside of it are paired."""
        self.skip()
        if left == "[":
            return self.optional()
        if left == "{":
            return self.argument() if self._stack and self._stack[-1].text == "{" else None
        if not self.mark(left):
            return None
        found: list[Piece] = []
        open_ = 1
        braces = 0
        while self._stack:
            piece = self._stack.pop()
            if piece.text in ("{", "}"):
                braces += 1 if piece.text == "{" else -1
                found.append(piece)
                continue
            if piece.text[0] in "\\%" or braces:
                found += [piece] if piece.text[0] != "%" else []
                continue
            for k, sign in enumerate(piece.text):
                open_ += (sign == left and left != right) - (sign == right)
                if open_ == 0:
                    before, after = piece.text[:k], piece.text[k + 1 :]
                    found += [replace(piece, text=before)] if before else []
                    if after:
                        self._stack.append(replace(piece, text=after, start=piece.start + (k + 1 if piece.own else 0)))
                    return found
            found.append(piece)
        self._stack += reversed(found)
        raise Missing

    def mark(self, sign: str) -> bool:
        """Whether a sign comes next; it is taken."""
        self.skip()
        if not self._stack or not self._stack[-1].text.startswith(sign):
            return False
        piece = self._stack.pop()
        if piece.text[1:]:
            self._stack.append(replace(piece, text=piece.text[1:], start=piece.start + (1 if piece.own else 0)))
        return True

    def word(self, words: Sequence[str]) -> str:
        """The command that comes next, if it is one of these; it is taken."""
        self.skip()
        return self._stack.pop().text if self._stack and self._stack[-1].text in words else ""

    def star(self) -> bool:
        """Whether a star comes next; it is taken."""
        return self.mark("*")

    def token(self) -> Piece:
        """The command, or the sign, that comes next."""
        self.skip()
        if not self._stack:
            raise Missing
        piece = self._stack.pop()
        if piece.text[0] != "\\" and len(piece.text) > 1:
            self._stack.append(replace(piece, text=piece.text[1:], start=piece.start + (1 if piece.own else 0)))
            piece = replace(piece, text=piece.text[0])
        return piece

    def before_brace(self, most: int = 200) -> str:
        """The text up to the next opening brace, which stays."""
        text = ""
        while self._stack and self._stack[-1].text != "{":
            text += self._stack.pop().text
            if len(text) > most:
                raise Missing
        return text

    def line(self) -> str:
        """What stands up to the end of the line; a group, if one comes next."""
        self.skip()
        if not self._stack or self._stack[-1].text == "{":
            return self.text()
        first = self._stack.pop()
        name, _, rest = first.text.partition("\n")
        self._stack.append(replace(first, text="\n" + rest, start=first.start + len(name)))
        return name.strip()

    def drop(self, stop: Callable[[Piece], bool]) -> None:
        """Leave out what comes up to a piece, and that."""
        while self._stack and not stop(self._stack.pop()):
            pass

    def close(self, number: int) -> None:
        """Leave out what is left of a file."""
        while self._stack and self._stack[-1].file == number and self._stack[-1].own:
            self._stack.pop()

    def name(self) -> str:
        """The name that is to be defined, with or without braces."""
        found = [p.text for p in self.argument() if p.text.strip()]
        if len(found) != 1 or found[0][0] != "\\":
            raise Missing
        return found[0]

    def text(self) -> str:
        """An argument, as text."""
        return "".join(p.text for p in self.argument()).strip()

    # --- definitions ---------------------------------------------------------------------------------------------

    def define(self, name: str, macro: Macro, *, again: bool = True) -> None:
        """Let a name stand for a body."""
        known = self.macros.get(name)
        acts = ACTING.search("".join(p.text if p.is_word else "" for p in macro.body))
        if acts and not macro.refusal:
            macro = Macro(refusal=f"{name} stands for {acts[0]}, which acts, and nothing in a file is carried out")
        elif known is not None and not again and _spelt(known) != _spelt(macro):
            macro = Macro(refusal=f"{name} is defined twice, and which one holds is not known")
        self.macros[name] = macro
        self.refused.pop(name, None)

    # --- environments --------------------------------------------------------------------------------------------

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
        self.argument()
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

    # --- files ---------------------------------------------------------------------------------------------------

    def read(self, piece: Piece, name: str, endings: tuple[str, ...]) -> None:
        """Read a file that is asked for next."""
        try:
            file = self.load(name, endings)
        except ValueError as problem:
            self.note(piece, f"{piece.text}{{{name[:80]}}} is not read: {problem}")
            return
        if file is not None and self._total + len(file.text) <= LARGEST:
            self.open(file)

    def use(self, name: str) -> None:
        """Take up what a style defines: one in the folder, or a well-known one."""
        try:
            file = self.load(name, (".sty",))
        except ValueError:
            return
        if file is not None:
            self.take_up(file)
        elif name in self.styles:
            self.styled.update(self.styles[name])


def flat(body: Iterable[Piece]) -> tuple[Piece, ...]:
    """A body, on one line."""
    return tuple(replace(p, text=re.sub(r"\s*\n\s*", " ", p.text)) for p in body if p.text[0] != "%")


def _spelt(macro: Macro) -> tuple[str, tuple[Argument, ...]]:
    return "".join("".join(p.text.split()) for p in macro.body), macro.takes
