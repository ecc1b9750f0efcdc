r"""What is printed: the sources' own formulas, what errata quote of them, and what is read as claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from late import later

from layerproof import Identity, derivations, positive
from layerproof.derivations.contents import CONTENTS
from layerproof.derivations.printed import errata, how_read, line_of, quoted_by, slides
from layerproof.derivations.printed.definitions import APART, DEFINES
from layerproof.derivations.printed.equations import PRINTED
from layerproof.derivations.printed.lines import DOCUMENTS, label_of, printed_lines, standing_at
from layerproof.desk.errata import choose
from layerproof.export.html.mathml import mathml, pieces
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
def test_a_printed_formula_of_a_label_says_what_its_claim_says(id: str, declared: Printed) -> None:
    claim = claim_of(id)
    assert any(declared.label in standing_at(source.document, source.label) for source in claim.sources)
    assert read(claim, declared, line_of(declared)) == ("proved", declared.case)


SIGN = re.compile(r"(.*)(=|\\(?:approx|propto|leftarrow|to)(?![a-z]))(.*)", re.DOTALL)


@pytest.mark.parametrize(
    ("id", "declared"),
    [case for case in PRINTED if case[1].label != "6.11"],  # to look for a way to read that takes half a minute
    ids=lambda value: value if isinstance(value, str) else value.label,
)
def test_three_times_the_right_side_is_not_what_the_claim_says(id: str, declared: Printed) -> None:
    """Where the right side is a formula, it is read, and not taken from the claim."""
    line = line_of(declared)
    part = (declared.read or line).rstrip(" .,")
    before, sign, after = cut.groups() if (cut := SIGN.fullmatch(part)) else ("", "", part)
    if after.split("&")[0].strip() == "0":
        return
    wrong = f"{before}{sign} 3 ({after.split('&')[0]})"
    changed = replace(declared, read=wrong)
    assert read(claim_of(id), changed, line.replace(part, wrong))[0] == "unread"


def proved_errata(document: str) -> set[str]:
    """The formulas of which errata are proved to say what a claim says."""
    proved = [claim for claim in ERRATA if reading(claim)[0] == "proved"]
    places = [(claim, source.label) for claim in proved for source in claim.sources if source.document == document]
    return {own for claim, label in places for own in quoted_by(claim, document, label)}


def test_the_formula_that_an_erratum_is_about_is_the_one_that_it_quotes() -> None:
    declared = {id: how.label for id, how in errata.READ.items() if how.label}
    several = {
        claim.id: quoted
        for claim in FORMULAS
        for source in claim.sources
        if len(standing_at(source.document, source.label)) > 1
        if (quoted := quoted_by(claim, source.document, source.label))
    }
    assert several == {id: (own,) for id, own in declared.items()}


@pytest.mark.parametrize(("document", "alone", "with_errata"), [("thesis", 158, 193), ("kunin-slides", 28, 35)])
def test_how_many_are_read(document: str, alone: int, with_errata: int) -> None:
    """Those that are proved to say what a claim says, errata and all."""
    declared = {printed.label for _, printed in PRINTED} & printed_lines(document).keys()
    assert len(declared) == alone
    assert len(declared | proved_errata(document)) == with_errata


@pytest.mark.parametrize(
    ("label", "right", "wrong"),
    [
        ("A rescale symmetry, 2", r"W^{\mathsf{T}}.", "W."),
        ("A rescale symmetry, 3", "- W", "+ W"),
        ("Minimal model, 2", "- X", "+ X"),
        ("Minimal model, 4", "- ", "+ "),
        ("NTK of the minimal model, 1", "a^2", "a"),
        ("A function space perspective, 2", "XMX", "XX"),
        ("Separation of timescales, 2", r"\delta", r"2 \delta"),
        ("Separation of timescales, 3", "^2}", "}"),
        ("Theorem 3.1, 2", r"- \psi", r"+ \psi"),
        ("Theorem 3.1, 3", r"2\delta", r"\delta"),
        ("Alternating Gradient Flows, 6", "y(x)", "0 y(x)"),
        ("Utility, 2", r"\kappa-2", r"\kappa-1"),
        ("Utility, 3", r"\kappa-1", r"\kappa-2"),
        ("Jump time, 2", r"} - 1}{2-", r"} + 1}{2-"),
        ("AGF for linear networks, 7", r"\kappa", ""),
        ("AGF for linear networks, 8", r"}{\sigma_1}", r"}{\sigma_1^2}"),
        ("AGF for diagonal linear networks, 5", r"4\mathcal", r"2\mathcal"),
        ("Saddle-to-saddle algorithm, 5", r"S - \tau", r"S + \tau"),
        ("Modular addition", r"2\pi", r"\pi"),
        ("Theorem 6.2, 3", r"\frac{2}{p}", r"\frac{1}{p}"),
    ],
)
def test_a_formula_of_the_talk_that_is_changed_is_not_read_as_the_claim(label: str, right: str, wrong: str) -> None:
    id, declared = next((id, printed) for id, printed in slides.PRINTED if printed.label == label)
    line = line_of(declared)
    assert right in (declared.read or line)
    changed = replace(declared, read=declared.read.replace(right, wrong))
    assert read(claim_of(id), changed, line.replace(right, wrong))[0] == "unread"


def test_an_equation_that_is_changed_is_not_read_as_the_claim() -> None:
    declared = dict(PRINTED)["feedback/sigmoid"]
    line = line_of(declared)
    for right, wrong in (("e^{-2S_i", "e^{-3S_i"), ("- 1\\right", "+ 1\\right"), ("= ", "< "), ("S_i = ", "= ")):
        assert right in line
        assert read(claim_of("feedback/sigmoid"), declared, line.replace(right, wrong))[0] == "unread", wrong


@pytest.mark.parametrize(("document", "number"), [("thesis", 282), ("kunin-slides", 75)])
def test_the_printed_formulas(document: str, number: int) -> None:
    found = printed_lines(document)
    assert len(found) == number
    assert {label_of(own) for own in found} <= {label for part in CONTENTS[document] for label in part.labels}
    for own, line in found.items():
        assert is_balanced(line), own
        assert "\\" not in "".join((mathml(line), *pieces(line))), own


def test_of_other_documents_nothing_is_kept() -> None:
    assert not printed_lines("position-paper")
    assert not standing_at("position-paper", "1")


def test_each_formula_has_a_label_of_its_own() -> None:
    own = [label for document in DOCUMENTS for label in printed_lines(document)]
    assert len(set(own)) == len(own)
    for document in DOCUMENTS:
        for label in {label_of(one) for one in printed_lines(document)}:
            here = [*standing_at(document, label)]
            assert here in ([label], [f"{label}, {number}" for number in range(1, len(here) + 1)]), label


def test_each_formula_of_the_talk_is_read_or_has_an_answer() -> None:
    read_as = {printed.label for _, printed in slides.PRINTED} | proved_errata("kunin-slides")
    answers = [read_as, {*DEFINES}, {*APART}]
    for own in printed_lines("kunin-slides"):
        assert sum(own in answer for answer in answers) == 1, own


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_an_erratum_quotes_is_what_stands_at_its_label(document: str) -> None:
    """Character by character, but for the parts that a line of several is cut into."""
    for claim in FORMULAS:
        erratum = claim.erratum
        assert erratum is not None
        places = [standing_at(document, source.label) for source in claim.sources if source.document == document]
        if there := [line for place in places for line in place.values()]:
            assert any(erratum.printed.rstrip(" .,") in line for line in there), claim.id


def test_what_an_erratum_says_of_later_results_fits_its_kind() -> None:
    """Of a slip nothing depends on the line, of a consequential error something does."""
    for claim in ERRATA:
        erratum = claim.erratum
        assert erratum is not None
        of_none = erratum.consequence.startswith(("None", "The conclusion survives"))
        assert erratum.kind not in ("slip", "consequential") or of_none == (erratum.kind == "slip"), claim.id
