"""A file of derivations from beginning to end: read under limits, check, mend, say what was found."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...running.processes import GIB, Limits
from ...running.processes import run as run_apart
from .facts.brought_in import brought_in
from .facts.by_induction import by_induction
from .facts.dotted_products import read_dotted_products
from .facts.schemas import schemas
from .facts.solutions import solutions
from .facts.stated import letters_of, settle
from .facts.supports import given, withdrawn
from .facts.tied import leave_open
from .files.markdown import as_latex, is_markdown
from .files.parts import Declaration, Document, Equation
from .files.positions import Place
from .files.project import written_out
from .files.source import Refused, Trouble, load
from .findings.report import Findings
from .judging.chains import Reading
from .judging.checking import IF_GUESSED, Task, after_errors, check
from .judging.lines import MISFIT, NO_FIT, in_processes
from .judging.questions import Limiting, Line, Mend, Status
from .letters.scoped import as_written, read_in_lines
from .notation.evaluated import read_evaluations
from .notation.rewriting import read_as_said
from .page.document import parse
from .page.products_said import orders
from .proposing.propose import propose
from .proposing.side_car import beside, declarations, has_declarations, written
from .slips.against_facts import against_facts
from .slips.excuses import after_open_lines, announce, excuse, suspend, withdraw
from .slips.open_mends import open_mends
from .slips.sizes_slipped import sizes_slipped

CUTTING_SECONDS = 20.0
PROPOSING_SECONDS = 120.0  # of processor time; papers of fifty pages take a half of it
CUTTING_MEMORY = 2 * GIB
READING_SECONDS = 30.0
PART_SECONDS = 5.0
PROVING = 0.75
"""The share of a file's time in which lines are asked for; the rest is for mends, without which no line is wrong."""


@dataclass
class Derivations:
    """A file that was cut up; nothing in it has been read as mathematics yet.

    Attributes:
        path: as it was given.
        document: declarations and equations.
        troubles: what could not be cut up, or why the whole file is refused.
    """

    path: str
    document: Document
    troubles: list[Trouble]


def read_file(path: str | Path) -> Derivations:
    """Cut up a file of derivations; a file that is refused, or cannot be opened, is one trouble.

    Nothing is evaluated.  At most a megabyte of plain text is read of each file, and only files of the same folder.
    """
    path = Path(path)
    try:
        text = load(path)
    except Refused as refusal:
        return Derivations(str(path), Document(), [refusal.trouble])
    except OSError as error:
        return Derivations(str(path), Document(), [Trouble(None, f"cannot be read: {error.strerror or error}")])
    return read_text(text, str(path), plain=path.suffix == ".txt", root=path)


def read_text(text: str, name: str = "derivation", *, plain: bool = False, root: Path | None = None) -> Derivations:
    """As `read_file`, of a text that is there already; `root` is where it stands."""
    latex = as_latex(text) if root is not None and is_markdown(root) else text
    outcome = run_apart(lambda: _cut(latex, plain, root).as_data(), Limits(CUTTING_SECONDS, CUTTING_MEMORY))
    if outcome.failure is not None:  # what runs into its limits, or into an error, does so in a process of its own
        message = f"it cannot be cut into lines within its limits: {outcome.reason}"
        return Derivations(name, Document(), [Trouble(None, message)])
    document = Document.of_data(outcome.value)
    troubles = list(document.troubles)
    if not document.equations and not troubles:
        troubles.append(Trouble(None, "holds no derivation; expected a display such as \\begin{align} .. \\end{align}"))
    return Derivations(name, document, troubles)


def _cut(text: str, plain: bool, root: Path | None) -> Document:
    document = parse(text, plain=True) if plain else _of_project(text, root)
    read_in_lines(document)
    read_as_said(document)
    read_dotted_products(document)
    read_evaluations(document)
    return document


def _of_project(text: str, root: Path | None) -> Document:
    said: list[Declaration] = []
    problem = ""
    if root is not None:
        try:
            said = declarations(root)
        except ValueError as refusal:
            problem = str(refusal)
    project = written_out(text, root, "\n".join(item.text for item in said))
    document = parse(project.text)
    document.troubles[:0] = project.troubles
    document.refused |= project.refused
    document.presumed = project.presumed
    document.parts[:0] = said
    if problem:
        document.trouble(None, problem)
    return document


