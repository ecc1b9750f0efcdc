"""The report in a real browser: that it loads without an error, and that its mathematics has a size."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from late import late

from layerproof.tools.latex_lines import Limiting, read_text, run

from .browsing import BROWSER
from .html_results import results

with late():
    from layerproof.export.html.paper import page
    from layerproof.export.html.site import HERE

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed to look at the pages with")

# Put first into a copy of a page: says to the page around it what came of it.
WATCH = """<script>
var wrong = [];
addEventListener("error", function (event) {
  wrong.push(String(event.message || event.target.src || event.target.href));
}, true);
addEventListener("load", function () {
  var maths = Array.from(document.querySelectorAll("math"));
  var seen = maths.filter(function (m) { return m.checkVisibility(); });
  var box = function (node) { return node.getBoundingClientRect(); };
  parent.postMessage({
    page: location.pathname.split("/").pop() + location.search,
    wrong: wrong,
    wide: document.documentElement.scrollWidth - innerWidth,
    maths: seen.length,
    flat: seen.filter(function (m) { return m.textContent !== "…" && (box(m).width < 2 || box(m).height < 4); }).length,
    fraction: Math.max.apply(null, Array.from(document.querySelectorAll("math[displaystyle] mfrac")).map(function (m) {
      return box(m).height / parseFloat(getComputedStyle(m).fontSize); }).concat(0)),
    paper: getComputedStyle(document.body).backgroundColor,
    hits: Array.from(document.querySelectorAll("#hits > li > a")).map(function (a) { return a.getAttribute("href"); }),
    listed: document.querySelectorAll("#all li.claim").length,
    told: (document.getElementById("told") || {}).textContent,
    shown: Array.from(document.querySelectorAll("#all, #hits")).filter(function (n) { return n.checkVisibility(); })
      .map(function (n) { return n.id; }),
  }, "*");
});
</script>"""
AROUND = """<!DOCTYPE html><meta charset="utf-8"><pre id="out"></pre><script>
var found = [];
addEventListener("message", function (event) {
  found.push(event.data);
  document.getElementById("out").textContent = JSON.stringify(found);
});
</script>"""
PAGES = (
    "index.html", "claims.html", "claims.html?q=(3.13)", "claims.html?q=3.13", "claims.html?q=thesis%203.13",
    "claims.html?q=sigmoid", "claims.html?q=6.1",
    "claims.html?q=3.1", "claims.html?q=nosuchthing", "subjects/feedback.html", "errata.html",
    "coverage.html", "coverage/thesis.html", "figures.html", "claims/feedback/sigmoid.html", "sources.html",
    "sources/thesis/3.4.html", "sources/thesis/B.1.html", "code/feedback.html",
    "claims/feedback/stage-like-printed.html", "claims/own/wrong.html", "claims/own/right.html", "paper.html",
)  # fmt: skip

PAPER = r"""% symbols: x, y real; a_{i} real for i = 1..n
\begin{align}
  (x + y)^2 &= x^2 + xy + xy + y^2 = x^2 + xy + y^2 = x^2 + y^2 + 1 - 1 + x y - y x + \frac{1 + y^2}{1 + y^2} \\
  \heartsuit &= \left(1 + x + x^2 + x^3 + x^4 + x^5 + x^6 + x^7 + x^8 + x^9 + x^{10} + x^{11} + x^{12}\right)^2
