"""Looking up what is printed: every label of every source is mapped, and a hole is told."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from late import later

from layerproof import Cited, Claim, Identity, positive, thesis
from layerproof.derivations import coverage
from layerproof.derivations.contents import CONTENTS, part_of
from layerproof.derivations.coverage import Entry, State
from layerproof.derivations.trained_figures import TRAINED
from layerproof.desk import cli
from layerproof.desk import coverage as looking_up
from layerproof.language.misprints import Misprint
from layerproof.networks.harness import records, registry
from layerproof.running.loading import Library

ENTRIES = later(lambda: looking_up.of_library(Library()))
x = positive("x")


@pytest.mark.parametrize("document", CONTENTS)
def test_every_label_is_mapped(document: str) -> None:
    assert [e.label for e in ENTRIES if e.document == document and not e.covered] == []


@pytest.mark.parametrize("document", CONTENTS)
def test_a_label_of_which_only_parts_are_claimed_says_which_are_missing(document: str) -> None:
    """A claim that says a part or a special case tells so in its note; what is stated has another claim besides."""
    found = [e.label for e in ENTRIES if e.document == document and e.state is not State.PARTS and e.only_parts]
    assert found == [], "what of it do its claims not say? The `coverage` of its chapter tells"


def printed_at(label: str, **given: Any) -> Claim:
    return Claim("x/line", title="x", statement=Identity(x * (x + 1), x**2 + x), source=thesis(label), **given)


CITED = [Cited("a theorem", "a book")]
STATES = {
    State.STATED: ([printed_at("3.9")], {}),
    State.GIVEN: ([printed_at("3.9", cited=CITED)], {}),
    State.PARTS: ([printed_at("3.9", cited=CITED)], {("thesis", "3.9"): ("the other half",)}),
    State.REASON: ([], {("thesis", "3.9"): ("a definition",)}),
    State.UNMAPPED: ([], {}),
}


def entry_of(claims: list[Claim], reasons: dict[tuple[str, str], tuple[str, ...]]) -> Entry:
    (entry,) = [e for e in coverage.entries(claims, reasons, []) if (e.document, e.label) == ("thesis", "3.9")]
    return entry


@pytest.mark.parametrize("state", STATES)
def test_how_much_of_a_label_is_said(state: State) -> None:
    entry = entry_of(*STATES[state])
    assert entry.state is state
    told = looking_up.as_json([entry])["documents"]["thesis"]["3.9"]
    assert told["state"] == state.value
    assert told.get("missing") == ("the other half" if state is State.PARTS else None)
    assert f"1 {looking_up.STATES[state]}" in looking_up.summary([entry])


def test_a_result_cited_by_what_a_claim_uses_is_given_too() -> None:
    below = Claim("x/below", title="x", statement=Identity(x * (x + 1), x**2 + x), cited=CITED)
    assert entry_of([printed_at("3.9", uses=[below])], {}).state is State.GIVEN


def test_what_says_a_part_tells_so_in_its_note() -> None:
    special, part, whole = printed_at("3.9", note="A special case: x = 1."), printed_at("3.9", note="In parts."), ""
    assert entry_of([special, part], {}).only_parts
    assert not entry_of([special, printed_at("3.9", note=whole)], {}).only_parts
    assert not entry_of([], {}).only_parts


def test_the_states_of_the_library_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["coverage"]) == 0
    (said,) = re.findall(r"(\d+) labels: (.*); \d+ of the claims", " ".join(capsys.readouterr().out.split()))
    counts = [int(number) for number in re.findall(r"(\d+) (?:stated|with|unmapped)", said[1])]
    assert len(counts) == len(State)
    assert sum(counts) == int(said[0]) == len(ENTRIES)
    assert counts[list(State).index(State.PARTS)] == sum(1 for e in ENTRIES if e.claims and e.reasons) > 0
    assert counts[-1] == 0


def test_no_label_is_listed_twice() -> None:
    for parts in CONTENTS.values():
        labels = [label for part in parts for label in (*part.labels, *part.sections)]
        assert len(labels) == len(set(labels))


def test_every_numbered_equation_is_listed() -> None:
    counts = {"1": 39, "2": 19, "3": 16, "4": 44, "5": 9, "6": 14, "A": 40, "B": 49, "C": 18, "D": 34}
    for chapter, last in counts.items():
        assert all(part_of("thesis", f"{chapter}.{n}") for n in range(1, last + 1))
    assert all(part_of("position-paper", str(n)) for n in range(1, 99))
    assert all(part_of("richness-paper", str(n)) for n in range(1, 57))


def test_every_reason_is_a_sentence_and_names_claims_that_exist() -> None:
    library = Library()
    ids = {claim.id for claim in library.all()} | {one.name for one in registry.experiments()}
    for (document, label), given in coverage.reasons().items():
        for reason in given:
            assert len(reason) > 10, f"{document} {label}: {reason!r} is no reason"
            named = [
                word for word in re.findall(r"[a-z-]+/[a-z0-9.'+-]+", reason) if word.split("/")[0] in library.subjects
            ]
            assert set(named) <= ids, (
                f"{document} {label}: {reason!r} names a claim or an experiment that does not exist"
            )


def test_every_misprint_says_where_and_why() -> None:
    for slip in coverage.misprints():
        assert part_of(slip.source.document, slip.source.label), slip
        assert slip.printed != slip.meant
        assert len(slip.why) > 10


def test_a_hole_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(coverage, "reasons", dict)
    assert cli.main(["coverage", "A.13"]) == 1
    assert "unmapped" in capsys.readouterr().out


def test_a_label_that_the_document_does_not_have_is_told() -> None:
    claim = Claim("x/lost", title="lost", statement=Identity(x * (x + 1), x**2 + x), source=thesis("3.99"))
    (entry,) = [e for e in coverage.entries([claim]) if e.label == "3.99"]
    assert not entry.covered
    assert looking_up.as_json([entry])["documents"]["thesis"]["3.99"]["problem"] == "the document has no such label"


def test_misprints_are_shown_where_they_stand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slip = Misprint(thesis("Section 6.5"), "Eq. (6.1)", "Eq. (6.2)", "the sentence is about the second")
    monkeypatch.setattr(coverage, "misprints", lambda: [slip])
    assert cli.main(["coverage", "Section 6.5"]) == 0
    assert "misprint: 'Eq. (6.1)' for 'Eq. (6.2)'" in capsys.readouterr().out


def test_an_equation_is_looked_up_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["coverage", "(6.12)"]) == 0
    out = capsys.readouterr().out
    assert "lazy-rich/gamma-printed" in out
    assert "lazy-rich/general-solution" in out


def test_the_json_maps_documents_and_labels(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["coverage", "thesis", "--json", "-"])
    documents = json.loads(capsys.readouterr().out)["documents"]
    assert list(documents) == ["thesis"]
    assert "lazy-rich/gamma-printed" in documents["thesis"]["6.12"]["claims"]
    assert documents["thesis"]["A.13"]["reason"]


def test_an_unknown_label_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["coverage", "theses"]) == 2
    assert "did you mean thesis" in capsys.readouterr().err


SHOW_TRAINED_NETWORKS = {
    "thesis": (
        "Table 2.1", "Table 2.2", "Figure 2.2", "Figure 2.3", "Figure 2.4", "Figure 3.3", "Figure 3.4", "Figure 3.5",
        "Figure 3.6", "Table 4.1", "Figure 4.2", "Figure 4.3", "Figure 5.1", "Figure 5.2", "Figure 6.3", "Figure 6.4",
        "Figure 6.5", "Figure 7.1", "Figure 7.2", "Figure 7.3", "Figure 7.4", "Figure 7.5", "Figure 7.6", "Figure 7.7",
        "Figure C.1", "Figure C.2", "Figure C.3",
    ),
    "position-paper": ("Figure 3", "Figure 4", "Figure 6", "Figure 8", "Figure 10", "Figure 11", "Section G.3"),
    "richness-paper": ("Table 1", *(f"Figure {number}" for number in (*range(1, 8), *range(11, 18)))),
    "kunin-slides": (
        "Saddle-to-Saddle Dynamics", "Function Space: Quantization in ReLU Networks",
        "When Feature Learning Doesn't Happen", "Putting it together",
    ),
}  # fmt: skip
"""Read off the sources: every figure and table of theirs that shows trained networks."""


def test_every_figure_of_trained_networks_is_an_experiment_or_a_gap() -> None:
    """Named by `coverage` and by the experiment alike; at its own size a gap as long as there is no record of it."""
    listed = {(document, label) for document, labels in SHOW_TRAINED_NETWORKS.items() for label in labels}
    assert set(TRAINED) == listed
    for (document, label), figure in TRAINED.items():
        assert part_of(document, label) is not None, label
        said = "; ".join(coverage.reasons()[document, label])
        experiments = [registry.by_name(name) for name in figure.experiments]
        assert all(one.name in said for one in experiments) or "no experiment repeats it" in said
        for one in experiments:
            named = {(source.document, source.label) for source in one.sources}
            assert named & {(document, label), figure.like}, f"{one.name} does not name {label}"
        files = {getattr(one.scales["paper"], "data", "digits") for one in experiments} - {"digits"}
        assert all(("CIFAR" if name.startswith("cifar") else "MNIST") in figure.needs for name in files), label
        run = [one for one in experiments if list(records.files(records.KEPT, one.name, "paper"))]
        assert ("not done at full size" in said) == (not experiments or len(run) < len(experiments)), label


def test_what_experiments_repeat_of_figures_and_tables_is_listed() -> None:
    drawn = {
        (source.document, source.label)
        for one in registry.experiments()
        for source in one.sources
        if source.label.startswith(("Figure", "Table"))
    }
    assert drawn - set(TRAINED) == {("thesis", "Table 5.1"), ("thesis", "Table 6.1")}  # of formulas and of settings
