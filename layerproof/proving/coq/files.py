"""Theorems put to Coq, many in one file, and what counts as a proof.

A proof counts if ``coqc`` accepts a whole file that holds it, with exit status 0; if ``coqc`` then accepts, in a second
file that holds no script, that what was proved is the proposition that was stated; and if it says there that the
theorems rest on no axiom but those in `ALLOWED`.

A file ends at the first theorem that Coq refuses.  The next file begins after it, and those before it, which were
accepted so far, are put into a file of their own in the end: each theorem is tried once, and checked at most once more.
Where several are refused, ``coqtop`` tries the rest (`sifting`).
"""

from __future__ import annotations

import re
import tempfile
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from . import coqc
from .sifting import problem, sift

ALLOWED = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
"""The axioms of the standard library's reals, and the law of the excluded middle, which Coquelicot uses."""

LIMIT = 10.0
"""Seconds of processor time for one lemma in Coq, and as many for making its script."""


PATIENCE = 2
"""Theorems that ``coqc`` may refuse before the rest is tried by ``coqtop``, which need not begin again."""

UNASKED = "Coq could not be asked"


@dataclass(frozen=True)
class Formal:
    """A theorem with its proof.

    Attributes:
        name: an identifier.
        says: the proposition.
        proof: from ``Proof.`` to ``Qed.``.
        requires: files of the prelude that it needs, beside ``Base``.
        refutes: whether it says that the claim is false.
        goals: the propositions that are proved in turn, for messages.
        witness: of a refutation, the counterexample in words.
        at: the same as values by the names of what has them.
        lemmas: how many lemmas its proof holds, each of which has the budget of one.
        uses: the ids of the claims that the proof of a theorem proves first, in turn, for messages.
    """

    name: str
    says: str
    proof: str
    requires: tuple[str, ...] = ()
    refutes: bool = False
    goals: tuple[str, ...] = ()
    witness: str = ""
    at: Mapping[str, str] = field(default_factory=dict)
    lemmas: int = 1
    uses: tuple[str, ...] = ()

    def text(self, name: str = "") -> str:
        """What a file says of it, under its name or another."""
        return f"Theorem {name or self.name} :\n  {self.says}.\n{self.proof.strip()}\n"


@dataclass(frozen=True)
class Ruling:
    """What became of a theorem: accepted, with the axioms of the file that it is in, or refused, and why."""

    accepted: bool
    reason: str = ""
    axioms: tuple[str, ...] = ()
    seconds: float = 0.0
    hurried: bool = False


def judge(
    formals: Sequence[Formal], *, limit: float = LIMIT, cache: Path | None = None, scratch: Path | None = None
) -> list[Ruling]:
    """What Coq says of theorems with proofs, each in a file with those that need the same of the prelude."""
    rulings: dict[int, Ruling] = {}
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, formal in enumerate(formals):
        groups.setdefault(formal.requires, []).append(number)
    for requires, numbers in groups.items():
        with tempfile.TemporaryDirectory(prefix="layerproof-coq-", dir=scratch) as work:
            members = [(number, formals[number]) for number in numbers]
            try:
                rulings |= _Group(members, requires, Path(work), limit, cache).rulings()
            except coqc.NoCoq as problem:
                rulings |= {number: Ruling(False, f"{UNASKED}: {problem}", hurried=True) for number in numbers}
    return [rulings[number] for number in range(len(formals))]


