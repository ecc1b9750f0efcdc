"""A researcher's own file of claims, run one statement at a time.

One slip must not cost the other claims their verdicts.  So each top-level statement is run by itself; one that
fails is reported once, with its line, the names it should have defined are taken away, and whatever needs those
names is left out and counted with the same message.

A statement may also run for ever, or take the whole process down.  So the file is first run in a process of its
own, with limits of time and memory, which finds the statements that do; here they are left out.  (The file is thus
run twice: it should define claims, and do nothing else.)  The second time runs under the same limits, as far as a
process can limit itself; pytest, which runs what it collects, runs it this second time alone.

A file of claims is a program, and is trusted as one: see ``docs/trust.md``.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import contextlib
import faulthandler
import hashlib
import json
import os
import re
import resource
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import TYPE_CHECKING

from ..ground import children, files, orphans
from ..ground.nearest import nearest
from ..ground.readable import readable
from . import patching, processes

if TYPE_CHECKING:
    from ..language.claims import Claim

GRACE = 2.0
"""Seconds that a statement gets to notice the alarm before its process is killed."""

MEMORY = 4 * processes.GIB
"""Bytes that a file may take, beyond those that its process has already."""

LARGEST = 16 * 1024**2
"""Bytes of the largest file that is read."""

_LATER = 2.0
"""How many times the seconds of the first run a statement has in the second, when the machine may be busier."""

_stray: list[threading.Thread] = []


@dataclass
class Problem:
    """Something wrong with what was asked for: where, what, and what to do about it."""

    where: str
    message: str
    source: str = ""
    lines_left_out: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        shown = f"{self.where}: {self.message}"
        if self.source:
            shown += f"\n    {self.source}"
        if self.lines_left_out:
            several = len(self.lines_left_out) > 1
            lines = ", ".join(map(str, self.lines_left_out))
            shown += f"\n    left out because {'they need' if several else 'it needs'} it: line{'s' * several} {lines}"
        return readable(shown)


@dataclass(frozen=True)
class UserFile:
    """What a file holds: its claims, the place of each (``mine.py:12``), what is wrong with it, and its names."""

    path: Path
    claims: tuple[Claim, ...]
    places: Mapping[int, str]
    problems: tuple[Problem, ...]
    names: Mapping[str, object] = field(default_factory=dict)

    def place(self, claim: Claim) -> str:
        """Where `claim` was made."""
        return self.places[id(claim)]


@dataclass(frozen=True)
class _Statement:
    node: ast.stmt
    code: CodeType | None
    error: SyntaxError | None = None

    @property
    def names(self) -> set[str]:
        """The names that the statement defines at the top level."""
        found: set[str] = set()
        for node in ast.walk(self.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.alias):
                found.add((node.asname or node.name).split(".")[0])
        return found


def load(path: Path, *, limit: float = 20.0, once: bool = False) -> UserFile:
    """Run the file at `path` and return its claims and what is wrong with it.

    Args:
        path: a readable Python file.
        limit: the seconds that one statement may take.
        once: run it here alone, and not in a process of its own before: what takes the process down takes this one.

    Raises:
        OSError: if the file cannot be read, or is no regular file.
    """
    shown = _shown(path)
    content = files.read_regular(path, largest=LARGEST)
    try:
        tree = ast.parse(content, filename=str(path))
    except SyntaxError as error:
        return UserFile(path, (), {}, (_syntax_problem(shown, error),))
    except ValueError as error:  # null bytes
        return UserFile(path, (), {}, (Problem(shown, f"got {error}; expected Python source"),))
    except (RecursionError, MemoryError):
        return UserFile(path, (), {}, (Problem(shown, f"{TOO_DEEP}; no claim of this file could be read"),))
    lines = content.decode("utf-8", errors="replace").splitlines()
    statements = list(_compiled(tree, path))
    bad = {} if once else _probe(path, statements, limit)
    before = set(threading.enumerate())
    loader = _Loader(path, shown, lines, statements)
    patching.begin()
    with _kept_off_stdout(), _bounded_memory():
        found = loader.load(bad, partial(_guarded, limit), lambda number, event: _told(event, limit))
    _stray.extend(thread for thread in threading.enumerate() if thread not in before and not thread.daemon)
    if changed := patching.look():
        found = replace(found, problems=(*found.problems, Problem(shown, patching.told(changed))))
    return found


def still_running() -> list[str]:
    """The names of threads that files of claims have begun and not ended, and for which Python would wait."""
    return [thread.name for thread in _stray if thread.is_alive()]


@contextlib.contextmanager
def _kept_off_stdout() -> Iterator[None]:
    """What is printed in the block, by whatever means, goes to stderr: stdout is for results."""

    def flush() -> None:
        for stream in (sys.stdout, sys.__stdout__):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()  # type: ignore[union-attr]

    flush()
    try:
        kept = {1: os.dup(1), 2: os.dup(2)}
        os.dup2(2, 1)
    except OSError:  # there is no stdout, or no stderr
        yield
        return
    try:
        yield
    finally:
        flush()
        for number, copy in kept.items():
            os.dup2(copy, number)
            os.close(copy)
        _open_again()


def _open_again() -> None:
    """Standard streams that a file of claims has closed; what they wrote to is as it was."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        for stream in (name, f"__{name}__"):
            if getattr(getattr(sys, stream), "closed", False):
                setattr(sys, stream, open(number, "w", encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115


@contextlib.contextmanager
def _bounded_memory() -> Iterator[None]:
    """This process may take `MEMORY` more than it has, for as long as the block lasts."""
    has = children.address_space()
    if not has:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    soft = has + MEMORY if before[0] == resource.RLIM_INFINITY else min(before[0], has + MEMORY)
    children.limit(resource.RLIMIT_AS, soft)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _guarded(limit: float, number: int, run: Callable[[], None]) -> None:
    """Run a statement here, for a second time; an alarm ends it, where alarms can be set."""
    if threading.current_thread() is not threading.main_thread():
        run()
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        _alarmed(_LATER * limit + GRACE, run)
    finally:
        signal.signal(signal.SIGALRM, before)


def _alarmed(limit: float, run: Callable[[], None]) -> None:
    """Run something for no longer than `limit` seconds.

    Raises:
        _TimeIsUp: if it takes longer.
    """
    begun = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, limit, 0.5)
    try:
        run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if time.monotonic() - begun >= limit:  # a bare `except:` in the file has kept the alarm
        raise _TimeIsUp


def _shown(path: Path) -> str:
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def _syntax_problem(shown: str, error: SyntaxError) -> Problem:
    message = f"syntax error: {error.msg}; no claim of this file could be read"
    return Problem(f"{shown}:{error.lineno}", message, (error.text or "").strip())


def _compiled(tree: ast.Module, path: Path) -> Iterator[_Statement]:
    flags = 0
    for node in tree.body:
        for one in _split_import(node):
            if isinstance(one, ast.ImportFrom) and one.module == "__future__":
                for alias in one.names:
                    if feature := getattr(__future__, alias.name, None):
                        flags |= feature.compiler_flag
            try:
                code = compile(ast.Module([one], []), str(path), "exec", flags=flags, dont_inherit=True)
                yield _Statement(one, code)
            except SyntaxError as error:
                yield _Statement(one, None, error)
            except (ValueError, RecursionError, MemoryError) as error:
                yield _Statement(one, None, SyntaxError(str(error) if isinstance(error, ValueError) else TOO_DEEP))


def _split_import(node: ast.stmt) -> list[ast.stmt]:
    """``from x import a, b`` as one import a name, so that one wrong name does not take the others away."""
    if not isinstance(node, ast.ImportFrom) or node.names[0].name == "*":
        return [node]
    return [ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), alias) for alias in node.names]


