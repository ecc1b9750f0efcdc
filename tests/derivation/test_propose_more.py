"""What is proposed for letters that papers use in their own ways, and what is not; indices of sums, binomials."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.language.reading import CannotRead
from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Setting
from layerproof.tools.latex_lines.page.typings import said_by, wider


def proposed(folder: Path, body: str) -> dict[str, str]:
    """What is proposed for the letters of a post, those that are guessed with a mark."""
    file = folder / "post.md"
    file.with_suffix(".lp").unlink(missing_ok=True)
    file.write_text(f"# Post\n\n{body}\n")
    propose_file(file)
    beside = file.with_suffix(".lp")
    found: dict[str, str] = {}
    for row in beside.read_text().splitlines() if beside.exists() else []:
        kind, _, rest = row.split("  %")[0].strip().partition(": ")
        if kind.endswith("symbols"):
            name, _, what = rest.strip().partition(" ")
            found[name] = f"? {what}" if kind.startswith("?") else what
    return found


def unread(folder: Path, body: str) -> list[str]:
    """Why lines of a post are not read, with what is proposed for it."""
    proposed(folder, body)
    lines = run(read_file(folder / "post.md"), limiting=Limiting(budget=5), mending=False).lines
    return [line.reason for line in lines if line.status is Status.UNREAD]


def reads(declared: str, *formulas: str) -> list[str]:
    setting = Setting(presumes=True)
    for item in declared.split(";"):
        declare(setting, "symbols", item.strip())
    return [str(setting.read(formula)) for formula in formulas]


@pytest.mark.parametrize("kind", ["real", "natural", "integer", "positive"])
def test_the_index_of_a_sum_is_none_of_the_letters_outside(kind: str) -> None:
    r"""It is whole by itself, and no hypothesis on a letter k is one on it: from 0 on a natural k would never be 0."""
    (series,) = reads(f"x real; k {kind}", r"\sum_{k=0}^\infty \frac{x^k}{k!}")
    assert series == "Sum(x**k/factorial(k), (k, 0, oo))"
    (least,) = reads(f"k {kind}", r"\sum_{k=0}^{2} \max(k, 1/2)")
    assert "Max" in least


@pytest.mark.parametrize("line", [r"\sum_{k=0}^{2} \max(k, 1/2) = 3", r"\sum_{k=0}^{1} |k - 1| = 0"])
def test_a_declared_letter_says_nothing_of_a_sum(line: str, tmp_path: Path) -> None:
    file = tmp_path / "post.md"
    file.write_text(f"# Post\n\n$$ {line} $$\n")
    file.with_suffix(".lp").write_text("symbols: k natural\n")
    lines = run(read_file(file), limiting=Limiting(budget=10), mending=False).lines
    assert lines[0].status is not Status.VERIFIED


def test_binomials_in_all_their_forms() -> None:
    same = reads(
        "m natural", r"\binom{m}{2}", r"{m \choose 2}", r"\tbinom{m}{2}", r"\dbinom{m}{2}", r"\frac{{m \choose 2}}{1}"
    )
    assert len(set(same)) == 1
    product = reads("m natural", r"\frac{1}{m + 1}{2m \choose m}", r"\sum_{\ell \ge 0} {m \choose \ell}")
    assert product == ["binomial(2*m, m)/(m + 1)", r"Sum(binomial(m, \ell), (\ell, 0, oo))"]
    with pytest.raises(CannotRead, match="whole numbers"):
        reads("x real", r"{x \choose 2}")
    with pytest.raises(CannotRead):
        reads("m natural", r"{m \choose 2 \choose 3}")


def test_whole_numbers_from_nought_on() -> None:
    assert reads("n nonnegative integer", r"n! + |n|") == ["n + factorial(n)"]
    with pytest.raises(CannotRead, match="not known to be 0 or more"):
        reads("n integer", r"n!")


def test_what_stands_before_brackets_is_a_function_also_where_it_is_inverted(tmp_path: Path) -> None:
    found = proposed(
        tmp_path,
        r"""
