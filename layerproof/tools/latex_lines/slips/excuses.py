"""When a line that fails is not called wrong: it may hold by something that was not read.

A line that fails for some values is wrong only if nothing in the file restricts these. What a declaration, a display, a
formula in the prose or a word beside the line says about its letters may do so. Then the line is called wrong only if
one slip explains it: with one sign, number, exponent or transpose changed it is proved, without any of that.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from ..facts.stated import letters_of
from ..facts.supports import BY_WORDS
from ..files.parts import Document, Step
from ..files.source import Trouble
from ..files.tokens import holds, words
from ..findings.report import Findings
from ..judging.checking import IF_GUESSED, Task
from ..judging.kroneckers import worked_out
from ..judging.lines import MISFIT, NOT_PROVED, ask_all, in_processes
from ..judging.questions import Beside, Limiting, Line, Mend, Question, Status
from ..letters.setting import Setting
from ..notation.arrays import as_commands, as_printed, shown_at
from ..page.cited import above, needed
from ..page.plain_words import strange
from ..page.relations import CONTRARY
from ..page.traits import explained
from .between import between
from .mend import mends

MOST_MENDED = 24
FIRST_LOOK = 2.5
"""Seconds for a first look for mends of each wrong line, before any is looked at for longer."""
_SLIP = re.compile(
    r"[-+] for [-+]|(?:without the |a )minus sign(?: before all of it)?|"
    r"(?:-?[\d./]+|the factor -?[\d./]+) for -?[\d./]+|"
    r"(?:a|without the) factor -?[\d./]+(?: before all of it)?|a square|a square root|"
    r"without the (?:exponent|root)|an exponent .*|(?:without )?the transpose of .*|"
    r"\\?[a-z]+ for \\(?:ln|exp|sin|cos|tan|sinh|cosh|tanh)|[<>=\\a-z]+"
)
_SIGN = re.compile(
    r"[-+] for [-+]|(?:without the |a )minus sign(?: before all of it)?|"
    r"(?:-?[\d./]+|the factor -?[\d./]+) for -?[\d./]+|(?:a|without the) factor -?[\d./]+(?: before all of it)?"
)
_NEVER = re.compile(r"(?!)")
_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])(?: ?_ ?\{? ?\w+ ?\}?)?"
SLIP_BETWEEN = re.compile(
    rf"{_SLIP.pattern}|(?:the|an) index .*|without the term .*|a factor (?:1/)?{_LETTER}|without {_LETTER}"
)
"""What mends a line that both neighbours contradict: the more they say, the less the mend must."""
_TURNED = re.compile(rf"{_SLIP.pattern}|the relation .*")
_NAMES_A_REASON = re.compile(
    r"\\(?:eq|c|C|auto)?ref\b|\b(?:by|from|since|because|using|assum\w+|hypothes[ie]s|lemma|theorem|proposition|"
    r"corollary|definition|induction|optimality|independen\w+|orthogonal\w*)\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"(?:\W|and|so|thus|hence|where|then|for|if|when|since|as|\$[^$]*\$|\d)*", re.IGNORECASE)


def excuse(findings: Findings, tasks: list[Task], header: list[Trouble], document: Document) -> None:
    """Lines that fail are undecided where a declaration, or what they are said to follow from, was not read."""
    _header(findings.lines, tasks, header)
    _what_follows(findings, tasks, document)


def _header(lines: list[Line], tasks: list[Task], troubles: list[Trouble]) -> None:
    """A line is not called wrong where a declaration before it was not understood: it might be right under that."""
    for line in lines:
        before = [t for t in troubles if t.line is None or t.line <= line.line]
        if line.status is Status.REFUTED and line.how == MISFIT and before:
            line.reason = f"{line.reason}, as far as the header was read; {before[0]}"
            line.status = Status.UNDECIDED
    for task in tasks:
        before = [t for t in troubles if t.line is None or t.line <= task.line.line]
        if task.line.status is Status.REFUTED and before:
            task.line.reason = f"it fails, as far as the header was read; {before[0]}"
            task.line.status = Status.UNDECIDED


def _what_follows(findings: Findings, tasks: list[Task], document: Document) -> None:
    """What is said to follow is not called wrong where something that it may follow from was not read."""
    lost: dict[int, int] = {}  # the first line of each display that was not read
    for line in findings.lines:
        if line.status is Status.UNREAD:
            lost[line.block] = min(lost.get(line.block, line.line), line.line)
    begins: dict[int, int] = {}
    for equation in document.equations:
        begins.setdefault(equation.block, equation.line)
    unread = {(line.block, line.line) for line in findings.lines if line.status is Status.UNREAD}
    given = [
        (e.line, tuple(words(" ".join(e.sides)))) for e in document.equations for step in e.steps
        if (e.given or step.given) and (step.block, step.line) in unread
    ]  # fmt: skip
    for task in tasks:
        line = task.line
        if line.status is not Status.REFUTED or line.how == MISFIT:
            continue
        if beside := task.chain.steps[task.place][0].beside:
            line.reason = f"it fails unless {beside}; if that is its condition, write it in parentheses: ({beside})"
            line.status = Status.UNDECIDED
            continue
        names = [tuple(words(name)) for name in _names(task.question.setting, letters_of(task.question))]
        concerns = not document.is_declared_beside  # what is assumed in a paper concerns what holds one of its letters
        before = [k for k, said in given if k < line.line and (concerns or any(holds(said, name) for name in names))]
        if task.question.implied:
            before += [k for k in (lost.get(line.block),) if k is not None and k <= line.line]
            before += [t.line for t in document.troubles if t.line and begins[line.block] - 1 <= t.line <= line.line]
        if before:
            line.reason = f"it fails, as far as line {min(before)} is not needed, which was not read"
            line.status = Status.UNDECIDED


# --- what one slip explains -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Said:
    """A relation that was not read: its tokens, and where it stands."""

    tokens: tuple[str, ...]
    where: str


def suspend(
    findings: Findings, tasks: list[Task], document: Document, limiting: Limiting, *, mending: bool
) -> set[int]:
    """Look for mends; a line that one slip does not explain, and that may rest on what was not read, is undecided.

    Returns:
        The tasks of lines that are wrong whatever is said about them: both of their neighbours contradict them.
    """
    inside = between(tasks) if document.is_declared_beside else {}
    wrong = [task for task in tasks if task.line.status is Status.REFUTED and task.line.how != MISFIT]
    for task in tasks:
        if task.line.status is Status.UNDECIDED and not task.misfit and not task.late:
            open_ = task.line.reason == NOT_PROVED or task.line.reason.startswith(IF_GUESSED)
            _rest_on_words(task, document, beside_only=not open_)
    unread = _unread(findings, document)
    paper = document.is_declared_beside
    resting = {id(task): why for task in wrong if (why := _rests_on(task, unread, paper))}
    worth = sorted(
        wrong, key=lambda task: (id(task) not in inside, slip_of(task) is _NEVER, task.question.relation != "=")
    )
    mend(worth if mending else [task for task in worth if id(task) in resting], limiting, inside)
    never = _never(wrong, limiting) if paper else set()
    for task in wrong:
        why = resting.get(id(task))
        slip = slip_of(task)
        if paper and task.question.relation in CONTRARY:
            slip = _TURNED if id(task) in never else _NEVER
            if id(task) in never and not letters_of(task.question):
                continue  # a bound of numbers
        line = task.line
        sides = f"{_before(task)} {line.text}"
        slips = [offer for offer in line.mends if slip.fullmatch(offer.what)]
        if id(task) in inside:
            slips = [offer for offer in line.mends if SLIP_BETWEEN.fullmatch(offer.what)]
        if any(explained(offer.what, sides, document.traits) for offer in slips):
            why, slips = why or "what the paper says of its letters", []
        if paper and line.block in document.doubtful and id(task) not in inside:
            why, slips = why or "the sentence that it stands in", []
        if has_a_reason(task.chain.steps[task.place][0], paper):
            why, slips = why or "what is said beside it", []
        if why is None or (slips and not task.open):
            continue
        inside.pop(id(task), None)
        offer = f"; by itself right would be: {line.mends[0].latex}" if line.mends else ""
        where = shown_at((line.witness or {"symbols": {}})["symbols"])
        line.reason = f"it fails at {where}, unless {why} makes it right{offer}"
        line.status = Status.UNDECIDED
        _rest_on_words(task, document)
    return set(inside)


_ABOVE = re.compile(
    r"\\(?:overset|stackrel|underset)\s*\{(?:[^{}]*[\d=][^{}]*|.*\\text.*)\}\s*\{|\\tag\s*\{[^{}]*[<>=]"
)
_SAID = re.compile(r"\$[^$]*(?:[<>=]|\\to(?![A-Za-z]))[^$]*\$")


def has_a_reason(step: Step, paper: bool) -> bool:
    """Whether something in a row may be why it holds that was not read: ``($b = 0$)`` beside it, or above its sign."""
    said = re.sub(r"\$[^$]*\$", "\x01\x01", step.remark)
    unread = not step.conditions and _SAID.search(step.remark)
    odd = paper and strange(said)
    return bool(unread or odd or re.fullmatch(r"\W*\d+\W*", step.remark) or _ABOVE.search(step.source))


def _rest_on_words(task: Task, document: Document, *, beside_only: bool = False) -> None:
    """A bound in a paper, or a line about values of which little is known, is stated if words near it give a reason.

    A line of plain algebra, or one that the prover leaves open (`beside_only`), is if words in its own row do.
    """
    step, question = task.chain.steps[task.place][0], task.question
    if not document.is_declared_beside:
        return
    beside = step.remark if step.remark and not _EMPTY.fullmatch(step.remark) else above(step.source)
    plain = question.relation == "=" and unknown(task) is None  # algebra: only what is said of this row is a reason
    words_ = beside or ("" if plain or beside_only else document.reasons.get(step.block, ""))
    if not words_ or ((plain or beside_only) and not _NAMES_A_REASON.search(words_)):
        return
    left, right = (question.setting.units.spaces.squared(side) for side in (question.left, question.right))
    try:
        asks = needed(left, question.relation, right)
    except Exception:  # no quotient of polynomials: nothing shorter is said
        asks = ""
    task.line.status = Status.STATED
    task.line.reason = f"{BY_WORDS} ('{words_[:80]}'), which is not read" + (f"; that must give {asks}" if asks else "")


def slip_of(task: Task) -> re.Pattern[str]:
    """What mends a line by one slip; of some lines nothing does."""
    known = unknown(task)
    if known is not None:
        sure = not known and task.question.relation == "=" and not _at_other_points(task)
        return _SIGN if sure else _NEVER
    return _SLIP


def _never(wrong: Sequence[Task], limiting: Limiting) -> set[int]:
    r"""The bounds that hold nowhere: whatever a paper says of the letters, it does not make these right.

    One that holds somewhere may be right by what bounds its letters, ``\kappa \ge 1``, wherever that is said.
    """
    bounds = [task for task in wrong if task.question.relation in CONTRARY and unknown(task) is None]
    contrary = [replace(task.question, relation=CONTRARY[task.question.relation], back=None) for task in bounds]
    answers = ask_all(contrary, limiting)
    return {id(task) for task, found in zip(bounds, answers, strict=True) if found["verdict"] == "VERIFIED"}


def unknown(task: Task) -> bool | None:
    """Whether a line holds values of which more may be known than is here; None if it holds no such values."""
    setting = task.question.setting
    left, right = (setting.without_definitions(side) for side in (task.question.left, task.question.right))
    letters = letters_of(replace(task.question, left=left, right=right))
    names = {str(getattr(x, "name", None) or getattr(x, "__name__", "")) for x in letters}
    found = (names & setting.units.shown.keys()) - worked_out(names, setting)
    values = {setting.names.functions.names.get(name) for name in names} & setting.names.functions.values.keys()
    return bool(found & setting.units.unsure) or _in_two_norms(setting, letters) if found or values else None


def _in_two_norms(setting: Setting, letters: set[object]) -> bool:
    r"""Whether a vector stands in norms with different indices: ``\|x\|`` and ``\|x\|_2`` may be one."""
    kinds: dict[str, set[str]] = {}
    for letter in letters:
        if letter in setting.units.spaces.norms:
            of, index = setting.units.spaces.norms[letter]
            kinds.setdefault(of, set()).add(index)
    return any(len(indices) > 1 for indices in kinds.values())


def _at_other_points(task: Task) -> bool:
    r"""Whether the sides hold values of one function at different points: ``f(-x) = f(x)`` may be what f is like."""
    functions = task.question.setting.names.functions
    left, right = (
        {name for one in letters_of(replace(task.question, left=side, right=side))
         if (name := str(getattr(one, "name", None) or getattr(one, "__name__", ""))) in functions.names}
        for side in (task.question.left, task.question.right)
    )  # fmt: skip
    of = [{functions.values.get(functions.names[name]) for name in names} for names in (left - right, right - left)]
    return bool(of[0] & of[1])


def after_open_lines(tasks: Sequence[Task], document: Document, sure: Container[int] = ()) -> None:
    """A line that fails against one that is not known to be right is not called wrong: the other one may be.

    The head of a chain of equations says what something is, and what follows must agree with it, unless words give a
    reason for it, by which it may be wrong itself. Those of `sure` are wrong all the same.
    """
    if not document.is_declared_beside:
        return
    for task in tasks:
        line = task.line
        if line.status is not Status.REFUTED or line.how == MISFIT or task.place == 0 or id(task) in sure:
            continue
        step, _, _, before = task.chain.steps[task.place - 1]
        if before.status not in (Status.STATED, Status.UNDECIDED):
            continue
        reason = step.block in document.reasons or (step.remark and _NAMES_A_REASON.search(step.remark))
        if task.place == 1 and not task.chain.headless and step.relation == "=" and not reason:
            continue
        line.status = Status.UNDECIDED
        line.reason = f"it does not follow from line {before.line}, which is not known to be right: one of both fails"


def announce(tasks: Sequence[Task], said: Mapping[int, str]) -> None:
    """State the lines that are announced, and neither proved nor wrong; `said` is where each display stands.

    Left open are an equation of plain algebra, which what it follows decides, one whose sizes do not fit as they are
    declared, and one that was not answered in time.
    """
    for task in tasks:
        line = task.line
        where = said.get(line.block)
        if not where or line.status is not Status.UNDECIDED or task.misfit or task.late:
            continue
        if task.place and task.question.relation == "=" and unknown(task) is None:
            continue
        line.status = Status.STATED
        line.reason = f"it stands in {where}, and is not proved here: {line.reason}"


def withdraw(lines: Sequence[Line]) -> None:
    """Take back what was noted of lines after one that is not called wrong after all."""
    wrong: set[int] = set()  # the displays that hold a wrong line so far
    for line in lines:
        if line.status is Status.REFUTED:
            wrong.add(line.block)
        if line.block not in wrong and line.beside is not None:
            if line.status is Status.VERIFIED and line.beside is Beside.PAST:
                line.status, line.how = Status.UNDECIDED, ""
                line.reason = "it is not proved from the line before it, which is not proved either"
            line.beside, line.note = None, ""


def mend(tasks: Sequence[Task], limiting: Limiting, questions: Mapping[int, Question] | None = None) -> None:
    """Look for small changes that mend the wrong lines; `questions` are what is asked of some, by their tasks."""
    asked = questions or {}
    wrong = [t for t in tasks if t.line.status is Status.REFUTED and t.line.how != MISFIT][:MOST_MENDED]
    for budget in (min(FIRST_LOOK, limiting.budget), limiting.budget):  # a slip is found soon, if it is one
        work = [
            lambda task=task, budget=budget: mends(
                asked.get(id(task), task.question), as_commands(task.line.text), _before(task), task.place == 0, budget
            )
            for task in wrong
        ]
        for task, answer in zip(wrong, in_processes(work, limiting, what="what is wrong, again"), strict=True):
            offers = answer.get("mends", [])
            task.line.mends = [Mend(as_printed(m["latex"]), m["what"], as_printed(m["plain"])) for m in offers]
            task.line.searched = True
            task.line.seconds += answer.get("seconds", 0.0)
        wrong = [task for task in wrong if not task.line.mends]


def _before(task: Task) -> str:
    """What a line follows, in LaTeX."""
    return task.chain.steps[task.place - 1][0].text if task.place else task.chain.equation.start


def _unread(findings: Findings, document: Document) -> list[_Said]:
    """Relations of displays and of the prose that were not read, and may say something of the letters in them."""
    found = []
    heads = {(e.block, e.steps[0].line) for e in document.equations if e.steps}
    restricted = {(e.block, e.steps[0].line) for e in document.equations if e.steps and e.steps[0].qualified}
    starts = {(e.block, e.steps[0].line): e.start for e in document.equations if e.steps}
    for line in findings.lines:
        key = (line.block, line.line)
        if line.status is Status.UNREAD and key in heads:
            found.append(_Said(tuple(words(f"{starts[key]} {line.text}")), f"line {line.line}, which was not read,"))
        elif line.status is Status.STATED and key in restricted:
            where = f"line {line.line}, which is said with a restriction,"
            found.append(_Said(tuple(words(f"{starts[key]} {line.text}")), where))
    found += [_Said(tuple(words(text)), f"line {place}, in the prose,") for place, text in document.prose]
    return found


def _rests_on(task: Task, unread: Sequence[_Said], paper: bool) -> str | None:
    """What was not read and may make a line right; None if nothing is seen. In a paper something always may.

    A bound in a paper, ``0 \\le F \\le 1``, ``t < T``, holds by what the paper says of its letters, wherever that is.
    """
    if task.rests:
        return task.rests
    step = task.chain.steps[task.place][0]
    if paper and task.question.relation != "=":
        return "what bounds its letters"
    if step.remark and not _EMPTY.fullmatch(step.remark):
        return f"what is said beside it ({step.remark[:60]})"
    if re.search(r"\\(?:overset|stackrel|underset)(?![A-Za-z])", step.source):
        return "what is said above its sign"
    values = task.question.setting.names.functions.values
    if opaque := next((n for n in _names(task.question.setting, letters_of(task.question)) if n in values), None):
        return f"what {values[opaque]} is"
    if unknown(task) is not None:
        return "more of its values than that they are numbers"
    names = [tuple(words(name)) for name in _names(task.question.setting, letters_of(task.question))]
    for said in unread:
        if any(holds(said.tokens, name) for name in names):
            return said.where
    return "what the paper says of its letters" if paper else None


def _names(setting: Setting, letters: set[object]) -> list[str]:
    """How the letters are written."""
    functions = {getattr(meaning, "func", None): latex for latex, meaning in setting.meanings.items()}
    found = [latex for latex, meaning in setting.meanings.items() if meaning in letters]
    return found + [functions[f] for f in letters if f in functions]