def run(
    derivations: Derivations, *, limiting: Limiting | None = None, mending: bool = True, identities: bool = False
) -> Findings:
    """Check a file that was cut up, line by line.

    Reading and proving happen in processes of their own, with a time and a memory limit each.

    Args:
        derivations: see `read_file`.
        limiting: how hard to try.
        mending: whether to look for small changes that mend a wrong line.
        identities: whether the heads of chains are claims too, and not statements.
    """
    limiting = replace(limiting or Limiting(), begun=time.monotonic())
    document = derivations.document
    findings = Findings(derivations.path, troubles=list(derivations.troubles), displays=document.blocks)
    if not document.equations:
        _as_the_author_has_it(findings, ())
        return findings
    bad = _dangerous(document, limiting)
    reading = Reading(document, identities=identities)
    for number, part in enumerate(document.parts):
        if number not in bad:
            reading.part(number)
        elif isinstance(part, Equation):
            for step in part.steps:
                reading.lines.append(
                    Line(step.block, step.line, step.source, step.relation, step.text, Status.UNREAD,
                         reason=f"cannot be read within its limits: {bad[number]}")
                )  # fmt: skip
        else:
            reading.troubles.append(
                Trouble(part.line, f"in {part.key}: cannot be read within its limits: {bad[number]}")
            )
    findings.lines = reading.lines
    most = replace(limiting, total=PROVING * limiting.total)  # what is left is for what mends a line
    tasks = check(reading.chains, most)
    paper = document.is_declared_beside
    around = given(reading) if paper else []
    facts = None
    if not identities:
        facts = settle(
            tasks,
            most,
            paper=paper,
            given=around,
            cases=document.cases if paper else {},
            reach=document.reach,
            singled_out=document.singled_out,
            turns=document.turns,
            fresh=document.fresh,
            products=orders(document) if paper else (),
            schemas=schemas(document) if paper else (),
        )
    if paper:
        by_induction(tasks, facts, most, around, document.doubtful)
    leave_open(tasks, around)
    if paper and not identities:
        solutions(tasks, document, most)
    _mark_guesses(tasks, document)
    after_errors(tasks, limiting)
    _check_invariance(reading, limiting)
    findings.troubles += [*reading.troubles, *reading.guesses]
    excuse(findings, tasks, reading.troubles, document)
    sure = suspend(findings, tasks, document, limiting, mending=mending)
    if paper and mending and not identities:
        against_facts(tasks, document, limiting)
    after_open_lines(tasks, document, sure)
    withdraw(findings.lines)
    if paper:
        announce(tasks, document.announced)
        brought_in(tasks, document)
    withdrawn(tasks)
    if paper and facts is not None and sizes_slipped(reading, tasks, facts, document, limiting, mending=mending):
        withdrawn(tasks)
    if paper and mending and facts is not None:
        open_mends(tasks, facts, limiting)
    findings.lines.sort(key=lambda line: line.line)
    _as_the_author_has_it(findings, document.accents)
    return findings


def propose_file(path: str | Path) -> tuple[str, list[Trouble]]:
    """Write the declarations that a paper seems to make into a file beside it; its name, and what went wrong.

    A file that is there already is the author's, and stays.
    """
    path = Path(path)
    file = beside(path)
    if not has_declarations(path):
        return "", [Trouble(None, f"{path} is no .tex or .md file; declarations are proposed for one")]
    if file.exists():
        return "", [Trouble(None, f"{file} is there already, and stays as it is; move it away for a new proposal")]
    derivations = read_file(path)
    if not derivations.document.equations:
        return "", derivations.troubles
    outcome = run_apart(
        lambda: written(path.name, propose(derivations.document)), Limits(PROPOSING_SECONDS, CUTTING_MEMORY)
    )
    if outcome.failure is not None:
        return "", [Trouble(None, f"nothing is proposed within the limits: {outcome.reason}")]
    try:
        with open(file, "x", encoding="utf-8") as out:
            out.write(str(outcome.value))
    except OSError as error:
        return "", [Trouble(None, f"{file} cannot be written: {error.strerror or error}")]
    return str(file), derivations.troubles