$$ M_{WW^\top}(z) = \frac{1}{z} $$
$$ M^{-1}_{WW^\top}(z) = \frac{1}{z} $$
$$ \mathbf{T}_p^{-1}(y) = y + a $$
$$ R(u) = u + 1 $$
$$ K^{-1} (y - Y b) + K^{-1} g = L^{-1}(A^\top b) $$
$$ h(x) + \mathcal{F}(h) = 1 $$
""",
    )
    assert found[r"M_{WW^{\top}}"] == found["R"] == found["h"] == "? function"
    assert found[r"\mathbf{T}_{p}^{-1}"].startswith("? vector function")
    assert found["K"] == found["L"] == "? matrix d_0 x d_0"
    assert not {"R^{-1}", "K^{-1}"} & found.keys()


def test_an_operator_on_functions_is_not_proposed(tmp_path: Path) -> None:
    r"""``T[f](x)``: as a product it would be linear in x."""
    assert "T" not in proposed(tmp_path, r"$$ T[f](x) = \lambda f(x) $$")
    assert "T" not in proposed(tmp_path, r"$$ T_k(f)(x) = \lambda f(x) $$")
    assert "T" not in proposed(tmp_path, r"$$ T^{-1}[f](x) = \lambda f(x) $$")
    with pytest.raises(ValueError, match="no product is read there"):
        reads("T function; f, x, y real", "T[f](x + y) - T[f](x)")
    with pytest.raises(ValueError, match="no product is read there"):
        reads("T function; f, x, y real", "T(f)(x)")
    assert reads("T function; f, x, y real", "T(f) (x + y)") == ["T(f)*(x + y)"]


def test_an_application_is_no_product_where_that_can_be_read(tmp_path: Path) -> None:
    body = r"$$ s(x) = x + 1 $$" + "\n\n" + r"$$ (1 + x) s = 2 s + u $$" + "\n\n$$ s - 1 = c $$"
    assert proposed(tmp_path, body)["s"] == "? function"
    assert not unread(tmp_path, body)
    body = r"$$ s(x + 1) = s x + s $$"
    assert proposed(tmp_path, body)["s"] == "? real number"


def test_words_and_other_alphabets_before_brackets(tmp_path: Path) -> None:
    body = r"$$ \mathrm{ker}(x, y) = \mathbb{S}(y, x) + \operatorname{gap}(x) $$"
    found = proposed(tmp_path, body)
    assert found[r"\mathrm{ker}"] == found[r"\mathbb{S}"] == "? function"
    assert not any(name in found for name in (r"\mathbb{E}", r"\mathbb{P}"))
    assert r"\mathrm{ker}" not in proposed(tmp_path, r"$$ \dim \mathrm{ker}(A) = n - r $$")
    assert r"\mathbb{P}" not in proposed(tmp_path, r"$$ \mathbb{P}(X, Y) = \mathbb{E}(X) + a $$")


def test_what_a_factorial_is_taken_of_is_whole(tmp_path: Path) -> None:
    found = proposed(
        tmp_path,
        r"""
$$ a_k = k! + \binom{m}{2} $$
$$ b = (2 q)! + r (p - 1)! $$
$$ \sum_{j \ge 0} \frac{u^j}{j!} = e^u $$
$$ \sum_{i=0}^v \binom{n}{i} \le h(n, v) $$

Let $l \ge 0$ and $w \ge 0$.

$$ \frac{w}{l!} = 1 $$
""",
    )
    assert {found[letter] for letter in "lnv"} == {"? nonnegative integer number"}
    assert found["w"] == "nonnegative number"
    assert {found[letter] for letter in "kmq"} == {"? nonnegative integer number"}
    assert found["p"] == "? natural number"
    assert all(found[letter].startswith("? real") for letter in "ru")
    assert "j" not in found


def test_the_best_value_of_a_number_is_no_power_of_it(tmp_path: Path) -> None:
    body = r"Let $\lambda > 0$." + "\n\n" + r"$$ \lambda^* = \frac{t}{n} + \lambda^2 $$"
    found = proposed(tmp_path, body)
    assert r"\lambda^{*}" in found
    assert not unread(tmp_path, body)


def test_the_size_of_a_map_is_no_word(tmp_path: Path) -> None:
    found = proposed(
        tmp_path, r"Let $g: \mathbb{R}^d \to \mathbb{R}^d$." + "\n\n" + r"$$ \|g(w) - g(v)\| \le \|w - v\| $$"
    )
    assert found["w"] == found["v"] == "? vector d"


def test_a_letter_of_a_series_is_raised_to_a_power(tmp_path: Path) -> None:
    found = proposed(
        tmp_path,
        r"""
