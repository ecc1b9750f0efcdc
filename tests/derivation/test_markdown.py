"""Posts in Markdown: headings, code, quotes and formulas in lines; every line stays where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Status, propose_file, read_file, read_text, run
from layerproof.tools.latex_lines.files.markdown import as_latex, is_markdown

POST = r"""---
title: A post
tags: [one]
---
# Setup
Let $W \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$; 100% of it.

```python
cost = "$$ a = b $$"
```

The loss is: $$
\ell = \|W x\|^2 = x^\top W^\top W x.
$$ Then `$$ c $$` and
> [!NOTE] A word
> $$\|W x\|^2 = x^\top W^\top x$$
"""


def _post(tmp_path: Path, text: str = POST) -> Path:
    file = tmp_path / "post.md"
    file.write_text(text)
    return file


def test_a_post_is_read_with_what_is_proposed_for_it(tmp_path: Path) -> None:
    post = _post(tmp_path)
    written, troubles = propose_file(post)
    assert written == str(tmp_path / "post.lp")
    assert not troubles
    assert "symbols: W matrix m x n" in Path(written).read_text()
    found = run(read_file(post))
    assert not found.troubles
    assert [(line.line, line.status) for line in found.lines] == [
        (13, Status.STATED),
        (13, Status.VERIFIED),
        (16, Status.STATED),
    ]


def test_an_editor_has_a_post_too(tmp_path: Path) -> None:
    found = run(read_text("## A\n`$$ a $$`\n\n$$2 + 2 = 4$$\n", root=tmp_path / "post.md"))
    assert [(line.line, line.status) for line in found.lines] == [(4, Status.VERIFIED)]


def test_lines_stay_where_they_are() -> None:
    assert len(as_latex(POST).split("\n")) == len(POST.split("\n"))
    assert as_latex("## The $L$ loss {#sec}\nText") == "\\section{The  L  loss   sec }\nText"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("where $$x$$ is a number", "where  $x$  is a number"),
        ("where $y$ and $$x$$ is a number", "where $y$ and $$x$$ is a number"),
        ("$$x = y$$", "$$x = y$$"),
        (r"$\beta^\*$, $W\_1$, $\\{a\\}$", r"$\beta^ *$, $W _1$, $ \{a \}$"),
        ("- a\n* b\n2. c", "\\item a\n\\item b\n\\item c"),
        ("**bold** $a$", "  bold   $a$"),
        ("a.{fn: see $x_{1}$ {or} y} b", "a.                         b"),
        ("$$\nx\n$${tip: $x$: a number} b", f"$$\nx\n$${20 * ' '} b"),
        ("{fn: never closed", "{fn: never closed"),
        (r"$\mathbb{a: b}$ $x_{ab: c}$", r"$\mathbb{a: b}$ $x_{ab: c}$"),
    ],
)
def test_what_is_written_in_markdown(text: str, shown: str) -> None:
    assert as_latex(text) == shown


def test_a_header_of_ours_stays() -> None:
    assert "symbols: x real" in as_latex("---\nsymbols: x real\n---\n$$x = x$$\n")
    assert "title" not in as_latex("---\ntitle: x\n---\n$$x = x$$\n")


def test_by_its_name() -> None:
    assert is_markdown(Path("a.MD"))
    assert is_markdown(Path("a.qmd"))
    assert not is_markdown(Path("a.tex"))


def test_a_plain_file_has_no_declarations_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("a = b")
    written, troubles = propose_file(file)
    assert not written
    assert "is no .tex or .md file" in troubles[0].message
