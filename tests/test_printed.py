r"""What an erratum says is printed: the source's own line, with the wrong place marked, and the repair in its form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from late import later

from layerproof import Identity, derivations, positive
from layerproof.derivations.contents import CONTENTS
from layerproof.derivations.printed import errata, how_read, line_of
from layerproof.derivations.printed.equations import PRINTED
from layerproof.derivations.printed.lines import printed_lines
from layerproof.desk.errata import choose
from layerproof.export.html.mathml import mathml
from layerproof.export.proofreading import read, reading
from layerproof.language.claims import Claim, Erratum
from layerproof.language.printed import Printed
from layerproof.running.loading import Selection

ERRATA = later(
    lambda: [claim for subject in derivations.subjects() for claim in derivations.load(subject) if claim.erratum]
)


def formulas(erratum: Erratum) -> Iterator[str]:
    """The formulas of the three lines; those of a sentence stand between dollars."""
    for line in (erratum.printed, erratum.right):
        if erratum.sentence:
            assert line.count("$") % 2 == 0
            yield from line.split("$")[1::2]
        else:
            assert "$" not in line
            yield line
    if not erratum.sentence:
        yield erratum.mark


def is_balanced(latex: str) -> bool:
    """Whether braces, fences, and environments are closed in the order in which they are opened."""
    pairs = {"{": "}", r"\left": r"\right"}
    stack: list[str] = []
    for begun, ended, token in re.findall(
        r"\\begin\{(\w+)\}|\\end\{(\w+)\}|(\\left(?![a-z])|\\right(?![a-z])|\\[{}]|[{}])", latex
    ):
        if begun or token in pairs:
            stack.append(begun or pairs[token])
        elif (ended or token in pairs.values()) and (not stack or stack.pop() != (ended or token)):
            return False
    return not stack


def test_what_is_balanced() -> None:
    assert is_balanced(r"\left(\frac{a}{b}\right) \rightarrow \{")
    assert is_balanced(r"\begin{cases} a & b \end{cases}")
    for wrong in (r"\frac{a}{b", r"\left( a", r"a\right)", r"\begin{cases} a", r"{\left( a}\right)"):
        assert not is_balanced(wrong), wrong


def test_the_lines_of_errata() -> None:
    for claim in ERRATA:
        has_lines(claim)


def has_lines(claim: Claim) -> None:
    erratum = claim.erratum
    assert erratum is not None
    assert all((erratum.printed, erratum.mark, erratum.right)), "what is printed, where it is wrong, and what is right"
    assert erratum.mark in erratum.printed
    assert erratum.printed.rstrip(".,") != erratum.right.rstrip(".,")
    for latex in formulas(erratum):
        assert is_balanced(latex), latex
        assert "\\" not in mathml(latex), latex  # a command that nothing knows stays as it is


def test_a_mark_is_a_part_of_the_line() -> None:
    with pytest.raises(ValueError, match="no part of the printed line"):
        Erratum("slip", "wrong", printed="a + b", mark="c", right="a - b")


@pytest.mark.parametrize(("line", "how"), [("x + 1 = 2", "proved"), ("x - 1 = 2", "unread"), ("x | 1 = 2", "unread")])
def test_what_is_said_to_be_read_is_proved(line: str, how: str) -> None:
    x = positive("x")
    erratum = Erratum("slip", "wrong", printed=line, mark="1", right="x = x")
    claim = Claim("own/printed", title="A line", statement=Identity(x + 1, 2), erratum=erratum)
    assert reading(claim)[0] == how


FORMULAS = later(lambda: [claim for claim in ERRATA if claim.erratum and not claim.erratum.sentence])


@pytest.mark.parametrize("identity", sorted(errata.READ))  # all of them, says the test below
def test_a_printed_formula_says_what_its_claim_says(identity: str) -> None:
    """Proved, or it is declared why it is not read; and its repair, read in the same way, does not say the same."""
    claim = claim_of(identity)
    erratum, declared = claim.erratum, how_read(claim)
    assert erratum is not None
    how, why = reading(claim)
    if declared.unread:
        assert (how, why) == ("unread", declared.unread)
        return
    assert (how, why) == ("proved", declared.case)
    assert read(claim, declared, erratum.right)[0] == "unread"


def test_how_many_formulas_are_read() -> None:
    """Every line that is a formula, and the formulas of eight sentences."""
    assert not [id for id, how in errata.READ.items() if how.unread]
    formulas_ = {claim.id for claim in FORMULAS}
    assert formulas_ <= set(errata.READ)
    assert len(formulas_) == 55
    assert len(set(errata.READ) - formulas_) == 8


@pytest.mark.parametrize(
    ("id", "right", "wrong"),
    [
        ("linear-models/positive-eigenvalues-as-printed", r"\frac{1}{\sqrt{\rho_j}}", r"\sqrt{\rho_j}"),
        ("linear-models/sample-eigenvalues-as-printed", "s_k^2", "s_k^3"),
        ("linear-models/sample-eigenfunctions-as-printed", "/ s_k", ""),
        ("linear-models/sample-eigenfunctions-as-printed", "u_k^T", "2 u_k^T"),
        ("linear-models/benign-conditions-as-printed", r"1, & d \leq n", r"2, & d \leq n"),
        ("linear-models/benign-conditions-as-printed", r"d \leq n", r"d < n"),
        ("linear-models/benign-learnability-as-printed", "n/(p-d), & k", "1/(p-d), & k"),
        ("linear-models/benign-learnability-as-printed", "n/(p-d), & k", "2 n/(p-d), & k"),
        ("linear-models/benign-learnability-as-printed", r"\rho_k = \begin", r"\rho_k = 3 \begin"),
        ("linear-models/benign-learnability-as-printed", "1, & d", "2, & d"),
        ("linear-models/parameters-row-or-column-as-printed", r"\hat{w}", r"\hat{w}^T"),
        ("neural-collapse/output-shape-printed", "w_i", "w_i^T"),
        ("feedback/stage-like-as-exponent", r"{i+1}^2] - \mathbf", r"{i+1}^2] + \mathbf"),
        ("feedback/stage-like-as-exponent", "1 + ", "2 + "),
        ("emergence/feature-matrix-fits-as-printed", r"\Phi \left", r"\Phi^T \left"),
        ("emergence/modes-add-up-printed", "8S^2", "4S^2"),
        ("alternating-flows/rank-one-fit-printed", "v_i^T", "v_1^T"),
        ("alternating-flows/rank-one-fit-printed", r"\sigma_1", r"\sigma_2"),
        ("alternating-flows/greedy-product-printed", "U_r^{+}", r"U_r^{\mathsf{T}}"),
        ("alternating-flows/theorem-6-2-phases-printed", r"2\pi", r"\pi"),
        ("alternating-flows/theorem-6-2-phases-printed", r"\frac{2}{p}", r"\frac{1}{p}"),
        ("alternating-flows/theorem-6-2-unit-vector-printed", r"\frac{2}{p}", r"\frac{2}{3p}"),
        ("linear-models/theta-as-printed", "Ow", "O^{\\top}w"),
        ("neural-collapse/dimension-of-a-projection-printed", "10", "11"),
        ("linear-networks/hidden-width-as-printed", r"c \times c", r"c \times p"),
        ("linear-networks/mode-sigmoid-as-printed", r"\alpha_i :", r"\alpha_i^2 :"),
        ("emergence/bound-of-a-printed", "(S +", r"(\sqrt{S} +"),
        ("emergence/beta-starts-at-printed", "4S", "S"),
        ("emergence/gamma-starts-at-printed", "2S", "S"),
        ("lazy-rich/ntk-start-printed", r"\rightarrow 0", r"\rightarrow 1"),
    ],
)
def test_a_line_that_is_changed_is_not_read_as_the_claim(id: str, right: str, wrong: str) -> None:
    claim, how = claim_of(id), errata.READ[id]
    assert claim.erratum is not None
    line = how.read or claim.erratum.printed
    assert right in line
    changed = line.replace(right, wrong)
    assert read(claim, replace(how, read=""), line)[0] == "proved"
    assert read(claim, replace(how, read=""), changed)[0] == "unread"


@pytest.mark.parametrize(
    ("line", "how", "read_as"),
    [
        (r"\frac{da_i}{dt} = 0", Printed(), r"\frac { \mathrm { d } a _ { i } } { \mathrm { d } t } = 0"),
        ("x = a_i^2", Printed(), "x = a _ { i } ^ { 2 }"),
        (r"\frac{d_k}{D} x", Printed(), r"\frac { d _ { k } } { D } x"),  # a number of samples is no differential
        ("= x_i", Printed(head="y", names={"x_i": "z", "x": "w"}), "y = z"),  # the longest name
        ("f = x, g = y", Printed(read="g = y"), "g = y"),
        ("f = x", Printed(then="f < 1"), "( x ) < 1"),
        (r"f \leftarrow x", Printed(then="f < 1"), "( x ) < 1"),
        (
            r"f = \begin{cases} 1, & k \leq d \\ x/2, & k > d \end{cases}",
            Printed(then=r"f|k > d < f|k \leq d"),
            "( x / 2 ) < ( 1 )",
        ),
    ],
)  # fmt: skip
def test_how_a_line_is_spelt(line: str, how: Printed, read_as: str) -> None:
    assert how.relation(line) == read_as


def test_what_is_read_is_a_part_of_the_line() -> None:
    with pytest.raises(ValueError, match="no part of the printed line"):
        Printed(read="z").relation("x = y")
    with pytest.raises(ValueError, match="defines nothing"):
        Printed(then="x < 1").relation("x")


def test_a_sentence_is_not_read() -> None:
    sentences = [c for c in ERRATA if c.erratum and c.erratum.sentence and c.id not in errata.READ]
    assert len(sentences) == 16
    assert {reading(claim)[0] for claim in sentences} == {"sentence"}


def test_an_erratum_that_is_asked_for_alone_comes_with_its_repair() -> None:
    claims = derivations.load("feedback")
    wrong = next(claim for claim in claims if claim.id == "feedback/product-rate-printed")
    chosen = choose(Selection(claims=[wrong]), claims)
    assert [claim.id for claim in chosen.claims if claim.corrects is wrong] == ["feedback/product-rate"]


@cache
def claim_of(id: str) -> Claim:
    return next(claim for claim in derivations.load(id.partition("/")[0]) if claim.id == id)


@pytest.mark.parametrize(
    ("id", "declared"), PRINTED, ids=lambda value: value if isinstance(value, str) else value.label
)
def test_a_numbered_equation_says_what_its_claim_says(id: str, declared: Printed) -> None:
    claim = claim_of(id)
    assert any((source.document, source.label) == ("thesis", declared.label) for source in claim.sources)
    assert read(claim, declared, line_of(declared)) == ("proved", declared.case)


@pytest.mark.parametrize(
    ("id", "declared"),
    [case for case in PRINTED if case[1].label != "6.11"],  # to look for a way to read that takes half a minute
    ids=lambda value: value if isinstance(value, str) else value.label,
)
def test_three_times_the_right_side_is_not_what_the_claim_says(id: str, declared: Printed) -> None:
    """Where the right side is a formula, it is read, and not taken from the claim."""
    line = line_of(declared)
    part = (declared.read or line).rstrip(" .,")
    before, sign, after = part.rpartition("=") if "=" in part else ("", "", part)
    if after.split("&")[0].strip() == "0":
        return
    wrong = f"{before}{sign} 3 ({after.split('&')[0]})"
    changed = replace(declared, read=wrong)
    assert read(claim_of(id), changed, line.replace(part, wrong))[0] == "unread"


def test_how_many_equations_are_read() -> None:
    """Of the 282 numbered equations, those that are proved to say what a claim says, errata and all."""
    labels = {declared.label for _, declared in PRINTED}
    errata_ = {
        source.label
        for claim in ERRATA
        if reading(claim)[0] == "proved"
        for source in claim.sources
        if source.document == "thesis" and source.label in printed_lines("thesis")
    }
    assert len(labels) == 158
    assert len(labels | errata_) == 193


def test_an_equation_that_is_changed_is_not_read_as_the_claim() -> None:
    declared = dict(PRINTED)["feedback/sigmoid"]
    line = line_of(declared)
    for right, wrong in (("e^{-2S_i", "e^{-3S_i"), ("- 1\\right", "+ 1\\right"), ("= ", "< "), ("S_i = ", "= ")):
        assert right in line
        assert read(claim_of("feedback/sigmoid"), declared, line.replace(right, wrong))[0] == "unread", wrong


def test_the_printed_equations() -> None:
    found = printed_lines("thesis")
    assert len(found) == 282
    labels = {label for part in CONTENTS["thesis"] for label in part.labels}
    assert set(found) <= labels
    for label, line in found.items():
        assert is_balanced(line), label
        assert "\\" not in mathml(line), label
    assert not printed_lines("position-paper")


def test_what_an_erratum_quotes_is_what_stands_at_its_label() -> None:
    """Character by character, but for the parts that a line of several is cut into."""
    found = printed_lines("thesis")
    for claim in FORMULAS:
        erratum = claim.erratum
        assert erratum is not None
        there = [found[s.label] for s in claim.sources if s.document == "thesis" and s.label in found]
        if there:
            assert any(erratum.printed.rstrip(" .,") in line for line in there), claim.id


def test_what_an_erratum_says_of_later_results_fits_its_kind() -> None:
    """Of a slip nothing depends on the line, of a consequential error something does."""
    for claim in ERRATA:
        erratum = claim.erratum
        assert erratum is not None
        of_none = erratum.consequence.startswith(("None", "The conclusion survives"))
        assert erratum.kind not in ("slip", "consequential") or of_none == (erratum.kind == "slip"), claim.id
