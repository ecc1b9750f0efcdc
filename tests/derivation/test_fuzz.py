"""Texts that nobody would type: each is read within its limits, none runs anything, none ends in a traceback."""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from layerproof.tools.latex_lines import Limiting, Status, as_json, read_text, run
from layerproof.tools.latex_lines.files.source import Refused, admitted
from layerproof.tools.latex_lines.judging.chains import Reading
from layerproof.tools.latex_lines.page.document import parse

from . import as_written as corpus

HERE = Path(__file__).parent
GUIDE = (HERE.parents[1] / "docs" / "derivations.md").read_text()
SEEDS = [
    *re.findall(r"```(?:latex|text)\n(.*?)```", GUIDE, re.DOTALL),
    *(path.read_text() for path in sorted((HERE / "examples").iterdir()) if path.is_file()),
    *(
        f"{header}\\begin{{align}}\n" + " \\\\\n".join(lines) + "\n\\end{align}\n"
        for header, lines in (*corpus.NOT_PROVED, *corpus.RIGHT)
    ),
]
PIECES = re.findall(
    r"\S+",
    r"""\text \text{ \text{0} \text7 \text{for} \mbox{a} \left \right \left( \right) { } ( ) [ ] \{ \} ^ _
    ^{ _{ ^{-1} & \\ \\[2pt] = < > \le \to \in := \Rightarrow \iff \overset{a}{=} \not= \frac \frac{
    \frac12 \sqrt \sqrt[3] \sum \sum_ \sum_{i} \prod \int \int_0^1 \lim \lim_{x\to0} \mathcal{O}(
    \mathbf{E}[ \mathrm \mathrm{d} \operatorname{tr} \operatorname \dot \hat \ln \sin \exp \max \Gamma
    \zeta \delta_{ | . , ; : ! ' ~ \, \quad $ $$ \[ \] \begin{align} \end{align} \begin{cases} \label{
    \tag % \% --- symbols: hypotheses: flow: define: random: x y d t e f(x) \langle \rangle \| \top 0 1
    99999999999 -1 9^{9^{9}} 1e5 __import__('os').system('true') x.__class__ lambda: \phantom{
    \hspace{1cm} \intertext{a} \nonumber \infty \pi -""",
)
RAW = ["\n", "\n\n", "\t", " ", "\ue000", "\u0445", "\u2212", "\x00", "\u202e", "é", "\\", "\n% "]


def mutated(rng: random.Random) -> str:
    text = rng.choice(SEEDS)
    lines = text.splitlines(keepends=True)
    if len(lines) > 12:  # a header, and a few of its rows
        head = [k for k in lines if k.startswith("%")]
        body = [k for k in lines if not k.startswith("%") and not k.startswith(("\\begin", "\\end"))]
        start = rng.randrange(len(body))
        text = "".join([*head, "\\begin{align}\n", *body[start : start + 6], "\\end{align}\n"])
    for _ in range(rng.randint(1, 6)):
        place, other = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        kind = rng.randrange(6)
        if kind <= 2:
            piece = rng.choice(PIECES if rng.random() < 0.85 else RAW)
            text = text[:place] + piece + text[place:]
        elif kind == 3:
            text = text[:place] + text[place + rng.randint(1, 8) :]
        elif kind == 4:
            text = text[:place] + text[place:other][:40] + text[place:]
        else:
            text = text[:place] + rng.choice(PIECES) * rng.choice((2, 30, 300)) + text[place:]
    return text


@pytest.fixture(scope="module")
def acts() -> Iterator[list[str]]:
    """What a text made this process do; nothing, if all is well."""
    seen: list[str] = []
    watching = [True]
    forbidden = ("os.system", "subprocess.Popen", "os.exec", "os.spawn", "socket.connect", "os.remove", "os.rename")

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if not watching[0]:
            return
        if event in forbidden and not str(arguments[0]).rpartition(".pyc")[1]:  # Python keeps what it has compiled
            seen.append(event)
        elif event == "compile" and any(word in str(arguments[0]) for word in ("__import__", "__class__", "lambda:")):
            seen.append(f"compile {arguments[0]!r}")

    checked(SEEDS[-1])  # what is imported at the first question compiles its dataclasses
    sys.addaudithook(hook)
    yield seen
    watching[0] = False


def read_only(text: str) -> None:
    """Cut and read a text in this process, as the work in a process of its own does."""
    reading = Reading(parse(text))
    for number in range(len(reading.document.parts)):
        reading.part(number)


def checked(text: str) -> None:
    """The whole way, with little time for each line; the exit code is what the lines say."""
    findings = run(read_text(text), limiting=Limiting(budget=0.3), mending=False)
    json.dumps(as_json([findings]))
    wrong = any(line.status is Status.REFUTED for line in findings.lines)
    assert (int(findings.exit_code) == 1) == wrong
    assert all(line.reason for line in findings.lines if line.status in (Status.UNREAD, Status.UNDECIDED))


def feed(seed: int, number: int, whole: int) -> None:
    for k in range(number):
        text = mutated(random.Random(f"{seed}/{k}"))
        try:
            text = admitted(text.encode(errors="replace"))
        except Refused:
            continue
        begun = time.process_time()
        try:
            read_only(text)
            if k % whole == 0:
                checked(text)
        except Exception as error:
            raise AssertionError(f"{seed}/{k}: {type(error).__name__}: {error}\n{text}") from error
        assert time.process_time() - begun < 40, text  # a busy machine counts twice as much


def test_texts_that_nobody_would_type(acts: list[str]) -> None:
    feed(1, 150, 30)
    assert acts == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_more(acts: list[str], seed: int) -> None:
    """In a process of its own: SymPy keeps gigabytes of what it was asked, which later tests would be born with."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            feed(seed, 200, 10)
            code = 2 if acts else 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