Let $r > 0$.

$$ \sum_{k=0}^\infty a_k z^k = g + r^{t+1} $$
$$ z^2 + z = 1 $$
""",
    )
    assert not {"z^{k}", "r^{t + 1}", "k"} & found.keys()
    assert {"z", "r", "t"} <= found.keys()


@pytest.mark.parametrize(
    "body",
    [
        r"$$ \sum_{k=1}^n f(x^k) = x $$",
        r"$$ \sum_{k=1}^n x^k = x $$" + "\n\n" + r"$$ x^{k+1} = x^k - \eta $$",
        r"$$ \sum_{k=1}^n \|x^k\|^2 = x $$",
        r"$$ \sum_{k=1}^n A x^k = \mathbf{x}^k $$" + "\n\n" + r"$$ x^\top A = b $$",
    ],
)
def test_an_iterate_is_no_power(body: str, tmp_path: Path) -> None:
    assert "x^{k}" in proposed(tmp_path, body)


def test_families_without_end_and_of_vectors(tmp_path: Path) -> None:
    body = r"""
$$ \sum_{k=0}^\infty C_k z^k = 1 + \sum_{k=0}^\infty C_{k+1} z^{k+1} $$
$$ C_{k+1} = \sum_{j=0}^{k} C_j C_{k-j} $$
$$ C_0 = 1 $$
$$ \sum_{i=1}^n (w^\top x_i - y_i)^2 = \sum_{i=1}^n \alpha_i $$
$$ \prod_{l=1}^L D_l = D_1 $$
"""
    found = proposed(tmp_path, body)
    assert found["C_{k}"] == r"? real for k = 0..\infty"
    assert not {"C_{k + 1}", "C_{k - j}", "C_{j}", "C_{0}", "k", "j"} & found.keys()
    assert found["x_{i}"] == "? vector d_0 for i = 1..n"
    assert found["w"] == "? vector d_0"
    assert found["y_{i}"] == found[r"\alpha_{i}"] == "? real for i = 1..n"
    assert "for" not in found.get("D_{l}", "")  # what its product means is not shown
    assert len(unread(tmp_path, body)) == 1


def test_at_another_letter_a_family_is_of_the_same_kind(tmp_path: Path) -> None:
    text = (
        r"Let $w \in \mathbb{R}^D$." + "\n\n" + r"$$ w = \sum_{n=1}^N \lambda_n \psi_n + \sum_{n=1}^N \|\psi_n\|^2 w $$"
    )
    found = proposed(tmp_path, text + "\n\n" + r"$$ \lambda_m + w \cdot \psi_m = 0 $$")
    assert (found[r"\lambda_{m}"], found[r"\psi_{m}"]) == ("? real", "? vector D")


def test_a_family_is_of_no_vector_of_as_many_entries(tmp_path: Path) -> None:
    text = r"Let $X \in \mathbb{R}^{n \times p}$." + "\n\n" + r"$$ \sum_{i=1}^n \|x_i\|^2 = \|X\|_F^2 $$"
    assert proposed(tmp_path, text)["x_{i}"] == "? vector p for i = 1..n"


def test_a_sum_without_end_over_a_family_is_written_out() -> None:
    declared = r"c_{\ell} real for \ell = 0..\infty; y_{i} real for i = 1..n"
    series, part = reads(declared, r"\sum_{\ell \ge 1} c_\ell", r"\sum_{i \ge 1} y_i")
    assert series == r"Sum(c(\ell), (\ell, 1, oo))"
    assert not part.startswith("Sum")  # where it ends is not said


def test_what_is_seen_in_a_mean_or_a_variance_is_no_vector_and_no_matrix(tmp_path: Path) -> None:
    found = proposed(
        tmp_path,
        r"""
