r"""What papers write that a formula may hold: factorials, derivatives of all sorts, inverses as written, sums of sums.

A true line is VERIFIED, a false one is never; most are called wrong, as nothing beside them may make them right.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from layerproof.tools.latex_lines import Limiting, Status, read_text, run

HEADER = r"""% symbols: x, y, z real; p, q > 0; m, n natural
% symbols: G_{ij} real for i = 1..n, j = 1..n; i, j, l index 1..n; x_{i} real for i = 1..n; w_{i} positive for i = 1..n
% symbols: A, B matrix k x k; S symmetric matrix k x k; Q orthogonal matrix k x k; u, v, w vector k; X matrix n x k
% symbols: P positive definite matrix k x k; R positive semidefinite matrix k x k; W matrix k x k; Y matrix n x k
% symbols: \lambda, \eta > 0; \alpha \in (0, 1); f, g function
% random: \xi ~ N(0, \lambda)
"""

TRUE = [
    r"\int_0^\infty e^{-px} dx = \frac{1}{p}",
    r"u^\top S v = v^\top S u",
    r"|u^\top v| \le \|u\| \|v\|",
    r"(X^\top X + \lambda I)^{-1} X^\top = X^\top (X X^\top + \lambda I)^{-1}",
    r"1 - \alpha^n \le n(1 - \alpha)",
    r"\sum_{k=0}^{\infty} \alpha^k = \frac{1}{1-\alpha}",
    r"\binom{n}{1} = n",
    r"(n+1)! = (n+1) \cdot n!",
    r"\partial_x (x^2 y) = 2xy",
    r"\nabla_u (u^\top A u) = (A + A^\top) u",
    r"\nabla_W \frac{1}{2}\|W X^\top\|_F^2 = W X^\top X",
    r"e^x \ge 1 + x",
    r"\log(1+p) \le p",
    r"A \odot B = B \odot A",
    r"\operatorname{diag}(u) v = u \odot v",
    r"\frac{\partial}{\partial x} (x^2 y) = 2xy",
    r"\frac{\partial (x^2 y)}{\partial x} = 2xy",
    r"\nabla_W \frac{1}{2}\|Y - X W\|_F^2 = X^\top (X W - Y)",
    r"\nabla_u \left(\|u\|^2 + u^\top v\right) = 2u + v",
    r"\nabla_x (x^2 y) = 2xy",
    r"\binom{n}{2} = \frac{n(n-1)}{2}",
    r"\binom{n+1}{1} = n + 1",
    r"\frac{(n+1)!}{n!} = n+1",
    r"n! \ge 1",
    r"P P^{-1} = I",
    r"(P + R) (P + R)^{-1} = I",
    r"(R + \lambda I)^{-1} R = I - \lambda (R + \lambda I)^{-1}",
    r"u^\top P u \ge 0",
    r"\operatorname{tr}(R) \ge 0",
    r"(A + W) \odot B = A \odot B + W \odot B",
    r"(2n)! = 2n (2n-1)!",
    r"\nabla_W \operatorname{tr}(W^\top S W) = 2 S W",
    r"\|u + v\| \le \|u\| + \|v\|",
    r"\operatorname{diag}(u) v = \operatorname{diag}(v) u",
    r"\operatorname{diag}(u)^\top = \operatorname{diag}(u)",
    r"\operatorname{diag}(u + v) w = u \odot w + v \odot w",
    r"\operatorname{diag}(u) \operatorname{diag}(v) = \operatorname{diag}(v) \operatorname{diag}(u)",
    r"u \odot (v + w) = u \odot v + u \odot w",
    r"\sum_{k=0}^{\infty} \frac{1}{k!} = e",
    r"\sum_{j=0}^{\infty} \frac{x^j}{j!} = e^x",
    r"\sum_{j=1}^{\infty} \frac{1}{j(j+1)} = 1",
    r"\sum_{j=0}^{\infty} x^{2j} = \frac{1}{1-x^2} \quad (|x| < 1)",
    r"\sum_{j=1}^{\infty} \frac{1}{j^2} \le 2",
    r"\sum_{j=1}^{n} \frac{1}{j} \le 1 + \log n",
    r"n! \le n^n",
    r"\|Q u\| = \|u\|",
    r"\|2 Q u\| = 2 \|u\|",
    r"\nabla_W \operatorname{tr}(W) = I",
    r"\nabla_u (u^\top v)^2 = 2 (u^\top v) v",
    r"(\nabla_W (u^\top W v))^\top = v u^\top",
    r"\partial_{x_j} \left(\sum_i x_i^2\right) = 2 x_j",
    r"\frac{\partial}{\partial x_l} \left(\sum_i \sum_j G_{ij} x_i x_j\right) = \sum_j (G_{lj} + G_{jl}) x_j",
    r"\frac{\partial}{\partial x_j} e^{\sum_i x_i} = e^{\sum_i x_i}",
    r"\|\lambda u\| = \lambda \|u\|",
    r"\|u\| - \|v\| \le \|u - v\|",
    r"\sum_{i=1}^{n} \sum_{j=1}^{i} 1 = \frac{n(n+1)}{2}",
    r"\sum_{i=1}^{n} \sum_{j=i}^{n} G_{ij} = \sum_{j=1}^{n} \sum_{i=1}^{j} G_{ij}",
    r"\sum_{i=1}^{n} x_i \sum_{j=1}^{i} w_j = \sum_{j=1}^{n} w_j \sum_{i=j}^{n} x_i",
    r"\log \sum_i w_i = \log \left(\sum_i w_i\right)",
    r"\frac{\partial}{\partial w_l} \log \sum_i w_i = \frac{1}{\sum_i w_i}",
    r"\frac{\partial}{\partial x_l} \log \sum_i e^{x_i} = \frac{e^{x_l}}{\sum_i e^{x_i}}",
    r"\frac{\partial}{\partial x_l} \frac12 \sum_i (y - \sum_j G_{ij} x_j)^2 = -\sum_i G_{il} (y - \sum_j G_{ij} x_j)",
    r"\frac{d^2}{dx^2} (x^3 y) = 6xy",
    r"\frac{\partial^2}{\partial x \partial y} (x^2 y^3) = 6x y^2",
    r"\frac{\partial^2 (x^2 y)}{\partial x^2} = 2y",
    r"\frac{d^3}{dx^3} e^{2x} = 8 e^{2x}",
    r"\max(x, 0)^2 \le x^2",
    r"\sin x = x + O(x^3) \quad (x \to 0)",
    r"\cos x = 1 - \frac{x^2}{2} + O(x^4) \quad (x \to 0)",
    r"\mathbf{E}[\xi^4] = 3 \lambda^2",
    r"\frac{d}{dx} f(x^2) = 2x f'(x^2)",
    r"\frac{d}{dx} (f(x) g(x)) = f'(x) g(x) + f(x) g'(x)",
    r"\frac{d}{dx} f(g(x)) = f'(g(x)) g'(x)",
    r"\frac{d^2}{dx^2} f(2x) = 4 f''(2x)",
    r"\frac{d}{dx} f'(x) = f''(x)",
    r"\frac{d}{dx} \log f(x) = \frac{f'(x)}{f(x)} \quad (f(x) > 0)",
    r"\frac{\partial}{\partial y} f(x y) = x f'(xy)",
    r"\frac{d}{dx} f(u) = 0",
]
WRONG = [
    r"\int_0^\infty x e^{-px} dx = \frac{1}{p}",
    r"u^\top v \ge \|u\| \|v\|",
    r"1 - \alpha^n \ge n(1 - \alpha)",
    r"\sum_{k=1}^{\infty} \alpha^k = \frac{1}{1-\alpha}",
    r"\sum_{k=0}^{\infty} x^k = \frac{1}{1-x}",
    r"(n+1)! = n \cdot n!",
    r"\partial_x (x^2 y) = 2xy + x^2",
    r"\nabla_u (u^\top A u) = 2 A u",
    r"\nabla_W \frac{1}{2}\|W X^\top\|_F^2 = X^\top X W",
    r"(1+x)^n \ge 1 + nx",
    r"\log(1+p) \ge p",
    r"\frac{\partial}{\partial x} (x^2 y) = x^2",
    r"\nabla_W \frac{1}{2}\|Y - X W\|_F^2 = X^\top (Y - X W)",
    r"\nabla_W \|Y - X W\|_F^2 = X^\top (X W - Y)",
    r"\nabla_u \left(\|u\|^2 + u^\top v\right) = 2u + u",
    r"\binom{n}{2} = \frac{n(n+1)}{2}",
    r"\frac{(n+1)!}{n!} = n",
    r"(R + \lambda I)^{-1} R = I + \lambda (R + \lambda I)^{-1}",
    r"u^\top P u > 0",
    r"u^\top S u \ge 0",
    r"\nabla_W \operatorname{tr}(W^\top S W) = S W",
    r"\nabla_W \operatorname{tr}(W^\top A W) = 2 A W",
    r"\sum_{k=0}^{\infty} \frac{1}{k!} = e^2",
    r"\sum_{j=0}^{\infty} \frac{x^j}{j!} = e^{2x}",
    r"\sum_{j=1}^{\infty} \frac{1}{j(j+1)} = 2",
    r"\sum_{j=0}^{\infty} x^j = \frac{1}{1-x}",
    r"\sum_{j=1}^{\infty} x^{2j} = \frac{1}{1-x^2} \quad (|x| < 1)",
    r"\sum_{j=1}^{\infty} \frac{1}{j^2} \le \frac{3}{2}",
    r"\sum_{j=1}^{n} \frac{1}{j} \le \log n",
    r"n! \ge n^n",
    r"\|A u\| = \|u\|",
    r"\nabla_{x_1} \sum_i x_i^2 = 0",
    r"\frac{\mathrm{d}}{\mathrm{d} x_1} \left(\sum_i x_i^2\right) = 0",
    r"\partial_{x_j} \left(\sum_i x_i^2\right) = 2 \sum_i x_i",
    r"\frac{\partial}{\partial x_l} \left(\sum_i \sum_j G_{ij} x_i x_j\right) = 2 \sum_j G_{lj} x_j",
    r"\frac{\partial x_i}{\partial x_j} = 0",
    r"\frac{\partial x_i}{\partial x_j} = 1",
    r"\nabla_u (u^\top v)^2 = 2 v",
    r"\nabla_W (u^\top W v) = v u^\top",
    r"\sum_{i=1}^{n} \sum_{j=1}^{i} 1 = \frac{n(n-1)}{2}",
    r"\sum_{i=1}^{n} \sum_{j=1}^{i} 1 = n i",
    r"\sum_{i=1}^{n} \sum_{j=i}^{n} G_{ij} = \sum_{j=1}^{n} \sum_{i=j}^{n} G_{ij}",
    r"\sum_{i=1}^{n} x_i \sum_{j=1}^{i} w_j = \sum_{j=1}^{n} w_j \sum_{i=1}^{j} x_i",
    r"\log \sum_i w_i = \sum_i \log w_i",
    r"\frac{\partial}{\partial w_l} \log \sum_i w_i = \frac{1}{w_l}",
    r"\frac{\partial}{\partial x_l} \frac12 \sum_i (y - \sum_j G_{ij} x_j)^2 = -\sum_i G_{li} (y - \sum_j G_{ij} x_j)",
    r"\frac{d^2}{dx^2} (x^3 y) = 3x^2 y",
    r"\frac{\partial^2}{\partial x \partial y} (x^2 y^3) = 2x y^3",
    r"\frac{\partial^2 (x^2 y)}{\partial x^2} = 2x y",
    r"\frac{d^3}{dx^3} e^{2x} = 2 e^{2x}",
    r"\max(x, 0)^2 \ge x^2",
    r"\sin x = x + O(x^4) \quad (x \to 0)",
    r"\cos x = 1 + O(x^3) \quad (x \to 0)",
    r"\mathbf{E}[\xi^4] = 3 \lambda",
]
OPEN = [
    r"(X^\top X + \lambda I)^{-1} X^\top = X^\top (X X^\top - \lambda I)^{-1}",
    r"(X^\top X)^{-1} X^\top = X^\dagger",
    r"A \odot B = A B",
    r"\operatorname{diag}(u) v = u v^\top",
    r"\nabla_u \|u\|^2 + u^\top v = 2u",
    r"R R^{-1} = I",
    r"\|-2 Q u\| = -2 \|u\|",
    r"\|u + v\| = \|u\| + \|v\|",
    r"\operatorname{diag}(u + v) w = u \odot w - v \odot w",
    r"\operatorname{diag}(u) v = \operatorname{diag}(v) v",
    r"\operatorname{diag}(u) A = A \operatorname{diag}(u)",
    r"v^\top \operatorname{diag}(u) v = v^\top (v \odot v)",
    r"\frac{d}{dx} f(x^2) = f'(x^2)",
    r"\frac{d}{dx} (f(x) g(x)) = f'(x) g'(x)",
    r"\frac{d}{dx} f(g(x)) = f'(x) g'(x)",
    r"\frac{\partial}{\partial y} f(x y) = y f'(xy)",
    r"\frac{\partial}{\partial y} f(x, y) = 0",
    r"\frac{\partial}{\partial x_i} f(x_i) = 0",
    r"\partial_x (x + f(x)) = 1",
]
"""False, and not called wrong: more may be known of a product by entries, or it has no value everywhere."""
UNREAD = [
    r"x! = x (x-1)!",
    r"(n - 2)! = (n - 2) (n - 3)!",
    r"\nabla_u \left((u \odot v)^\top v\right) = 0",
    r"\nabla_u (v^\top \operatorname{diag}(u) v) = 0",
    r"\nabla_x (x + f(x)) = 1",
    r"\operatorname{diag}(A) = A",
    r"\nabla_x y = 0",
    r"\partial_x y = 0",
    r"\frac{\partial y}{\partial x} = 0",
    r"\binom{x}{2} = \frac{x(x-1)}{2}",
    r"\log \frac{1}{n} \sum_i w_i \ge \frac{1}{n} \sum_i \log w_i",
    r"\frac{\partial}{\partial x} x y = y",
    r"\sum_{j^{2}=1}^{n} 1 = n",
]


GROUPS = {
    Status.VERIFIED: TRUE,
    Status.REFUTED: WRONG,
    Status.UNDECIDED: OPEN,
    Status.UNREAD: UNREAD,
}


def displays(lines: Iterable[str]) -> str:
    """Each line in a display of its own."""
    return "".join(f"\\begin{{align}}\n{line}\n\\end{{align}}\n" for line in lines)


@pytest.mark.parametrize("status", GROUPS, ids=lambda status: status.value.lower())
@pytest.mark.dear
def test_each_line_is(status: Status) -> None:
    lines = GROUPS[status]
    text = HEADER + displays(lines)
    found = run(read_text(text), limiting=Limiting(budget=10), mending=False, identities=True).lines
    assert len(found) == len(lines)
    odd = [f"{line}: {one.status.value}" for line, one in zip(lines, found, strict=True) if one.status is not status]
    assert not odd, "\n".join(odd)


HANGING = r"""% symbols: x, y real; f function; W matrix k x k; t time; a trajectory
% random: \xi ~ N(0, 1)
\begin{align}
A &:= f(x) \\
B &:= f(W) + \operatorname{tr}(W) \\
C &:= f(\xi) \\
D &:= A + x \\
F &:= f(t) + t
\end{align}
"""
FALSE_OF_DEFINED = [
    r"\frac{d}{dx} (A) = 0",
    r"\frac{d}{dx} (D) = 1",
    r"\frac{d}{dx} (x \cdot A) = A",
    r"\nabla_W B = I",
    r"\mathbf{E}[C] = C",
    r"\mathbf{E}[C \xi] = 0",
    r"\int_0^1 A dx = A",
    r"\int_0^1 D dx = f(x) + \frac{1}{2}",
    r"\frac{d}{dt} (F) = 1",
    r"\frac{d}{dt} (a + F) = \dot{a} + 1",
    r"\lim_{x \to 0} A = A",
    r"\lim_{x \to 0} D = f(x)",
    r"\sum_{x=1}^{3} A = 3 A",
    r"\sum_{x=1}^{3} D = 3 A + 6",
]


def test_a_name_for_a_value_hangs_on_what_the_value_does() -> None:
    text = HANGING + displays(FALSE_OF_DEFINED)
    found = run(read_text(text), limiting=Limiting(budget=10), mending=False, identities=True).lines[5:]
    assert [one.status for one in found] == [Status.UNDECIDED] * len(FALSE_OF_DEFINED)


TYING = (r"y = x^2", r"v = A u", r"r = a^2")
HELD = [
    r"\frac{d}{dx} (x + y) = 1",
    r"\nabla_u (u^\top v) = v",
    r"\frac{d}{dt} (a + r) = \dot{a}",
    r"\int_0^1 (x + y) dx = \frac{1}{2} + y",
]
LETTERS = "% symbols: x, y, r real; u, v vector k; A matrix k x k; t time; a trajectory\n"


@pytest.mark.parametrize("way", ["nothing", "hypotheses", "lines"])
def test_a_letter_that_an_equation_ties_to_a_variable_may_move_with_it(way: str) -> None:
    header = f"% hypotheses: {'; '.join(TYING)}\n" if way == "hypotheses" else ""
    lines = [*TYING, *HELD] if way == "lines" else HELD
    text = LETTERS + header + displays(lines)
    found = run(read_text(text), limiting=Limiting(budget=10), mending=False).lines[-len(HELD) :]
    status = Status.VERIFIED if way == "nothing" else Status.UNDECIDED
    assert [one.status for one in found] == [status] * len(HELD)