@contextlib.contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """The file's own folder comes first on the path while it runs, as when Python runs it."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _module(path: Path) -> ModuleType:
    """A module for the file under a name that no import statement can mean."""
    unique = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    name = f"claims of {path.stem} {unique}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    return module


class _TimeIsUp(BaseException):
    """The alarm has rung; no ``except Exception`` may keep it."""


def _ring(number: int, frame: FrameType | None) -> None:
    raise _TimeIsUp


TOO_DEEP = "an expression in it is too long or too deep for Python to read; expected it in several lines, or as a sum"


def _probe(path: Path, statements: list[_Statement], limit: float) -> dict[int, str]:
    """The statements that never end or bring their process down, each with what it did."""
    bad: dict[int, str] = {}
    while True:
        found, finished = _probe_once(path, statements, limit, bad)
        bad |= found
        if finished or not found:
            return bad


def _probe_once(
    path: Path, statements: list[_Statement], limit: float, skip: Mapping[int, str]
) -> tuple[dict[int, str], bool]:
    def work(pipe: int) -> None:
        orphans.adopt()
        os.setpgid(0, 0)
        _probe_in_child(path, statements, limit, skip, pipe)

    pid, read = children.begin(work)
    found: dict[int, str] = {}
    current, finished, pending = -1, False, b""
    deadline = time.monotonic() + limit + GRACE
    late = False
    while True:
        ready, _, _ = select.select([read], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            late = True
            break
        chunk = os.read(read, 1 << 16)
        if not chunk:
            break
        pending += chunk
        *lines, pending = pending.split(b"\n")
        for line in lines:
            event, current = json.loads(line)
            deadline = time.monotonic() + limit + GRACE
            if event in ("slow", "memory"):
                found[current] = _told(event, limit)
            finished = finished or event == "finished"
    os.close(read)
    status = children.reap(pid)
    if late:
        found[current] = _told("slow", limit)
    elif not finished:
        what = children.signal_name(-status) if status < 0 else f"status {status}"
        found[current] = f"evaluating this brought its process down ({what})"
    return found, finished


def _told(event: str, limit: float) -> str:
    if event == "memory":
        return (
            f"evaluating this needs more than {MEMORY / processes.GIB:g} GiB of memory; "
            "expected a statement that only builds claims"
        )
    return (
        f"evaluating this did not end within {limit:g} s; expected a statement that only builds claims "
        "(give sympy an unevaluated expression, or more time with --budget)"
    )


def _probe_in_child(path: Path, statements: list[_Statement], limit: float, skip: Mapping[int, str], pipe: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for target in (0, 1, 2):
        os.dup2(null, target)
    children.default_signals()
    signal.signal(signal.SIGALRM, _ring)
    faulthandler.disable()
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    if children.address_space():
        children.limit_memory(MEMORY)

    def tell(event: str, number: int) -> None:
        os.write(pipe, json.dumps([event, number]).encode() + b"\n")

    def timed(number: int, run: Callable[[], None]) -> None:
        tell("start", number)
        _alarmed(limit, run)

    def hear(number: int, event: str) -> str:
        tell(event, number)
        return ""

    loader = _Loader(path, _shown(path), [], statements)
    loader.load(skip, timed, hear)
    tell("finished", len(statements))


def _flaw(claim: Claim, flawed: Sequence[Claim]) -> str:
    """What is no part of a claim although it was given as one; empty if all is well.

    A claim that rests on one of the `flawed` is flawed as well.
    """
    from ..language.claims import Claim, Erratum
    from ..language.sources import Source
    from ..language.statements import Statement

    parts: tuple[tuple[str, Iterable[object], type, str], ...] = (
        ("statement", [claim.statement], Statement, "a statement, such as Identity(lhs, rhs)"),
        ("uses", claim.uses, Claim, "claims, not their ids"),
        ("source", _whole(claim.sources), Source, 'a source, such as thesis("3.9")'),
        ("corrects", [claim.corrects] if claim.corrects else [], Claim, "the claim that is an erratum"),
        ("erratum", [claim.erratum] if claim.erratum else [], Erratum, 'Erratum("slip", wrong="...")'),
    )
    for name, values, kind, wanted in parts:
        for value in values:
            if not isinstance(value, kind):
                return f"got {name} {value!r}; expected {wanted}"
    for other in (*claim.uses, *([claim.corrects] if claim.corrects else [])):
        if any(other is one for one in flawed):
            return f"it needs {other.id!r}, which is left out for its own fault"
    for hypothesis in claim.hypotheses:
        if isinstance(hypothesis, str):
            return f"got hypothesis {hypothesis!r}, a text; expected a relation among symbols, such as r0 < S"
    return ""


_PARTS = ("id", "title", "statement", "hypotheses", "sources", "uses", "erratum", "corrects", "note", "steps", "where")


def _spoiled(claim: Claim) -> str:
    """What is no part of a claim any more, or comes back to it; empty if all is well."""
    if lost := [name for name in _PARTS if name not in vars(claim)]:
        return f"it has no {lost[0]}"
    if flaw := _flaw(claim, ()):
        return flaw
    seen: list[Claim] = []
    waiting = [*claim.uses, *([claim.corrects] if claim.corrects else [])]
    while waiting:
        other = waiting.pop()
        if other is claim:
            return "it rests on itself"
        if not any(other is one for one in seen):
            seen.append(other)
            waiting += [*other.uses, *([other.corrects] if other.corrects else [])]
    return ""


def _whole(sources: Sequence[object]) -> Sequence[object]:
    """A text given for a source arrives letter by letter; put it together again for the message."""
    letters = [item for item in sources if isinstance(item, str)]
    return ["".join(letters)] if letters else sources


class _Loader:
    def __init__(self, path: Path, shown: str, lines: list[str], statements: list[_Statement]) -> None:
        self.path, self.shown, self.lines, self.statements = path, shown, lines, statements
        self.problems: list[Problem] = []
        self.missing: dict[str, Problem] = {}
        self.module = _module(path)

    def load(
        self,
        bad: Mapping[int, str],
        timed: Callable[[int, Callable[[], None]], None] = lambda number, run: run(),
        told: Callable[[int, str], str] = lambda number, event: "",
    ) -> UserFile:
        """Run every statement that is not `bad`; `timed` runs one, `told` is told which ran out of time or memory.

        What `told` returns is the message.
        """
        from ..language.claims import collecting

        claims: list[Claim] = []
        flawed: list[Claim] = []
        places: dict[int, str] = {}
        with _importable(self.path.resolve().parent):
            for number, statement in enumerate(self.statements):
                if number in bad:
                    self._fail(statement, self._problem(statement.node.lineno, bad[number]))
                    continue
                with collecting() as made:
                    try:
                        timed(number, lambda statement=statement: self._execute(statement))  # type: ignore[misc]
                    except (_TimeIsUp, MemoryError) as error:
                        event = "memory" if isinstance(error, MemoryError) else "slow"
                        self._fail(statement, self._problem(statement.node.lineno, told(number, event)))
                if isinstance(statement.node, (ast.Import, ast.ImportFrom)):
                    continue  # claims made by an import are another file's
                for claim in made:
                    if flaw := _flaw(claim, flawed):
                        flawed.append(claim)
                        self.problems.append(self._problem(statement.node.lineno, f"claim {claim.id!r}: {flaw}"))
                    else:
                        claims.append(claim)
                        places[id(claim)] = f"{self.shown}:{statement.node.lineno}"
        claims = [claim for claim in claims if not self._spoiled(claim, places[id(claim)])]
        names = {name: value for name, value in vars(self.module).items() if not name.startswith("__")}
        return UserFile(self.path, tuple(claims), places, tuple(self.problems), names)

    def _spoiled(self, claim: Claim, place: str) -> bool:
        """Whether a claim was changed after it was made, so that it is none any more; then that is told."""
        if reason := _spoiled(claim):
            self.problems.append(Problem(place, f"a claim was changed after it was made: {reason}"))
        return bool(reason)

    def _execute(self, statement: _Statement) -> None:
        if statement.error is not None or statement.code is None:
            error = statement.error or SyntaxError("cannot be compiled")
            self._fail(statement, self._problem(error.lineno or statement.node.lineno, f"syntax error: {error.msg}"))
            return
        try:
            with contextlib.redirect_stdout(sys.stderr):  # stdout is for results
                exec(statement.code, self.module.__dict__)
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:
            cause = self.missing.get(error.name or "") if isinstance(error, NameError) else None
            if cause is None:
                self._fail(statement, self._problem(self._line_of(error, statement), self._explained(error)))
            else:
                if (line := statement.node.lineno) not in cause.lines_left_out:
                    cause.lines_left_out.append(line)
                self._poison(statement, cause)
        else:
            for name in statement.names:
                self.missing.pop(name, None)

    def _problem(self, line: int, message: str) -> Problem:
        source = self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""
        return Problem(f"{self.shown}:{line}", message, source)

    def _fail(self, statement: _Statement, problem: Problem) -> None:
        self.problems.append(problem)
        self._poison(statement, problem)

    def _poison(self, statement: _Statement, problem: Problem) -> None:
        """Take away what the statement should have defined: an older value of the name would mislead."""
        for name in statement.names:
            self.module.__dict__.pop(name, None)
            self.missing[name] = problem

    def _line_of(self, error: BaseException, statement: _Statement) -> int:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(self.path)]
        return lines[-1] if lines and lines[-1] else statement.node.lineno

    def _explained(self, error: BaseException) -> str:
        if isinstance(error, NameError) and error.name:
            return f"unknown name {error.name!r}; {self._remedy(error.name)}"
        if (
            isinstance(error, ImportError)
            and error.name == "layerproof"
            and (match := re.match(r"cannot import name '(\w+)'", str(error)))
        ):
            return f"layerproof has no {match[1]!r}; {self._remedy(match[1])}"
        return f"{type(error).__name__}: {str(error).strip() or 'no message'}"

    def _remedy(self, name: str) -> str:
        from .. import __all__ as offered

        if name in offered:
            return f"add it to the line 'from layerproof import ...': layerproof has {name!r}"
        known = {*self.module.__dict__, *offered, *dir(builtins)} - set(self.missing)
        if near := nearest(name, known):
            return f"did you mean {' or '.join(map(repr, near))}?"
        return "expected a name that is defined above or imported"