\end{align}"""

Looked = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def watched(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the report whose pages tell what came of them."""
    folder = tmp_path_factory.mktemp("watched")
    shutil.copytree(site, folder, dirs_exist_ok=True)
    findings = run(read_text(PAPER, "sections/a-paper-with-a-long-name.tex"), limiting=Limiting(budget=5))
    (folder / "paper.html").write_text(page([findings]), encoding="utf-8")
    for file in folder.rglob("*.html"):
        file.write_text(file.read_text(encoding="utf-8").replace("<head>", f"<head>{WATCH}"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def look(watched: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., tuple[Looked, str]]:
    """Opens pages side by side, at a width, and gives what each tells and what the browser's console says."""

    def opened(pages: tuple[str, ...], width: int, scheme: str = "light") -> tuple[Looked, str]:
        frame = f'<iframe width="{width}" height="900" style="border:0" src="{{}}"></iframe>'
        around = watched / f"around-{width}-{scheme}.html"
        around.write_text(AROUND + "".join(frame.format(page) for page in pages), encoding="utf-8")
        command = [
            str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
            f"--user-data-dir={tmp_path_factory.mktemp('profile')}", "--virtual-time-budget=20000",
            f"--blink-settings=preferredColorScheme={1 if scheme == 'light' else 0}",
            f"--window-size={width + 100},1000", "--dump-dom", around.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
        out = re.search(r'<pre id="out">(.*?)</pre>', done.stdout, flags=re.DOTALL)
        assert out, done.stderr[-2000:]
        console = "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)
        return {unescape(told["page"]): told for told in json.loads(unescape(out[1]) or "[]")}, console

    return opened


@pytest.fixture(scope="module")
def on_a_phone(look: Callable[..., tuple[Looked, str]]) -> tuple[Looked, str]:
    return look(PAGES, 390)


def names(pages: tuple[str, ...]) -> set[str]:
    """What the pages call themselves."""
    return {page.split("/")[-1] for page in pages}


@needs_browser
def test_pages_load_without_an_error(on_a_phone: tuple[Looked, str]) -> None:
    found, console = on_a_phone
    assert set(found) == names(PAGES)
    assert {page: told["wrong"] for page, told in found.items() if told["wrong"]} == {}
    assert console == ""


@needs_browser
def test_mathematics_has_a_size_and_fractions_stand_high(on_a_phone: tuple[Looked, str]) -> None:
    found, _ = on_a_phone
    assert {page: told["flat"] for page, told in found.items() if told["flat"]} == {}
    assert found["sigmoid.html"]["maths"] > 30
    assert 1.6 < found["sigmoid.html"]["fraction"] < 6


@needs_browser
def test_no_page_is_wider_than_a_phone(on_a_phone: tuple[Looked, str]) -> None:
    found, _ = on_a_phone
    assert {page: told["wide"] for page, told in found.items() if told["wide"] > 0} == {}


@needs_browser
@pytest.mark.parametrize("query", ["(3.13)", "3.13", "thesis%203.13"])
def test_the_search_finds_the_claims_of_an_equation(on_a_phone: tuple[Looked, str], query: str) -> None:
    told = on_a_phone[0][f"claims.html?q={query}"]
    assert told["shown"] == ["hits"]
    assert "claims/feedback/stage-like.html" in told["hits"]
    assert "claims/own/wrong.html" in told["hits"]
    assert "claims/feedback/sigmoid.html" not in told["hits"]
    assert told["told"] == f"{len(told['hits'])} found."


@needs_browser
def test_a_number_is_not_found_in_a_longer_one(on_a_phone: tuple[Looked, str]) -> None:
    hits = on_a_phone[0]["claims.html?q=3.1"]["hits"]
    assert "coverage/thesis.html#at-3.1" in hits
    assert "claims/feedback/stage-like.html" not in hits


@needs_browser
def test_the_search_finds_names_labels_without_a_claim_and_nothing(on_a_phone: tuple[Looked, str]) -> None:
    found, _ = on_a_phone
    assert found["claims.html?q=sigmoid"]["hits"][0] == "claims/feedback/sigmoid.html"
    assert "coverage/thesis.html#at-6.1" in found["claims.html?q=6.1"]["hits"]
    assert found["claims.html?q=nosuchthing"]["told"] == "Nothing is found for nosuchthing."
    assert found["claims.html"]["shown"] == ["all"]
    assert found["claims.html"]["listed"] == len(results())


@needs_browser
def test_an_error_would_be_seen(watched: Path, look: Callable[..., tuple[Looked, str]]) -> None:
    page = (watched / "figures.html").read_text(encoding="utf-8")
    broken = page.replace("</body>", '<script>nosuchname()</script><div style="width:900px">x</div></body>')
    (watched / "broken.html").write_text(broken, encoding="utf-8")
    pages = ("broken.html", "claims/feedback/sigmoid.html")
    found, console = look(pages, 600, "dark")
    assert "nosuchname" in found["broken.html"]["wrong"][0]
    assert found["broken.html"]["wide"] > 0
    assert "nosuchname" in console
    red, green, blue = map(int, re.findall(r"\d+", found["sigmoid.html"]["paper"])[:3])
    assert max(red, green, blue) < 60  # dark where the reader asks for it


def test_colours_can_be_told_from_the_paper() -> None:
    style = (HERE / "style.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", style, flags=re.DOTALL)[:2]
    for scheme in (light, dark):
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", scheme))
        for name in ("ink", "dim", "link", "good", "agree", "bad", "printed", "open"):
            assert _contrast(colours[name], colours["paper"]) >= 4.5, name
        for name in ("ink", "dim"):
            assert _contrast(colours[name], colours["shade"]) >= 4.5, name
        for k in range(6):  # the lines of a drawing
            assert _contrast(colours[f"lane-{k}"], colours["paper"]) >= 3, k


def _contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