class _Group:
    """Theorems that need the same files of the prelude."""

    def __init__(
        self,
        members: Sequence[tuple[int, Formal]],
        requires: tuple[str, ...],
        work: Path,
        limit: float,
        cache: Path | None,
    ) -> None:
        self._members = list(members)
        self._requires, self._work, self._limit = requires, work, limit
        self._places = coqc.folders(("Base", *requires), cache)  # the same for all files of this group
        self._names = count()
        self._rulings: dict[int, Ruling] = {}
        self._seconds: dict[int, float] = {}
        self._proved: dict[int, str] = {}  # the name of what was proved

    def rulings(self) -> dict[int, Ruling]:
        """What Coq says of each."""
        left, passed = self._members, list[tuple[int, Formal]]()
        while left:
            if len(self._rulings) >= PATIENCE:
                passed += self._sift(left)
                break
            refused = self._prove(left)
            if refused is None:
                break
            passed, left = passed + left[:refused], left[refused + 1 :]
        while passed:
            refused = self._prove(passed)
            passed = [] if refused is None else passed[:refused] + passed[refused + 1 :]
        self._confirm()
        return self._rulings

    def _prove(self, members: list[tuple[int, Formal]]) -> int | None:
        """Let ``coqc`` check a file; the position of the first theorem that it refuses, None if it accepts all."""
        name = f"Proofs{next(self._names)}"
        text, lines = coqc.header(self._requires), []
        for number, formal in members:
            lines.append(text.count("\n") + 1)
            text += formal.text(f"proved_{number}")
        watch = _Watch(lines, [self._limit * formal.lemmas for _, formal in members], self._limit)
        answer = coqc.compile_file(name, text, self._places, self._work, overdue=watch)
        for line, seconds in answer.times:
            if (at := bisect_right(lines, line) - 1) >= 0:
                number = members[at][0]
                self._seconds[number] = self._seconds.get(number, 0.0) + seconds
        if answer.accepted:
            self._proved |= {number: f"Batch.{name}.proved_{number}" for number, _ in members}
            return None
        at = bisect_right(lines, answer.place or 0) - 1
        if at < 0:
            raise coqc.NoCoq(f"Coq does not read the first line of a file: {answer.message[:200]}")
        number, formal = members[at]
        reason = self._reason(formal, text, lines[at], answer.place, answer.message, answer.overdue)
        self._refuse(number, reason, hurried=answer.hurried)
        return at

    def _sift(self, members: list[tuple[int, Formal]]) -> list[tuple[int, Formal]]:
        """Those that ``coqtop`` accepts; the others are refused."""
        lemmas = [(f"proved_{number}", formal.text(f"proved_{number}")) for number, formal in members]
        limit = self._limit * max((formal.lemmas for _, formal in members), default=1)
        answers = sift(lemmas, coqc.header(self._requires), self._places, self._work, limit)
        for (number, formal), answer in zip(members, answers, strict=True):
            if answer.accepted:
                continue
            about, message = problem(answer.message)
            text = formal.text()
            place = next((k for k, line in enumerate(text.splitlines(), start=1) if about and about in line), 1)
            self._refuse(number, self._reason(formal, text, 1, place, message, answer.overdue), hurried=answer.hurried)
        return [member for member, answer in zip(members, answers, strict=True) if answer.accepted]

    def _reason(self, formal: Formal, text: str, begins: int, place: int | None, message: str, late: bool) -> str:
        budget = f"{self._limit * formal.lemmas:g} s, the budget of {'its lemmas' if formal.lemmas > 1 else 'a lemma'}"
        said = f"not done after {budget}" if late else _first_line(message)
        return f"{_goal(formal, text, begins, place)}: {said}"

    def _refuse(self, number: int, reason: str, *, hurried: bool = False) -> None:
        self._proved.pop(number, None)
        self._rulings[number] = Ruling(False, reason, seconds=self._seconds.get(number, 0.0), hurried=hurried)

    def _confirm(self) -> None:
        """That what was proved is what was stated, and the axioms that it rests on, from files without scripts."""
        while self._proved:
            answer = self._ask(list(self._proved), together=True)
            if answer is None:
                continue
            (axioms,) = answer
            if axioms <= ALLOWED:
                self._accept({number: axioms for number in self._proved})
                return
            each = self._ask(list(self._proved), together=False)
            if each is None:
                continue
            apart = dict(zip(self._proved, each, strict=True))
            for number, found in apart.items():
                if not found <= ALLOWED:
                    self._refuse(number, f"its proof rests on {', '.join(sorted(found - ALLOWED))}")
            self._accept({number: apart[number] for number in self._proved})
            return

    def _accept(self, axioms: dict[int, frozenset[str]]) -> None:
        for number, found in axioms.items():
            self._rulings[number] = Ruling(True, axioms=tuple(sorted(found)), seconds=self._seconds.get(number, 0.0))

    def _ask(self, numbers: list[int], *, together: bool) -> list[frozenset[str]] | None:
        """The axioms of theorems, of all together or of each; None if some are refused, being not what was stated."""
        stated = dict(self._members)
        files = sorted({self._proved[number].split(".")[1] for number in numbers})
        text, lines = f"{coqc.header(self._requires)}From Batch Require {' '.join(files)}.\n", []
        for number in numbers:
            lines.append(text.count("\n") + 1)
            text += f"Definition says_{number} : Prop :=\n  {stated[number].says}.\n"
            text += f"Definition holds_{number} : says_{number} := {self._proved[number]}.\n"
        end = text.count("\n") + 1
        if together:
            text += f"Definition all_hold := {_pairs([f'holds_{number}' for number in numbers])}.\n"
            text += "Print Assumptions all_hold.\n"
        else:
            text += "".join(f"Print Assumptions holds_{number}.\n" for number in numbers)
        answer = coqc.compile_file(
            f"Check{next(self._names)}", text, self._places, self._work,
            overdue=lambda line, seconds: seconds > 60 + 2 * self._limit + len(numbers),
        )  # fmt: skip
        if answer.accepted:
            try:
                found = assumptions(answer.output)
                if len(found) == (1 if together else len(numbers)):
                    return found
                problem = f"{len(found)} answers of Print Assumptions"
            except ValueError as error:
                problem = str(error)
            self._refuse_all(numbers, f"what Coq says of axioms is not understood: {problem}")
            return None
        at = bisect_right(lines, answer.place or 0) - 1
        if at < 0 or answer.hurried or (answer.place or 0) >= end:
            self._refuse_all(numbers, f"the theorems are not confirmed: {_first_line(answer.message)}", answer.hurried)
        else:
            self._refuse(numbers[at], f"what was proved is not what was stated: {_first_line(answer.message)}")
        return None

    def _refuse_all(self, numbers: list[int], reason: str, hurried: bool = False) -> None:
        for number in numbers:
            self._refuse(number, reason, hurried=hurried)