$$ \langle E_{tr} \Omega \rangle = E_{tr} \langle \Omega \rangle $$
$$ \text{Var}(Y) = \mathbb{E}[(c - Y)^2] + p^{\mathrm{tr}}(Z) $$
$$ \langle u, v \rangle = \sqrt{\text{tr}(K)} $$
""",
    )
    assert found["E_{tr}"].startswith("? real")
    assert {found[letter].split(" ")[1] for letter in "YZ"} == {"real"}
    assert {found[letter].split(" ")[1] for letter in "uv"} == {"vector"}
    assert found["K"].startswith("? matrix")


def test_what_a_derivative_by_time_is_taken_of_moves(tmp_path: Path) -> None:
    body = r"""
$$ \frac{d}{dt} \mathcal{A}_\text{in} = c \mathcal{A}_{\mathrm{out}} $$
$$ \frac{d}{dt} \mathcal{A}_{\text{out}} = c \mathcal{A}_\text{in} $$
$$ \frac{d}{dt} u v = e^t + g $$
"""
    found = proposed(tmp_path, body)
    assert found[r"\mathcal{A}_{\mathrm{in}}"] == found[r"\mathcal{A}_{\mathrm{out}}"] == "? trajectory"
    assert "trajectory" not in found["u"]  # it may be a constant
    assert not {"e^{t}", r"\mathcal{A}_{\text{in}}"} & found.keys()
    assert len(unread(tmp_path, body)) <= 1


def test_what_stands_behind_a_vector_and_a_dot_is_one(tmp_path: Path) -> None:
    text = r"Let $w \in \mathbb{R}^D$ and $c > 0$."
    found = proposed(
        tmp_path, text + "\n\n" + r"$$ f = \sum_{n=1}^N (y_n - w \cdot \psi_n) + c \cdot a + w \cdot b q $$"
    )
    assert found[r"\psi_{n}"] == "? vector D for n = 1..N"
    assert found["y_{n}"] == "? real for n = 1..N"
    assert "vector" not in found["a"]


def test_matrices_that_stand_with_two_indices(tmp_path: Path) -> None:
    body = r"""
