"""What a paper says as a fact, and what it denies, restricts, leaves to others or has left behind: told by words."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_file, run
from layerproof.tools.latex_lines.files.positions import Positions
from layerproof.tools.latex_lines.files.tokens import words
from layerproof.tools.latex_lines.page.asserted import doubtful, reach
from layerproof.tools.latex_lines.page.displays import Display, displays
from layerproof.tools.latex_lines.page.other_meanings import is_refused, other_meanings
from layerproof.tools.latex_lines.page.plain_words import strange
from layerproof.tools.latex_lines.page.premises import cases, defined, premises
from layerproof.tools.latex_lines.page.turns import fresh, turns

STATED = "\n\\begin{align}\na &= b\n\\end{align}\n"
BETWEEN = "\n\\begin{align}\nx &= x\n\\end{align}\n"
LAST = "\n\\begin{align}\na + b &= a + b + 0 \\\\ &= 2 b\n\\end{align}\n"

NO_FACT = [
    ("On the training data we have", ""),
    ("On the random samples we have", ""),
    ("The solution satisfies", ""),
    ("Stationarity gives", ""),
    ("The normal equations are", ""),
    ("The dual is", ""),
    ("The algorithm recovers", ""),
    ("The observed values satisfy", ""),
    ("It is not true that", ""),
    ("In general we do not have", ""),
    ("Naively one would expect", "However, this is wrong."),
    ("The wrong formula in [3] reads", ""),
    ("[3] claims", "This is incorrect."),
    ("", "does not hold in general."),
    ("", "cannot hold."),
    ("", "need not hold."),
    ("A counterexample to the claim that", ""),
    ("Suppose for contradiction that", "Then .., a contradiction."),
    ("We conjecture that", ""),
    ("We want to show that", ""),
    ("It suffices to show that", ""),
    ("Does it hold that", ""),
    ("Instead of", ""),
    ("Rather than", ""),
    ("Unlike", ""),
    ("We drop the constraint", ""),
    ("Suppose the claim", "were false."),
    ("We have", "for $x>0$."),
    ("We have", "where $x>0$."),
    ("We have", "for some $c$."),
    ("We have", "with probability $1/2$."),
    ("We have", "in expectation."),
    ("We have", "up to constants."),
    ("We have", r"as $t\to\infty$."),
    ("We have", "at $t=0$."),
    ("We have", "at initialization."),
    ("We have", "to first order."),
    ("We have", "on average."),
    ("At an equilibrium,", ""),
    ("For linear networks,", ""),
    ("In the linear case,", ""),
    ("Case 1: $x>0$. Then", ""),
    (r"\textbf{Case 1.} We have", ""),
    ("For the baseline we set", ""),
    (r"In \cite{x} it is assumed that", ""),
    ("We have", "only on the first layer."),
    (r"\begin{conjecture}We have", r"\end{conjecture}"),
    (r"\begin{exercise}", r"\end{exercise}"),
    (r"\todo{We have", "}"),
    (r"\sout{", "}"),
    (r"Foo.\footnote{We have", "which is wrong.}"),
    (r"\begin{figure}\caption{We have", r"}\end{figure}"),
    (r"\if0", r"\fi"),
    (r"\ifdraft", r"\fi"),
    (r"\begin{example}We have", r"\end{example}"),
    (r"\begin{theorem}Suppose that", r"Then all is well.\end{theorem}"),
    (r"\begin{remark}We have", r"\end{remark}"),
    (r"\section{Toy model}We have", r"\section{Main}"),
    ("In the ideal world we would have", ""),
    ("When $x$ is small,", ""),
    ("If $x>0$ then", ""),
    (r"\begin{itemize}\item We have", r"\item Now\end{itemize}"),
    ("Under this condition,", ""),
    ("Some authors write", ""),
    ("One might think that", ""),
    ("The null hypothesis is", ""),
    ("Approximately,", ""),
    ("Near the origin,", ""),
    ("The regime is", ""),
    ("Had we set", ""),
    ("It is tempting to write", ""),
]
"""Before and after a display that says nothing for others."""
FACT = [
    ("We have", ""),
    ("", ""),
    ("The gradient of the loss with respect to $W$ is", ""),
    ("By the chain rule, we obtain", ""),
    ("Let", ""),
    ("Define the loss function", ""),
    ("Suppose that", ""),
    ("Recall that by definition", ", where $x$ is the input vector."),
    ("Hence,", ""),
    (r"Using \eqref{x} and the definition of $z$, we get", ""),
    ("It follows from Lemma 2 that", ""),
    ("In particular,", ""),
    ("For all $x$, we have", ""),
    ("Under gradient flow, the weights evolve as", ""),
    (r"\begin{assumption}", r"\end{assumption}"),
    (r"\begin{lemma}We have", r"\end{lemma}"),
    (r"\section{Setup}We have", r"\section{Main}"),
    ("where", "for all $t$."),
    (r"Note that \emph{each} layer satisfies", "."),
    ("The update rule of gradient descent reads", r", with learning rate $\eta$."),
    ("Consider the linear model", ""),
    ("Without loss of generality,", ""),
    ("so that", ", and"),
    ("The model is given by", ""),
    (r"Let $x \in \mathbb{R}^d$ be the input. The network computes", ""),
    ("At time $t$ the loss is", ""),
]
NO_PREMISE = [
    "The authors of [3] let $a=b$. Then",
    "Unlike [3], who set $a=b$, we have",
    "Instead of assuming $a=b$, we have",
    "Rather than let $a=b$, we",
    "We avoid using $a=b$. Then",
    "It is wrong to let $a=b$. We have",
    "Naively, one would set $a=b$. Then",
    "We could let $a=b$. Then",
    "One might let $a=b$. Then",
    "Had we set $a=b$, then",
    "It is common to set $a=b$. We do not, so",
    "Since $a=b$ approximately, we get",
    "Since $a=b$ in distribution, we get",
    "Since $a=b$ almost surely,",
    "Since $a=b$ asymptotically,",
    "Since $a=b$ modulo $n$,",
    r"Since $a=b$ as $n\to\infty$,",
    "Since $a=b$ implies $c=0$,",
    "Since $a=b$ is equivalent to $c=0$,",
    "Since $a=b$ is unknown,",
    "Since $a=b$ is what we want,",
    "Suppose $a=b$ were true. Then",
    "Suppose that $a=b$. If this is not the case, we have",
    "Let $a=b$. If not,",
    r"We test $H_0$: let $a=b$ against $H_1: a\ne b$. Then",
    "In Figure 2 we set $a=b$.\n@\nThen",
    "For the plot we set $a=b$.\n@\nThen",
    "In our experiments we set $a=b$.\n@\nThen",
    "For the first run we set $a=b$.\n@\nThen",
    "Let $a=b$ initially.\n@\nThen",
    "Let $a=b$ before training.\n@\nThen",
    "The baseline, namely $a=b$, is poor.\n@\nThen",
    "To see necessity, let $a=b$.\n@\nThen",
    "Base case: let $a=b$.\n@\nThen",
    "Let $a=b$.\n@\nWe now drop this. Then",
    "Let $a=b$.\n@\nLet us go back to general $a$. Then",
    "Let $a=b$.\n@\nFor arbitrary $a$ and $b$,",
    "Let $a=b$.\n@\nWe vary $a$. Then",
    "Let $a=b$.\n@\nThe algorithm then updates $a$. Then",
    "Let $a=b$.\n@\nSuppose next that $a>b$. Then",
    "Let $a=b$.\n@\nIt remains to treat $a\\ne b$. Then",
    "Let $a=b$.\n@\nElse",
    "Let $a=b$.\n@\nA different choice is $a=c$. Then",
    "For the upper bound, let $a=b$.\n@\nFor the lower bound,",
]
"""Before a display that is not told ``a = b``; another one stands at @."""
PREMISE = [
    "Let $a=b$. Then",
    "Since $a=b$, we get",
    "Suppose that $a=b$. We have",
    "Using $a=b$, we obtain",
    "Let $a=b$.\n@\nThen",
    "where $a=b$. Hence",
    "Assume $a=b$. Note that",
]


def cut(body: str) -> tuple[str, list[tuple[int, Display]]]:
    text = f"\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return text, list(enumerate(displays(text, Positions.of(text), lambda *said: None), 1))


def reached(before: str, after: str) -> int | None:
    return reach(*cut(f"{before}{STATED}{after}\n\nWe have{LAST}")).get(1)


@pytest.mark.parametrize(("before", "after"), NO_FACT)
def test_what_is_not_said_as_a_fact_is_none(before: str, after: str) -> None:
    assert reached(before, after) == 1


@pytest.mark.parametrize(("before", "after"), FACT)
def test_what_is_said_is_a_fact(before: str, after: str) -> None:
    assert reached(before, after) is None


def told(body: str) -> list[str]:
    text, found = cut(body.replace("@", BETWEEN) + LAST)
    last = found[-1][0]
    given = [
        *premises(text, found).get(last, []),
        *defined(text, found, turns(text, found), fresh(text, found)).get(last, []),
    ]
    return [formula for _, formula in given if formula == "a=b"]


@pytest.mark.parametrize("body", NO_PREMISE)
def test_what_is_not_supposed_is_no_premise(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize("body", PREMISE)
def test_what_is_supposed_is_a_premise(body: str) -> None:
    assert told(body)


def test_a_hypothesis_of_a_theorem_ends_with_its_proof() -> None:
    theorem = f"\\begin{{theorem}}Suppose that{STATED}Then all holds.\\end{{theorem}}\n"
    proof = f"\\begin{{proof}}We have{LAST}\\end{{proof}}\n"
    assert reach(*cut(f"{theorem}{proof}We have{LAST}")) == {1: 2, 2: 2}
    assert reach(*cut(f"{theorem}We have{LAST}")) == {1: 1}


@pytest.mark.parametrize(
    ("between", "until"),
    [
        ("and", 2),
        ("Hence", 2),
        ("Thus,", 2),
        ("We also have", 1),
        ("In general,", 1),
        ("and otherwise", 1),
        ("Otherwise,", 1),
        ("and, if $c = d$,", 1),
        ("and for $c = d$ we have", 1),
        ("\n\nHence", 1),
        ("Naively, it follows", 1),
    ],
)
@pytest.mark.parametrize("opens", ["For $n = 2$ we have", "If $a = b$, then"])
def test_what_is_said_of_a_case_is_said_to_what_goes_on_from_it(opens: str, between: str, until: int) -> None:
    text, found = cut(f"{opens}{STATED}{between}{STATED}\n\nWe have{LAST}")
    said = cases(text, found)
    assert said[1] == until
    assert reach(text, found, said)[1] == until
    assert 3 not in said


def test_what_nothing_calls_a_case_is_not_kept_to_one() -> None:
    text, found = cut(f"For small $a$ we have{STATED}Hence{LAST}")
    assert not cases(text, found)
    assert reach(text, found, {}) == {1: 1}  # *for*: nobody knows of what it is said


def test_words_are_known_or_strange() -> None:
    assert not strange("Using the chain rule and (\\ref{eq}), we obtain the gradient of the loss as follows")
    assert not strange("as we see in\n  \\ref{eq}, for\n all of these")
    assert strange("Naively, we have") == "Naively"
    assert strange("Identifying \x011\x01 we have") == "Identifying"
    assert strange("Per level \x011\x01 we have") == "Per"
    assert strange("Let \x011\x01 be a root of \x012\x01") == "root"
    assert not strange("the square roots of \x011\x01, where \x012\x01 is applied elementwise")
    assert strange("by [3]") == "[3"
    assert strange("by \\cite{x}, we have") == "\\cite"


def test_a_sentence_that_does_more_makes_its_display_doubtful() -> None:
    text, found = cut(f"Replacing $b$ by $-b$, we get{STATED}\n\nBy definition, we have{LAST}")
    assert doubtful(text, found) == {1}


@pytest.mark.parametrize(
    ("before", "doubts"),
    [
        ("We want to show that", False),
        ("However, by Bayes' rule, the optimal distance satisfies", False),
        ("In the last step, the accuracy of the classifier \\citep{x} can be computed as", False),
        ("If $x > 1/2$, then", False),
        (r"For $\beta \le \frac{1}{2}$, one solves the problem and finds", False),
        ("If $x = 0$, then", True),
        ("For small $x > 0$, we have", True),
        ("In the symmetric gauge, we have", True),
        ("Up to constants, the solution is", True),
        ("Under time reversal, the solution becomes", True),
        ("On the diagonal, we have", True),
        ("Rescaling the step size, we obtain", True),
        ("Modulo 2, we have", True),
        ("At the optimum, we have", True),
        ("Approximately, we have", True),
        ("With the opposite sign, we have", True),
    ],
)
def test_words_that_may_make_a_line_right(before: str, doubts: bool) -> None:
    assert (doubtful(*cut(f"{before}{STATED}")) == {1}) is doubts


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        (r"Throughout, $\|\cdot\|$ denotes the $\ell_1$ norm.", r"\|"),
        (r"Let $\|x\| = \max_i |x_i|$.", r"\|"),
        (r"The norm is $\|u\| = \sqrt{u^\top K u}$.", r"\|"),
        (r"Let $\langle u, v \rangle = u^\top K v$.", r"\langle"),
        ("The inner product is weighted by $K$.", r"\langle"),
        ("We use the normalised inner product.", r"\langle"),
        (r"Let $\langle u, v \rangle = \sum_i w_i u_i v_i$.", r"\langle"),
        (r"Let $\langle \cdot, \cdot \rangle = B$.", r"\langle"),
        (r"Let $\langle A, B \rangle = \operatorname{tr}(A^\top M B)$.", r"\langle"),
        ("Logarithms are base 2.", r"\log"),
        ("Logistic regression is the base of much.", ""),
        (r"Here $\|\cdot\|$ denotes the Euclidean norm.", ""),
        (r"We write $\|\cdot\|$ for the $\ell_2$ norm.", ""),
        (r"Let $\|x\| = \sqrt{x^\top x}$.", ""),
        (r"Let $\langle u, v \rangle = u^\top v$.", ""),
        (r"Let $\langle u, v \rangle = \sum_{i=1}^d u_i v_i$.", ""),
        (r"Let $\langle A, B \rangle = \operatorname{tr}(A^\top B)$.", ""),
        (r"Hence $\langle f, \phi(x) \rangle = f(x)$, and $\langle u, v \rangle = 0$.", ""),
        (r"Suppose that $\|x\| = 1$.", ""),
        (r"Let $r = \|x\|$, and $\|u\| = c$.", ""),
        (r"$\|\cdot\|_F$ denotes the Frobenius norm.", ""),
    ],
)
def test_a_sign_with_a_meaning_of_its_own_is_not_read(text: str, sign: str) -> None:
    refused = other_meanings(*cut(text))
    assert (sign in refused) if sign else refused == {}


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"\|x\|_2 + 2 \|y\|_2^2", True),
        (r"\lVert x\rVert_2", True),
        (r"\|x\|", False),
        (r"\|x\|_2 \|y\|", False),
        (r"\|\|x\|_2 y\|_2", False),
        (r"\|\,\|x\|_2\, y\|", False),
    ],
)
def test_a_norm_that_says_which_it_is_is_read(formula: str, read: bool) -> None:
    refused = other_meanings(*cut(r"Throughout, $\|\cdot\|$ denotes the $\ell_1$ norm."))
    assert (is_refused(words(formula), refused) == "") is read


LETTERS = "symbols: a, b, c, x, t real; K matrix n x n; u, v vector n\n"


def statuses(folder: Path, body: str) -> list[Status]:
    paper = folder / "paper.tex"
    paper.write_text(f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}\n")
    paper.with_suffix(".lp").write_text(LETTERS)
    return [line.status for line in run(read_file(paper), limiting=Limiting(budget=5)).lines]


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (f"We have{STATED}\n\nWe get{LAST}", Status.VERIFIED),
        (f"It is not true that{STATED}\n\nWe get{LAST}", Status.UNDECIDED),
        (f"We have{STATED}\n\nLet $a$ and $b$ be arbitrary. We get{LAST}", Status.UNDECIDED),
        (f"We have{STATED}\n\nHere $a$ denotes the width. We get{LAST}", Status.UNDECIDED),
        (f"We have{STATED}\n\nLet $c$ be a constant. We get{LAST}", Status.VERIFIED),
        (f"\\section{{Toy model}}We have{STATED}\n\\section{{Main}}We get{LAST}", Status.UNDECIDED),
    ],
)
def test_a_paper(body: str, status: Status, tmp_path: Path) -> None:
    assert statuses(tmp_path, body)[-1] is status


def test_a_norm_that_is_another_one(tmp_path: Path) -> None:
    display = (
        f"We have{LAST}".replace("2 b", "a + b")
        .replace("a + b &=", "u^\\top u + a + b &=")
        .replace("a + b + 0", "\\|u\\|^2 + a + b")
    )
    assert statuses(tmp_path, display)[0] is not Status.UNREAD
    assert statuses(tmp_path, f"Here $\\|\\cdot\\|$ denotes the sup norm. {display}")[0] is Status.UNREAD


@pytest.mark.usefixtures("no_mends")
@pytest.mark.parametrize(
    ("before", "status"),
    [
        ("We have", Status.VERIFIED),
        ("Let $x$ be a fixed point of $f$. We have", Status.UNDECIDED),
        ("We choose $x$ as the solution. Then", Status.UNDECIDED),
    ],
)
def test_what_is_said_of_one_point_is_not_said_of_all(before: str, status: Status, tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    stated = "\\begin{align}\nf(x) &= x\n\\end{align}\n"
    asked = "\\begin{align}\nf(y) + a &= f(y) + a + 0 \\\\ &= y + a\n\\end{align}\n"
    paper.write_text(f"\\begin{{document}}\n{before}\n{stated}\n\nWe have\n{asked}\\end{{document}}\n")
    paper.with_suffix(".lp").write_text("symbols: a, x, y real; f function\n")
    assert run(read_file(paper), limiting=Limiting(budget=5)).lines[-1].status is status


def slip(before: str, row: str = "&= a + b + x") -> str:
    return f"{before}\n\\begin{{align}}\na - b + x &= a - b + x + 0 \\\\ {row}\n\\end{{align}}\n"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (slip("We have"), Status.REFUTED),
        (slip("Replacing $b$ by $-b$, we get"), Status.UNDECIDED),
        (slip("In the gauge $b = 0$, we have"), Status.UNDECIDED),
        (slip("When $b$ vanishes,"), Status.UNDECIDED),
        (slip("Subtracting $y$ and re-arranging, this results in"), Status.REFUTED),
        (slip("We have", r"&= a + b + x && \text{($b = 0$)}"), Status.VERIFIED),
        (slip("We have", r"&= a + b + x && \text{(flip the sign of $b$)}"), Status.UNDECIDED),
        (slip("We have", r"&\stackrel{(3)}{=} a + b + x"), Status.UNDECIDED),
        (slip("We have", r"&= a + b + x && \text{by the chain rule}"), Status.REFUTED),
    ],
)
def test_a_reason_that_is_not_read_leaves_a_line_open(body: str, status: Status, tmp_path: Path) -> None:
    assert statuses(tmp_path, body)[-1] is status