def _mark_guesses(tasks: Sequence[Task], document: Document) -> None:
    """Verdicts that rest on a guess say so, and nothing is called wrong by one."""
    beside_it = document.is_declared_beside
    for task in tasks:
        guessed = task.question.setting.guessed
        line = task.line
        found = {guessed[letter] for letter in letters_of(task.question) if letter in guessed}
        found |= {
            f"{name}, which nothing defines, is {shown}" for name, shown in document.presumed.items()
            if any(shown in side for side in task.chain.equation.sides)
        }  # fmt: skip
        line.guessed = sorted(found.union(line.guessed))
        if line.how == MISFIT and line.status is Status.REFUTED and beside_it:
            line.status, line.how, task.misfit = Status.UNDECIDED, "", True
            line.reason = f"as declared for the whole paper, sizes do not fit: {line.reason}"
        task.misfit = task.misfit or (beside_it and line.status is Status.UNDECIDED and NO_FIT in line.reason)
        if line.guessed and line.status is Status.REFUTED:
            line.status = Status.UNDECIDED
            line.reason = f"{IF_GUESSED} {'; '.join(line.guessed)}: confirm these declarations"


def _as_the_author_has_it(findings: Findings, accents: Sequence[str]) -> None:
    """Lines as numbers of the author's files, from numbers of the text that was read, and the author's letters."""
    for line in findings.lines if accents else ():
        _in_the_author_s_letters(line, accents)
    if accents:
        findings.troubles = [replace(t, message=as_written(t.message, accents)) for t in findings.troubles]
    for line in findings.lines:
        if isinstance(line.line, Place):
            line.file, line.column, line.line = line.line.file, line.line.column, line.line.line
        if isinstance(line.against, Place):
            line.against_file, line.against = line.against.file, line.against.line
    findings.troubles = [
        replace(t, line=t.line.line, file=t.line.file, column=t.line.column) if isinstance(t.line, Place) else t
        for t in findings.troubles
    ]


def _in_the_author_s_letters(line: Line, accents: Sequence[str]) -> None:
    line.text, line.reason, line.how = (as_written(text, accents) for text in (line.text, line.reason, line.how))
    line.note, line.read_as = (as_written(text, accents) for text in (line.note, line.read_as))
    line.guessed = [as_written(text, accents) for text in line.guessed]
    line.mends = [
        Mend(*(as_written(text, accents) for text in (mend.latex, mend.what, mend.plain))) for mend in line.mends
    ]
    if line.witness is not None:
        values = {as_written(name, accents): value for name, value in line.witness["symbols"].items()}
        if len(values) == len(line.witness["symbols"]):
            line.witness = {**line.witness, "symbols": values}


def run_file(
    path: str | Path, *, limiting: Limiting | None = None, mending: bool = True, identities: bool = False
) -> Findings:
    """As `run`, of a file; an error from inside is a trouble of this file, and costs no other file anything."""
    try:
        return run(read_file(path), limiting=limiting, mending=mending, identities=identities)
    except Exception as error:
        said = f"{type(error).__name__}: {str(error)[:300]}"
        return Findings(
            str(path), troubles=[Trouble(None, f"an error inside of the program, please report it: {said}")]
        )


def _dangerous(document: Document, limiting: Limiting) -> dict[int, str]:
    """The parts that cannot be read within the limits, by trying in a process: all at once, or else one by one."""

    def everything() -> bool:
        reading = Reading(document)
        for number in range(len(document.parts)):
            reading.part(number)
        return True

    limits = Limits(READING_SECONDS, limiting.memory)
    if run_apart(everything, limits).failure is None:
        return {}
    bad: dict[int, str] = {}
    good: list[int] = []
    for number in range(len(document.parts)):

        def some(last: int = number) -> bool:
            reading = Reading(document)
            for known in (*good, last):
                reading.part(known)
            return True

        outcome = run_apart(some, Limits(PART_SECONDS, limiting.memory))
        if outcome.failure is None:
            good.append(number)
        else:
            bad[number] = outcome.reason
        if len(bad) > 20:
            bad |= {k: "too many before it could not be read" for k in range(number + 1, len(document.parts))}
            break
    return bad


def _check_invariance(reading: Reading, limiting: Limiting) -> None:
    """A flow restricted to a set says something only if the set is invariant."""
    from ...language.flows import GradientFlow
    from ...language.statements import Identity
    from .letters.meaning import proof

    flow = reading.setting.flow
    if not isinstance(flow, GradientFlow):
        return
    for expr in flow.invariant:

        def invariant(expr: Any = expr, flow: GradientFlow = flow) -> dict[str, Any]:
            found = proof(Identity(flow.rate(expr), 0), reading.setting.hypotheses, limiting.budget)
            return {"verdict": found.verdict.value, "reason": found.reason or ""}

        (answer,) = in_processes([invariant], limiting)
        if answer["verdict"] != "VERIFIED":
            reading.troubles.append(Trouble(None, f"the set {expr} = 0 is not shown to be invariant under the flow"))
