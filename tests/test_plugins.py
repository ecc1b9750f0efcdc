"""Subjects and kinds of other packages: found by their entry points, loaded late, contained when they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import layerproof
from layerproof.desk import cli
from layerproof.running import loading, plugins
from layerproof.running.loading import Library, select
from layerproof.running.userfile import Problem

GOOD = """\
from layerproof import Claim, Identity, real
x = real("x")
square = Claim("spins/square", title="A square", statement=Identity((x + 1)**2, x**2 + 2*x + 1))
more = [Claim("spins/double", title="A double", statement=Identity(x*(x + 2), x**2 + 2*x), uses=[square])]
other = Claim("other/one", title="Of another subject", statement=Identity((x - 1)**2, x**2 - 2*x + 1))
"""
KIND = """\
from dataclasses import dataclass
from layerproof import Statement
from layerproof.language.goals import Zero
from layerproof.language.statements.base import Row

@dataclass(frozen=True)
class Vanishing(Statement):
    expr: object
    breakable = ("expr",)
    def goals(self):
        yield Zero(self.expr, "the expression")
    def rows(self):
        return (Row(self.expr, "=", 0),)
    def __str__(self):
        return f"{self.expr} vanishes"

no_kind = 3
"""
Install = Callable[..., None]


class Hooked(Library):
    """The library with the lines that ask plugins, as long as it has none of its own."""

    @property
    def subjects(self) -> tuple[str, ...]:
        return plugins.subjects(self._derivations.subjects())

    def claims(self, subject: str) -> list[layerproof.Claim]:
        if subject not in self._loaded:
            ours = self._derivations.subjects()
            found = super().claims(subject) if subject in ours else []
            self._loaded[subject] = found + plugins.claims(subject, ours, self.problems)
        return self._loaded[subject]


@pytest.fixture(autouse=True)
def hooked(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(loading, "plugins"):
        monkeypatch.setattr(loading, "Library", Hooked)
    monkeypatch.delenv(plugins.SWITCH, raising=False)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a distribution: a module, and the entry points that name it."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    before = set(sys.modules)

    def write(package: str, source: str, **groups: str) -> None:
        (site / f"{package}.py").write_text(source)
        info = site / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        points = "".join(f"[layerproof.{group}]\n{line}\n" for group, line in groups.items())
        (info / "entry_points.txt").write_text(points)

    yield write
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(site) in str(sys.modules[name].__file__):
            del sys.modules[name]


def library() -> Library:
    return loading.Library()


def only_problem(problems: list[Problem]) -> str:
    assert len(problems) == 1, problems
    shown = str(problems[0])
    assert "\n" not in shown
    return shown


def test_a_subject_is_listed_without_import_and_loaded_when_asked_for(install: Install) -> None:
    install("spinpkg", GOOD, subjects="spins = spinpkg")
    found = library()
    assert found.subjects[-1] == "spins"
    assert found.claims("feedback")
    assert "spinpkg" not in sys.modules
    selection = select(["spins"], library=found)
    assert [claim.id for claim in selection.claims] == ["spins/square", "spins/double"]
    assert selection.problems == []
    assert [claim.id for claim in select(["spins/s*"], library=found).claims] == ["spins/square"]


def test_a_list_of_claims_may_be_named(install: Install) -> None:
    install("spinpkg", GOOD, subjects="spins = spinpkg:more")
    assert [claim.id for claim in library().claims("spins")] == ["spins/double"]


@pytest.mark.usefixtures("own_cache")
def test_its_claims_are_checked_like_ours(install: Install, tmp_path: Path) -> None:
    install("spinpkg", GOOD, subjects="spins = spinpkg")
    results = tmp_path / "results.json"
    assert cli.main(["check", "spins", "--method", "exact", "--json", str(results)]) == 0
    verdicts = {claim["id"]: claim["verdict"] for claim in json.loads(results.read_text())["claims"]}
    assert verdicts == {"spins/square": "VERIFIED", "spins/double": "VERIFIED"}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import nosuchmodule", "ModuleNotFoundError: No module named 'nosuchmodule'"),
        ("def broken(", "SyntaxError: '(' was never closed"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "the process was ended by SIGSEGV"),
        ("import time; time.sleep(100)", "its import did not end within 8 s"),
        (GOOD.replace("spins/", "spin/"), "it holds no claim whose id begins with 'spins/'"),
    ],
)
def test_a_broken_one_costs_a_line_and_nothing_else(
    source: str, message: str, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "LIMIT", 8.0)
    install("broken", source, subjects="spins = broken")
    install("whole", GOOD.replace("spins/", "waves/"), subjects="waves = whole")
    found = library()
    assert len(found.claims("waves")) == 2
    assert found.problems == []
    assert found.claims("spins") == []
    shown = only_problem(found.problems)
    assert message in shown
    assert "plugin 'spins' of broken 1.0" in shown
    assert "uninstall broken, or set LAYERPROOF_PLUGINS=0" in shown


def test_on_stderr(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("broken", "import nosuchmodule", subjects="spins = broken")
    assert cli.main(["list", "spins"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "layerproof: plugins: plugin 'spins' of broken 1.0 (broken) is left out: ModuleNotFoundError" in told.err


def test_ours_are_not_redefined(install: Install) -> None:
    install("thief", GOOD.replace("spins/", "feedback/"), subjects="feedback = thief")
    found = library()
    assert "feedback/square" not in [claim.id for claim in found.claims("feedback")]
    assert len(found.claims("feedback")) > 10
    assert found.subjects.count("feedback") == 1
    assert "there is a subject 'feedback' already; it needs another name" in only_problem(found.problems)
    assert "thief" not in sys.modules


def test_of_two_with_one_name_the_first_stays(install: Install) -> None:
    install("a_spins", GOOD, subjects="spins = a_spins")
    install("b_spins", GOOD, subjects="spins = b_spins")
    found = library()
    assert len(found.claims("spins")) == 2
    assert "b_spins" not in sys.modules
    assert "plugin 'spins' of b_spins 1.0 (b_spins) is left out: a_spins 1.0 has" in only_problem(found.problems)


def test_a_name_that_no_id_can_have(install: Install) -> None:
    install("spinpkg", GOOD, subjects="Spin Glasses = spinpkg")
    found = library()
    assert found.claims("Spin Glasses") == []
    assert "lower case with hyphens" in only_problem(found.problems)


def test_what_it_prints_is_no_result(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("loud", "print('hello')\n" + GOOD, subjects="spins = loud")
    library().claims("spins")
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "hello\n"


@pytest.mark.parametrize(("value", "on"), [("0", False), ("off", False), (" No ", False), ("1", True), ("", True)])
def test_the_switch(value: str, on: bool, install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("spinpkg", GOOD + KIND, subjects="spins = spinpkg", kinds="Vanishing = spinpkg:Vanishing")
    monkeypatch.setenv(plugins.SWITCH, value)
    assert ("spins" in library().subjects) is on
    assert (plugins.kind("Vanishing") is not None) is on


@pytest.mark.usefixtures("own_cache")
def test_a_kind_is_proved_like_ours(install: Install) -> None:
    install("kindpkg", KIND, kinds="Vanishing = kindpkg:Vanishing")
    assert "kindpkg" not in sys.modules
    found = plugins.kind("Vanishing")
    assert found is not None
    x = layerproof.real("x")
    true = layerproof.Claim("own/true", title="", statement=found((x + 1) ** 2 - x**2 - 2 * x - 1))  # type: ignore[call-arg]
    false = layerproof.Claim("own/false", title="", statement=found((x + 1) ** 2 - x**2))  # type: ignore[call-arg]
    results = layerproof.check(true, false, methods=["exact", "numeric"], jobs=1)
    assert [result.verdict.value for result in results] == ["VERIFIED", "REFUTED"]
    assert [item.verdict.value for result in results for item in result.evidence][1::2] == ["SUPPORTED", "CONTRADICTED"]


def test_kinds_that_are_none(install: Install) -> None:
    assert plugins.kind("Nothing") is None
    assert plugins.kind("__path__") is None
    install("kindpkg", KIND, kinds="Three = kindpkg:no_kind\nMissing = kindpkg:Missing")
    with pytest.raises(plugins.PluginError, match=r"plugin 'Three' of kindpkg 1\.0 .*got 3; expected a subclass"):
        plugins.kind("Three")
    with pytest.raises(ImportError, match=r"plugin 'Missing' .*AttributeError"):
        plugins.kind("Missing")


def test_neither_import_nor_help_nor_another_subject_imports_it(install: Install, tmp_path: Path) -> None:
    install("trap", "raise SystemExit('imported')", subjects="spins = trap", kinds="Vanishing = trap:Vanishing")
    watch = (
        "import sys, layerproof, layerproof.derivations\n"
        "from layerproof.desk.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit as done: assert not done.code\n"
        "assert 'trap' not in sys.modules\n"
        "assert main(['list', 'feedback']) == 0\n"
        "assert 'trap' not in sys.modules\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-c", watch]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
