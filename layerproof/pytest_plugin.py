"""A pytest item for every claim and method, so that ``-k``, ``-m``, ``-n auto`` and ``--lf`` work on claims.

Which files are files of claims: those that import layerproof and are named on the command line (``pytest mine.py``;
a file of tests by its name, ``test_*.py``, stays one) or match the ini option ``layerproof_files``.  ``--layerproof``
adds the library's own claims.  The whole plugin is switched off by ``-p no:layerproof``.

Nothing but pytest is imported until there is a claim to collect.
"""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .language.claims import Claim
    from .language.verdicts import Verdict
    from .running.pieces import Kind, Settings
    from .running.results import Result
    from .running.userfile import Problem

METHODS = ("exact", "numeric", "trained")
KNOWN = (*METHODS, "coq")
FORMER = {"kernel": "coq"}
_MARKERS = (
    "exact: the exact check of a claim (layerproof)",
    "numeric: the numeric check of a claim (layerproof)",
    "trained: the check of a claim against trained networks (layerproof)",
    "coq: the proof of a claim by Coq (layerproof)",
    "kernel: the same, by its former name (layerproof)",
)
_PROPERTY = "layerproof"
_IMPORTS = re.compile(r"^\s*(from|import)\s+layerproof\b", re.MULTILINE)
_TESTS = re.compile(r"^(async\s+)?(def\s+test|class\s+Test)", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("layerproof", "claims")
    group.addoption("--layerproof", action="store_true", help="collect the claims that come with layerproof as well")
    group.addoption("--layerproof-method", default=",".join(METHODS), metavar="LIST", help="methods (%(default)s)")
    group.addoption("--layerproof-budget", type=float, default=30.0, metavar="S", help="seconds a proof (%(default)g)")
    group.addoption("--layerproof-draws", type=int, default=1000, metavar="N", help="random draws (%(default)s)")
    group.addoption("--layerproof-scale", default="smoke", help="smoke, desk or paper (%(default)s)")
    group.addoption("--layerproof-no-cache", action="store_true", help="compute all evidence again")
    parser.addini("layerproof_files", "names of files of claims", type="args", default=["claims_*.py", "*_claims.py"])


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers; an unknown method is a usage error."""
    for marker in _MARKERS:
        config.addinivalue_line("markers", marker)
    unknown = set(_methods(config)) - set(KNOWN)
    if unknown:
        raise pytest.UsageError(f"--layerproof-method: got {', '.join(sorted(unknown))}; expected {', '.join(KNOWN)}")


def _methods(config: pytest.Config) -> list[str]:
    asked = [name.strip() for name in config.getoption("layerproof_method").split(",")]
    return list(dict.fromkeys(FORMER.get(name, name) for name in asked))


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
    """Collect a file of claims as such; it is collected as a test module too only if it has tests."""
    collectors = yield
    if file_path.suffix != ".py":
        return collectors
    named = parent.session.isinitpath(file_path) and not _matches(file_path, parent.config.getini("python_files"))
    if not named and not _matches(file_path, parent.config.getini("layerproof_files")):
        return collectors
    source = file_path.read_text(encoding="utf-8", errors="replace")
    if not _IMPORTS.search(source) or not _really_imports(source):
        return collectors
    own = ClaimsFile.from_parent(parent, path=file_path)
    return [*(collectors if _TESTS.search(source) else ()), own]


def _really_imports(source: str) -> bool:
    """Whether a file that mentions an import of layerproof does it; one that Python cannot read is told as it is."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        if any(name.partition(".")[0] == "layerproof" for name in names):
            return True
    return False


def _matches(file: Path, globs: Iterable[str]) -> bool:
    return any(file.match(glob) for glob in globs)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the library's claims, if they are asked for."""
    if config.getoption("layerproof"):
        items += library_items(session)


def library_items(parent: pytest.Collector, methods: Iterable[str] | None = None) -> Iterator[pytest.Item]:
    """An item for each claim of the library and each of `methods` (default: the methods asked for)."""
    from .running.loading import select

    selection = select([])
    for claim in selection.claims:
        yield from ClaimNode.make(parent, claim, selection.places[claim.id], methods).collect()
    for number, problem in enumerate(selection.problems, start=1):
        yield ProblemItem.make(parent, f"problem-{number}", problem)


class ClaimsFile(pytest.File):
    """A file of claims."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """A node for each claim, and an item that fails for each thing that is wrong with the file."""
        from .running.loading import Selection, select

        limit = min(20.0, self.config.getoption("layerproof_budget"))
        selection: Selection = select([str(self.path)], limit=limit, once=True)
        named = self.session.isinitpath(self.path)
        for number, problem in enumerate(selection.problems, start=1):
            if not named and problem.message.startswith("holds no claim"):
                continue  # a file whose name merely looks like one of claims
            line = problem.where.rpartition(":")[2]
            yield ProblemItem.make(self, f"line-{line}" if line.isdigit() else f"problem-{number}", problem)
        for claim in selection.claims:
            yield ClaimNode.make(self, claim, selection.places[claim.id])


class ClaimNode(pytest.Collector):
    """One claim: an item for each method that may apply."""

    claim: Claim
    place: str
    methods: list[str]

    @classmethod
    def make(
        cls, parent: pytest.Collector, claim: Claim, place: str, methods: Iterable[str] | None = None
    ) -> ClaimNode:
        """The node of `claim` below `parent`."""
        node = cls.from_parent(parent, name=claim.id)
        node.claim, node.place = claim, place
        node.methods = list(_methods(parent.config) if methods is None else methods)
        return node

    def collect(self) -> Iterator[pytest.Item]:
        """The items."""
        from .running.pieces import Kind, may_apply

        for name in self.methods:
            installed = name != "trained" or importlib.util.find_spec("torch") is not None
            if installed and may_apply(self.claim, Kind(name)):
                item = ClaimItem.from_parent(self, name=name)
                item.claim, item.place, item.kind = self.claim, self.place, Kind(name)
                for marker in (name, *(before for before, now in FORMER.items() if now == name)):
                    item.add_marker(marker)
                yield item


class NotAsExpected(Exception):
    """A method said something else of a claim than was expected."""


class ClaimItem(pytest.Item):
    """One method on one claim."""

    claim: Claim
    place: str
    kind: Kind

    def _settings(self) -> Settings:
        from .running.pieces import Settings

        option = self.config.getoption
        return Settings(
            budget=option("layerproof_budget"), draws=option("layerproof_draws"), scale=option("layerproof_scale")
        )

    def runtest(self) -> None:
        """Find the evidence; skip if there is none.  Raises NotAsExpected if it is not what was expected."""
        from .running import batches
        from .running.loading import Selection
        from .running.pieces import Kind
        from .running.results import fits
        from .running.runner import Run

        if self.kind is Kind.COQ and (reason := batches.missing()):
            pytest.skip(reason)
        selection = Selection([self.claim], {self.claim.id: self.place})
        run = Run(
            selection,
            methods=[self.kind],
            settings=self._settings(),
            jobs=1,
            fresh=self.config.getoption("layerproof_no_cache"),
            trials=(),
            uses=self.kind is Kind.EXACT,
        )
        result = run.results()[0]
        if not result.evidence:
            pytest.skip(f"the {self.kind} check does not apply")
        expected = fits(self.claim.expected, result.evidence[0].method)
        found = result.verdict if result.because else result.evidence[0].verdict
        told = {"id": self.claim.id, "method": self.kind.value, "verdict": found.value}
        self.user_properties.append((_PROPERTY, {**told, "expected": found in expected}))
        if found not in expected:
            raise NotAsExpected(_report(result, found, " or ".join(sorted(expected))))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The reason or the witness instead of a traceback."""
        if isinstance(excinfo.value, NotAsExpected):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the claim is, for the heading of a failure."""
        line = self.place.rpartition(":")[2]
        return self.path, int(line) - 1 if line.isdigit() else None, f"{self.claim.id} {self.name}"


def _report(result: Result, found: Verdict, expected: str) -> str:
    from .desk.tables import explanations

    lines = [
        f"{result.claim.title} ({result.place})",
        f"    {result.claim.statement}",
        f"got {found}, expected {expected}",
        *explanations(result),
    ]
    return "\n".join(lines)


class ProblemItem(pytest.Item):
    """Something wrong with a file of claims; it fails with one message, and the claims that are fine go on."""

    problem: Problem

    @classmethod
    def make(cls, parent: pytest.Collector, name: str, problem: Problem) -> ProblemItem:
        """The item of `problem` below `parent`."""
        item = cls.from_parent(parent, name=name)
        item.problem = problem
        return item

    def runtest(self) -> None:
        """Fail."""
        raise NotAsExpected(str(self.problem))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message alone."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where."""
        return self.path, None, self.name


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count the verdicts, a line a method."""
    counts: dict[str, dict[str, int]] = {}
    unexpected = 0
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, told in getattr(report, "user_properties", ()):
                if name == _PROPERTY and getattr(report, "when", None) == "call":
                    by_verdict = counts.setdefault(told["method"], {})
                    by_verdict[told["verdict"]] = by_verdict.get(told["verdict"], 0) + 1
                    unexpected += not told["expected"]
    if not counts:
        return
    terminalreporter.section("verdicts of claims")
    for method in KNOWN:
        if found := counts.get(method):
            shown = ", ".join(f"{number} {verdict}" for verdict, number in sorted(found.items()))
            terminalreporter.line(f"{method:>8}: {shown}")
    terminalreporter.line("all as expected" if not unexpected else f"{unexpected} not as expected")
