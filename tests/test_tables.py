"""What the terminal prints of many claims: ids whole, a line a subject, and what works on a narrow screen."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from layerproof import Claim, Erratum, Identity, Verdict, positive, thesis
from layerproof.desk import cli, errata, tables
from layerproof.desk.graph import Graph
from layerproof.ground.terminal import fitted
from layerproof.language.verdicts import BEYOND, OUTSIDE, Evidence, Method, Witness
from layerproof.running.loading import Library, select
from layerproof.running.results import Exit, Result

LONG = "own/a-name-that-is-longer-than-a-narrow-screen-is-wide"


def claims() -> list[Claim]:
    x = positive("x")
    return [
        Claim(id, title="A title that goes on for longer than there is room beside an id", statement=Identity(x + 1, x))
        for id in (LONG, "own/short", "other/third")
    ]


def results(verdict: Verdict = Verdict.VERIFIED) -> list[Result]:
    evidence = Evidence(Method.EXACT, verdict, "", 0.1, reason="none" if verdict is Verdict.UNDECIDED else "")
    return [Result(claim, "here", True, (evidence,), (Method.EXACT,), verdict) for claim in claims()]


def shown(width: int, *, terminal: bool = True) -> Console:
    return Console(file=io.StringIO(), width=width, force_terminal=terminal, no_color=True, highlight=False)


def text(out: Console) -> str:
    assert isinstance(out.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;]*m", "", out.file.getvalue())


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_id_is_cut(width: int) -> None:
    for show in (tables.claim_list,):
        out = shown(width)
        show(claims(), out)
        assert all(claim.id in text(out).replace("\n", " ").split() for claim in claims())
    assert all(len(line) <= max(width, len(LONG)) for line in text(out).splitlines())


@pytest.mark.parametrize(("width", "words"), [(40, False), (80, False), (140, True)])
def test_an_erratum_has_a_line(width: int, words: bool) -> None:
    x = positive("x")
    wrong = Erratum("slip", "The sign is that of the other side.", "None.")
    printed = [
        Claim(f"own/{name}", title="A line", statement=Identity(x + 1, x), erratum=wrong, source=thesis(label))
        for name, label in (("a-line-as-printed-with-a-long-name", "3.12"), ("short", "Section B.1.6"))
    ]
    evidence = Evidence(Method.EXACT, Verdict.REFUTED, "", 0.1, witness=Witness({"x": "1"}, "1"))
    found = [Result(claim, "here", True, (evidence,), (Method.EXACT,), Verdict.REFUTED) for claim in printed]
    out = shown(width)
    errata.listing(found, Graph(printed), out, full=False)
    lines = [line for line in text(out).splitlines() if "own/" in line]
    assert [claim.id for claim in printed] == [next(word for word in x.split() if "own/" in word) for x in lines]
    assert all(line.startswith("thesis") and ("The sign is" in line) == words for line in lines)
    assert text(out).count("  The sign is that of ") == len(printed)  # below, where there is no room beside
    assert all(len(line) <= max(width, 64) for line in lines)


@pytest.mark.parametrize(("room", "cut"), [(8, "a title"), (7, "a title"), (6, "a t..."), (3, "")])
def test_what_does_not_fit_ends_in_points_that_every_terminal_has(room: int, cut: str) -> None:
    assert fitted("a title", room) == cut


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_column_of_verdicts_is_cut(width: int) -> None:
    """Names are folded; heads, verdicts and seconds stay whole, with every method and long times."""
    asked = (Method.EXACT, Method.NUMERIC, Method.TRAINED, Method.COQ)
    found = [replace(result, methods=asked, seconds=7453.2) for result in results(Verdict.UNDECIDED)]
    out = shown(width)
    tables.check_table(found, out)
    assert text(out).count("UNDECIDED !") == 3
    assert "…" not in text(out)
    if width > 60:  # where there is room for no table there is a line a claim
        head = text(out).splitlines()[1].split()
        assert head == ["claim", *(["title"] if width >= tables.WIDE else []), "verdict", *map(str, asked), "s"]
        assert text(out).count("7453") == 3


def test_a_narrow_screen_has_a_line_a_claim() -> None:
    out = shown(40)
    tables.check_table(results(), out)
    assert text(out).splitlines() == [f"VERIFIED  {claim.id}" for claim in claims()]


def test_a_line_a_subject() -> None:
    out = shown(80)
    tables.subject_table(results(), out)
    rows = {line.split()[0]: line.split()[1:] for line in text(out).splitlines() if line.strip()}
    assert rows["own"] == ["2"]
    assert rows["other"] == ["1"]
    assert rows["all"] == ["3"]


def test_a_line_a_subject_says_what_is_not_as_expected() -> None:
    out = shown(80)
    tables.subject_table(results(Verdict.UNDECIDED), out)
    rows = {line.split()[0]: line.split()[1:] for line in text(out).splitlines() if line.strip()}
    assert rows["own"] == ["2", "2"]


def test_what_is_beyond_the_hypotheses_has_a_column_and_makes_no_verdict() -> None:
    within = Evidence(Method.TRAINED, Verdict.SUPPORTED, details={BEYOND: "CONTRADICTED"})
    outside = Evidence(
        Method.TRAINED, Verdict.UNDECIDED, reason="outside", details={BEYOND: "SUPPORTED", OUTSIDE: True}
    )
    first, second, _ = claims()
    found = [
        Result(claim, "here", True, (evidence,), (Method.TRAINED,), evidence.verdict)
        for claim, evidence in ((first, within), (second, outside))
    ]
    assert [result.status for result in found] == [Exit.EXPECTED, Exit.EXPECTED]
    out = shown(119)
    tables.check_table(found, out)
    rows = [line.split() for line in text(out).splitlines()]
    assert ["claim", "verdict", "trained", "beyond", "s"] in rows
    assert any(row[-4:-1] == ["SUPPORTED", "≈", "≉"] for row in rows)
    assert any(row[:-1] == ["short", "·", "·", "≈"] for row in rows)


def test_words_of_titles_find_claims() -> None:
    found = cli._titled(["saturates", "SIGMOID"])
    assert found is not None
    assert "feedback/sigmoid" in [claim.id for claim in found.claims]
    assert all("saturates" in f"{claim.id} {claim.title}".lower() for claim in found.claims)
    for what in (["feedback"], ["feedback/*"], ["mine.py"], ["nosuchwordanywhere"], []):
        assert cli._titled(what) is None


def test_the_examples_of_the_help_name_what_there_is() -> None:
    library = Library()
    named = re.findall(r"^  layerproof (?:check|show|graph) '?([a-z-]+(?:/[^\s']+)?)'?", cli.EPILOG, flags=re.MULTILINE)
    asked = [name for name in named if not name.startswith("-") and name != "mine"]
    assert "feedback/sigmoid" in asked
    for name in asked:
        selection = select([name], library=library)
        assert selection.claims, name
        assert not selection.problems, name