class _Watch:
    """Ends Coq when one theorem has taken too long."""

    def __init__(self, lines: list[int], limits: list[float], limit: float) -> None:
        self._lines, self._limits, self._limit = lines, limits, limit
        self._at, self._since = -2, 0.0

    def __call__(self, line: int, seconds: float) -> bool:
        at = bisect_right(self._lines, line) - 1
        if at != self._at:
            self._at, self._since = at, seconds
        return seconds - self._since > (self._limits[at] if at >= 0 else 60 + self._limit)


def assumptions(output: str) -> list[frozenset[str]]:
    """The axioms that each ``Print Assumptions`` of a file has named.

    Raises:
        ValueError: if the output says anything else.
    """
    found: list[set[str]] = []
    for line in output.splitlines():
        if line in ("Closed under the global context", "Axioms:"):
            found.append(set())
        elif line.startswith(" ") and found:
            continue  # the type of an axiom, on lines of its own
        elif (named := re.fullmatch(r"([\w.']+)(\s*:.*)?", line)) and found:
            found[-1].add(named.group(1))
        elif line.strip():
            raise ValueError(line[:100])
    return [frozenset(axioms) for axioms in found]


def _pairs(names: list[str]) -> str:
    whole = names[-1]
    for name in reversed(names[:-1]):
        whole = f"({name}, {whole})"
    return whole


def _goal(formal: Formal, text: str, begins: int, place: int | None) -> str:
    """The goal that a script was at, in short."""
    said = "\n".join(text.splitlines()[begins - 1 : place])
    if formal.lemmas > 1:
        parts = re.findall(r"assert \((Claim|Line|Part)(\d+) :", said)
        return _part(*parts[-1], uses=formal.uses) if parts else "the theorem"
    numbers = re.findall(r"assert \(G(\d+) :", said)
    if not numbers or int(numbers[-1]) >= len(formal.goals):
        return "the theorem"
    goal = " ".join(formal.goals[int(numbers[-1])].split())
    return goal if len(goal) <= 120 else f"{goal[:117]}..."


def _part(kind: str, number: str, *, uses: tuple[str, ...]) -> str:
    """What the script of a theorem calls ``Claim2``, ``Line2`` or ``Part2``, in words."""
    match kind:
        case "Claim":
            return f"the claim {uses[int(number) - 1]}"
        case "Line":
            return f"line {number}"
        case _:
            return f"part {number} of the conclusion"


def _first_line(message: str) -> str:
    """Coq's message in one line, without the situation that it prints before."""
    lines = [line.rstrip() for line in message.splitlines() if line.strip()]
    if lines and lines[0] == "In environment":
        lines = [line for line in lines[1:] if re.match(r"[A-Z]\w+ (?!:)", line)] or lines
    return (lines[0].strip() if lines else "no message")[:200]
