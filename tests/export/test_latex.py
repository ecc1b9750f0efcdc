"""What is printed is what was proved: every fragment is read back, and a single slip in one is caught."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from layerproof.derivations import load, subjects, titles
from layerproof.derivations.coverage import misprints
from layerproof.export import document
from layerproof.export.display import GOES_ON, display, formulas, shrunk
from layerproof.export.fragments import displayed, fragment, in_words, printed, references, rows
from layerproof.export.proofreading import disagreements
from layerproof.export.prose import escaped, sentence
from layerproof.language.claims import Claim
from layerproof.language.printing.inline import pieces
from layerproof.language.verdicts import Evidence, Method, Verdict, Witness
from layerproof.running.loading import Library
from layerproof.running.results import Result

SHORT = ("feedback", "lazy-rich", "symmetry")
SUBJECTS = [pytest.param(name, marks=[] if name in SHORT else [pytest.mark.slow]) for name in sorted(subjects())]
# One claim of each kind of statement; sums, limits, integrals, matrices, abbreviations and broken lines among them.
ONE_OF_A_KIND = [
    "feedback/stage-like-printed",
    "lazy-rich/general-solution",
    "scaling-laws/loss-of-all-resources",
    "scaling-laws/time-law-by-substitution",
    "emergence/slope-is-bounded-by-what-is-left",
    "emergence/total-loss-as-printed",
    "single-neuron/solution-upstream",
    "single-neuron/conservation",
    "linear-networks/first-layer-in-singular-bases",
    "linear-models/benign-learnability-as-printed",
    "symmetry/linear-generator",
    "neural-collapse/last-layer-without-a-bias",
]


NOT_READ = {
    "linear-networks/form-is-kept",
    *(
        f"deep-linear-networks/{name}"
        for name in (
            "aligned-solution", "autoencoder-solution", "balanced-solution", "riccati-decay", "riccati-solution"
        )
    ),
    "scaling-laws/loss-by-integrals",
    "linear-models/hermite-two", "linear-models/hermite-three", "alternating-flows/saddle-to-saddle-stage",
    *(
        f"kernels/{name}"
        for name in (
            "determinants-of-both-sizes", "evidence-of-both-sizes", "determinant-grows-with-the-kernel",
            "leverage-by-determinants", "another-sample-by-determinants", "determinant-of-a-sum",
            "determinant-in-other-units", "mean-of-inverse-second-moments", "excess-of-least-squares",
        )
    ),
    "deep-linear-networks/determinant-of-square-layers", "deep-linear-networks/critical-points-by-the-last-layer",
    "scaling-laws/data-law-of-infinitely-many-skills",
}  # fmt: skip
"""Claims whose LaTeX is not read back as yet: the grammar has no exponential of a matrix, no integral of one and no
determinant, and multiplies the inverse of a product out; the loss by integrals and the data law have one letter, as
printed, for the index of a sum and for what an integral is over; and of the second and the third derivative of a named
function, as (1.4) prints them, there is no grammar. Of a stage of the run, the index of a constraint is read as one of
its own.
"""


@pytest.fixture(scope="module")
def library() -> dict[str, Claim]:
    return {claim.id: claim for claim in Library().all()}


def found(claim: Claim) -> Result:
    """The claim with evidence that says what is expected of it."""
    if claim.erratum:
        witness = Witness({"a": "1/2", "S_0": "-3", "b[1]": "2"}, "[-1.25 +/- 1e-10]", "the residual")
        item = Evidence(Method.EXACT, Verdict.REFUTED, how="ball arithmetic", witness=witness)
    else:
        item = Evidence(Method.EXACT, Verdict.VERIFIED, how="normal form 0, 3 goals")
    return Result(claim, "library.py:1", True, (item,), (Method.EXACT,), item.verdict)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_fragment_reads_back(subject: str, library: dict[str, Claim]) -> None:
    chosen = [claim for claim in library.values() if claim.subject == subject]
    assert chosen
    wrong = {claim.id: list(disagreements(claim, fragment(claim, None, {}))) for claim in chosen}
    assert not any(wrong[name] for name in wrong if name not in NOT_READ), wrong
    read = [name for name in NOT_READ & wrong.keys() if not wrong[name]]
    assert not read, "these are read now: take them off NOT_READ"


def slips(text: str) -> Iterator[tuple[str, str]]:
    """The displays of a text with one thing changed: what, and the text."""
    changes = {
        "sign": (r"(?<= )[+-](?= )", lambda m: "-" if m[0] == "+" else "+"),
        "leading sign": (r"(?<=[({=] )-|(?<=[({])-(?=[\\A-Za-z0-9])", lambda m: ""),
        "exponent": (r"\^\{(\d)\}", lambda m: f"^{{{int(m[1]) + 1}}}"),
        "number": (r"(?<=\{)(\d)(?=[ }])", lambda m: str(int(m[1]) + 1)),
        "relation": (
            r"& (?:\\lpgoeson )?(=|<|>|\\le|\\ge)(?= )",
            lambda m: m[0].replace(m[1], "<" if m[1] != "<" else ">"),
        ),
        "transpose": (r"\^\{\\top\}", lambda m: ""),
    }
    for display_ in re.finditer(r"\\begin\{lpdisplay\}.*?\\end\{lpdisplay\}", text, flags=re.DOTALL):
        for what, (pattern, change) in changes.items():
            for match in re.finditer(pattern, display_[0]):
                start, end = display_.start() + match.start(), display_.start() + match.end()
                changed = text[:start] + change(match) + text[end:]
                if changed != text:
                    yield f"{what} at {text[max(0, start - 30) : end + 15]!r}", changed


@pytest.mark.parametrize("name", ONE_OF_A_KIND)
def test_a_single_slip_is_caught(name: str, library: dict[str, Claim]) -> None:
    claim = library[name]
    with printed(claim):
        text = displayed(claim)
    assert not list(disagreements(claim, text))
    tried = list(slips(text))
    assert tried
    tried = tried[:: max(1, len(tried) // 12)]
    missed = [what for what, changed in tried if not list(disagreements(claim, changed))]
    assert not missed, f"{len(missed)} of {len(tried)} slips are not caught:\n" + "\n".join(missed)


def test_a_missing_or_an_added_line_is_caught(library: dict[str, Claim]) -> None:
    claim = library["single-neuron/solution-upstream"]
    with printed(claim):
        lines = displayed(claim).splitlines()
    for k, line in enumerate(lines):
        if " = " in line:
            assert list(disagreements(claim, "\n".join(lines[:k] + lines[k + 1 :])))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("100% of {a} & $5 #1 ~ C:\\x", r"100\% of \{a\} \& \$5 \#1 \textasciitilde{} $C$:\textbackslash{}x"),
        ("W_1^T W_1 - W_2 W_2^T = 0 for t > 0", r"$W_{1}^{\top} W_{1} - W_{2} W_{2}^{\top} = 0$ for $t > 0$"),
        ("W_1~ = A", r"$\tilde{W}_{1} = A$"),
        ("at most <e_k|f>^2, by (A.16)", r"at most $\langle e_{k} | f \rangle^{2}$, by (A.16)"),
        ("the loss D^(-alpha/(alpha+1))", r"the loss $D^{-\alpha / (\alpha + 1)}$"),
        ("a k-th row of a 3 x 2 matrix", r"a $k$-th row of a $3 \times 2$ matrix"),
        ("the product a b and a are real", r"the product $a b$ and $a$ are real"),
        ("sqrt(p) grows (see Figure 5.1(b))", r"$\sqrt{ p }$ grows (see Figure 5.1(b))"),
        ("f(x) >= 0 `code_x` and 'quoted'", r"$f (x) \ge 0$ \texttt{code\_x} and `quoted'"),
        ("Phi is D_c x d_k, a_k(infinity)", r"$\Phi$ is $D_{c} \times d_{k}$, $a_{k} (\infty)$"),
        ("x_1, x_2 and |beta|^2", r"$x_{1}$, $x_{2}$ and $| \beta |^{2}$"),
        ("(unclosed ( and ] loose", "(unclosed ( and ] loose"),
        ("sqrt( is open, e^{ too", r"sqrt( is open, $e$\textasciicircum{}\{ too"),
        ("Dominé, κ ≤ 1 → ∞", r"Dominé, $\kappa$ $\le$ 1 $\to$ $\infty$"),
        ("<script> a<b", None),
        ("^_^ \\end{document} %", None),
    ],
)
def test_sentences(text: str, wanted: str | None) -> None:
    shown = sentence(text)
    assert "".join(piece.text for piece in pieces(text)) == text
    assert wanted is None or shown == wanted
    assert balanced(shown)
    assert not re.search(r"(?<!\\)[#%&]|\\end\{", shown)


def test_witnesses_are_in_words() -> None:
    witness = Witness({"S_0": "-3/2", "b[1]": "2"}, "[-1.25e-7 +/- 3.1e-12]", "the residual")
    assert in_words(witness) == (
        r"At $S_{0} = -\frac{3}{2}$, $b_{1} = 2$, the residual is "
        r"$-1.25 \times 10^{-7} \pm 3.1 \times 10^{-12}$."
    )


def balanced(text: str) -> bool:
    """Whether braces close, and dollar signs come in pairs."""
    depth = 0
    for piece in re.findall(r"\\.|[{}]", text, flags=re.DOTALL):
        depth += (piece == "{") - (piece == "}")
        if depth < 0:
            return False
    return depth == 0 and len(re.findall(r"(?<!\\)\$", text)) % 2 == 0


def test_sentences_of_the_library(library: dict[str, Claim]) -> None:
    """They balance, and beyond ASCII have only letters with accents, which T1 has."""
    slips = [text for slip in misprints() for text in (slip.printed, slip.meant, slip.why)]
    for claim in library.values():
        wrong = (claim.erratum.wrong, claim.erratum.consequence) if claim.erratum else ()
        steps = [text for step in claim.steps for text in (str(step.line), step.reason)]
        remarks = [row.remark for row in claim.statement.rows()]
        with printed(claim):
            for text in (claim.title, claim.note, *wrong, *steps, *remarks, *slips):
                shown = sentence(text or "")
                assert balanced(shown), text
                assert all(
                    unicodedata.normalize("NFD", c)[0].isascii() and c.isalpha() for c in shown if ord(c) > 127
                ), text
        slips = []


def test_every_character_can_be_set(library: dict[str, Claim]) -> None:
    few = [found(claim) for claim in library.values() if claim.subject in ("feedback", "lazy-rich")]
    for name, text in document.files(few, titles(), misprints()):
        for character in {c for c in text if not c.isascii()}:
            assert unicodedata.normalize("NFD", character)[0].isascii(), f"{name}: U+{ord(character):04X}"


def test_what_no_font_has_is_named() -> None:
    assert "U+4E2D" in escaped("\u4e2d")
    assert escaped("\u202e\x07").isascii()


def test_lines_fit_the_page(library: dict[str, Claim]) -> None:
    """But for the few rows of which TeX shrinks a piece."""
    wide = []
    for claim in library.values():
        if claim.subject in ("alternating-flows", "layer-imbalance", "lazy-rich"):
            with printed(claim):
                wide += [claim.id for row in rows(claim)[0] if shrunk(row)]
    assert len(wide) < 8, wide


def test_formulas_of_a_display_are_its_rows(library: dict[str, Claim]) -> None:
    claim = library["alternating-flows/theorem-6-2-value"]
    with printed(claim):
        shown = displayed(claim)
        assert GOES_ON in shown
        assert len(list(formulas(shown))) == len(claim.statement.rows())
        assert display(claim.statement.rows()).startswith("\\begin{lpdisplay}\n")


def test_the_macros_leave_an_article_as_it_is() -> None:
    """Four packages without options: fonts, links and the names of references are the author's."""
    macros = (Path(document.__file__).parent / "macros.tex").read_text(encoding="utf-8")
    assert re.findall(r"\\usepackage(.*)", macros) == ["{amsmath,amssymb}", "{graphicx}", "{xcolor}"]


def test_a_claim_that_a_document_lacks_is_named_by_its_id() -> None:
    claim = load("feedback")[0]
    shown = claim.id.replace("/", r"/\allowbreak ").replace("-", r"-\allowbreak ")  # as it has no spaces
    assert references([claim], {}) == rf"\texttt{{{shown}}}"
    assert references([claim], {claim.id: f"lp:{claim.id}"}) == rf"\lpref{{{claim.id}}}{{{shown}}}"