$$ \operatorname{tr}(K) = \sum_{i=1}^n K_{ii} $$
$$ \|W\|_F^2 = \sum_{k,l} W_{kl}^2 $$
"""
    found = proposed(tmp_path, body)
    assert found["K"] == "? matrix n x n"
    assert found["W"] == "? matrix d_0 x d_0"
    assert found["k"] == found["l"] == "? index 1..d_0"
    assert not {"K_{ii}", "W_{kl}"} & found.keys()
    assert not unread(tmp_path, body)


def test_the_word_of_a_trace_stands_also_at_the_beginning_of_a_group() -> None:
    (root, share, label) = reads(
        r"K matrix n x n; E_{\mathrm{tr}} real",
        r"\sqrt{\text{tr}(K)}", r"\frac{\mathrm{tr}(K)}{2}", r"E_{\text{tr}} + 1",
    )  # fmt: skip
    assert (root, share) == ("sqrt(Trace(K))", "Trace(K)/2")
    assert "Trace" not in label


def test_a_letter_that_is_a_map_in_one_passage_is_none_where_it_counts(tmp_path: Path) -> None:
    said = r"A map $T: \mathbb{R}^d \to \mathbb{R}^d$." + "\n\n" + r"$$ \|T(w) - T(v)\| \le \|w - v\| $$" + "\n\n"
    steps = r"$$ b \le \frac{2 \eta T}{n} = 2 T \cdot \frac{\eta}{n} $$" + "\n\n" + r"$$ c = \eta T $$"
    assert proposed(tmp_path, said)["T"] == "vector function d"
    assert "vector" not in proposed(tmp_path, said + steps)["T"]
    assert not [reason for reason in unread(tmp_path, said + steps) if "T" in reason]
    assert proposed(tmp_path, said + r"$$ T S x = S T x = T \circ S $$")["T"] == "vector function d"


def test_letters_of_conditions_are_letters_too(tmp_path: Path) -> None:
    body = r"$$ \|u - v\| \le c \quad \text{if } q \ne p $$"
    assert {"p", "q"} <= proposed(tmp_path, body).keys()


@pytest.mark.parametrize(
    ("said", "what"),
    [
        (r"f(x) \in \mathbb{R}", {"f": "function"}),
        (r"g(x; \theta) \in \mathbb{R}^k", {"g": "vector function k"}),
        (r"f(x), h(x, y) \in \mathbb{R}", {"f": "function", "h": "function"}),
        (r"v_k = g(w_k) \in \mathbb{R}^p", {"v_{k}": "vector p", "g": "vector function p"}),
        (r"w(t) \in \mathbb{R}^d", {}),  # at a time
        (r"\alpha (1 - \beta) \in \mathbb{R}", {}),
        (r"J(\theta) \in \mathbb{R}^{n \times p}", {"J": "matrix function n x p"}),
        (r"y = f(x) + z \in \mathbb{R}^k", {"y": "vector k"}),
    ],
)
def test_where_the_values_of_a_function_are(said: str, what: dict[str, str]) -> None:
    assert dict(said_by(said)) == what


def test_what_a_display_defines_is_not_proposed_if_its_definition_can_be_read(tmp_path: Path) -> None:
    eigen = "$$\\Sigma v = \\lambda v$$"
    found = proposed(tmp_path, f"$$\\Sigma := \\frac{{1}}{{n}} X X^\\top$$\n\n{eigen}")
    assert r"\Sigma" not in found
    assert found["v"] == "? vector d_0"  # by what it is multiplied with
    assert r"\Sigma" in proposed(tmp_path, f"$$\\Sigma := \\{{x : x\\}} X$$\n\n{eigen}")
    assert r"\Sigma" in proposed(tmp_path, eigen)


def test_brackets_that_do_not_match_cost_their_own_formula_and_no_other(tmp_path: Path) -> None:
    found = proposed(tmp_path, "$$A^\\top B = C$$\n\n$$A s (0, 1] = C$$")
    assert {"A", "B", "C"} <= found.keys()


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (r"number \in [0, 1]", r"number \in (0, 1)", r"number \in [0, 1]"),
        (r"number \in [0, 1)", r"number \in (0, 1]", r"number \in [0, 1]"),
        (r"number \in (0, 1)", r"number \in (0, 2)", "positive number"),
        (r"number \in (-1, 1)", r"number \in (0, 2)", ""),
        (r"number \in (0, 1)", "positive number", "positive number"),
        (r"number \in [0, 1]", "positive number", "nonnegative number"),
        ("real number", "positive number", "real number"),
        (r"number \in [-1, 1]", "positive number", ""),
        ("vector d", "positive number", ""),
        ("natural number", "positive number", ""),
    ],
)
def test_what_is_said_twice(one: str, other: str, both: str) -> None:
    assert wider(one, other) == wider(other, one) == both


def test_a_number_with_two_ranges_is_in_both_and_a_sum_to_T_has_an_end(tmp_path: Path) -> None:
    found = proposed(
        tmp_path,
        r"For $\alpha \in [0,1]$ and $w_i \ge 0$, $i = 1, \dots, n$. Now let $\alpha \in (0, 1)$."
        "\n$$s = \\alpha \\sum_{t=1}^T \\frac{1}{t} + \\sum_{i=1}^n w_i (a + b)$$",
    )
    assert found[r"\alpha"] == r"number \in [0, 1]"
    assert found["T"] == "? natural number"
    assert found["w_{i}"] == "nonnegative number for i = 1..n"


def test_a_vector_is_no_number_since_it_is_squared_without_a_transpose(tmp_path: Path) -> None:
    found = proposed(tmp_path, r"$$s = \mathbf{w}^\top (\mathbf{x} - \mathbf{m}) (\mathbf{x} - \mathbf{m})$$")
    assert not {kind for kind in found.values() if kind.endswith("vector 1")}


def test_letters_that_count(tmp_path: Path) -> None:
    found = proposed(
        tmp_path,
        "Let $K = I - \\frac{1}{n} \\mathbf{1}_n \\mathbf{1}_n^\\top$.\n$$K^2 = K$$\n\n"
        "$$p_k = k^{-a} + w_j + w_0 + j$$\n\n$$s = \\sum_{i=m+1}^\\infty i^{-2} + m$$\n\n$$r = \\mathbf{1}_A + b$$",
    )
    assert r"\mathbf{1}_{n}" not in found
    assert found["K"] == "? matrix n x n"
    assert r"\mathbf{1}_{A}" not in found
    assert found["k"] == found["m"] == "? natural number"
    assert found["j"] == "? nonnegative integer number"
