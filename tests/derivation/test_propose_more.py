"""What is proposed for letters that papers use in their own ways, and what is not; indices of sums, binomials."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.language.reading import CannotRead
from layerproof.tools.latex_lines import Limiting, Status, propose_file, read_file, run
from layerproof.tools.latex_lines.header import declare
from layerproof.tools.latex_lines.setting import Setting


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
