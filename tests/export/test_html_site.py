"""The report as files: what is on its pages, and that they hang together."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from subprocess import run
from urllib.parse import unquote, urlsplit

import pytest
from late import late

from layerproof import Claim, Identity

from . import html_results
from .html_results import found, own_claims, png, results, written, x

with late():
    from layerproof.export.html import write_site
    from layerproof.export.html.pages import slug

VOID = {"meta", "link", "img", "input", "br", "wbr", "hr"}


class Page(HTMLParser):
    """What a page refers to and has; raises where its tags are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.tags: list[str] = []
        self.named: list[str] = []
        self.unlabelled: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == [], self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.tags.append(tag)
        if tag not in VOID:
            self._open.append(tag)
        self._note(tag, given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._note(tag, {key: value or "" for key, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1:] == [tag]
        self._open.pop()

    def _note(self, tag: str, given: dict[str, str]) -> None:
        self.links += [given[key] for key in ("href", "src", "action") if key in given]
        self.ids += [given["id"]] if "id" in given else []
        self.named += given.get("aria-labelledby", "").split()
        assert not [key for key in given if key.startswith("on")], given
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "img" and not given.get("alt"):
            self.unlabelled.append(tag)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}


def text(file: Path) -> str:
    """The words of a page."""
    shown = re.sub(r"</?m[a-z]+[^>]*>", "", file.read_text(encoding="utf-8"))
    return re.sub(r" (?=[,;.:])", "", " ".join(re.sub(r"<[^>]+>", " ", shown).split()))


def _targets(page: Page) -> Iterator[tuple[str, str]]:
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme == "data":
            continue
        leaves = parts.scheme or parts.netloc or link.startswith("/")
        assert not leaves, link
        yield unquote(parts.path), unquote(parts.fragment)


def test_every_link_leads_to_a_file_and_to_a_place_in_it(pages: dict[Path, Page]) -> None:
    followed = 0
    for file, page in pages.items():
        for path, place in _targets(page):
            target = (file.parent / path).resolve() if path else file
            assert target.is_file(), f"{file.name}: {path}"
            if place:
                assert place in pages[target].ids, f"{file.name}: {path}#{place}"
            followed += 1
    assert followed > 1000


def test_every_page_can_be_reached_from_the_first(site: Path, pages: dict[Path, Page]) -> None:
    seen, waiting = {site / "index.html"}, [site / "index.html"]
    while waiting:
        file = waiting.pop()
        for path, _ in _targets(pages[file]):
            target = (file.parent / path).resolve()
            if target.suffix == ".html" and target not in seen:
                seen.add(target)
                waiting.append(target)
    assert seen == set(pages)


def test_pages_have_their_landmarks_and_headings_in_order(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        assert page.headings.count(1) == 1, file
        assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False)), file
        assert page.tags.count("main") == 1
        assert "header" in page.tags
        assert "footer" in page.tags
        assert len(page.ids) == len(set(page.ids)), file
        assert set(page.named) <= set(page.ids), file
        assert not page.unlabelled


def test_the_only_scripts_are_those_of_previews_and_of_the_search(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        assert page.tags.count("script") == (3 if file.name == "claims.html" else 1), file


def test_the_book_and_what_a_claim_rests_on_are_drawn(site: Path) -> None:
    drawn = (site / "graph.html").read_text(encoding="utf-8")
    pages = {str(file.relative_to(site)) for file in (site / "claims").rglob("*.html")}
    assert set(re.findall(r'class="dot" href="([^"]+)"', drawn)) == pages
    basis = (
        (site / "claims/feedback/sigmoid.html").read_text(encoding="utf-8").partition("All that it rests on, drawn")[2]
    )
    assert "is used by" in basis.partition("</details>")[0]


def test_words_that_look_like_markup_stay_words(site: Path) -> None:
    for name in ("claims/own/wrong.html", "claims/own/right.html", "claims.html", "errata.html", "subjects/own.html"):
        content = (site / name).read_text(encoding="utf-8")
        assert not re.search("<script>|<img src=x|<b>", content), name
    assert "alert('x')" in text(site / "claims/own/wrong.html").replace("&#39;", "'")
    assert "<script" not in (site / "search-index.js").read_text(encoding="utf-8")


def test_no_formula_is_left_in_latex(site: Path) -> None:
    for file in site.rglob("*.html"):
        for formula in re.findall(r"<math.*?</math>", file.read_text(encoding="utf-8"), flags=re.DOTALL):
            assert "\\" not in formula, (file, formula)


def test_a_page_of_a_claim_says_all_that_was_found(site: Path) -> None:
    said = text(site / "claims/feedback/sigmoid.html")
    for part in (
        "From small, equal layers", "VERIFIED", "feedback/sigmoid", "printed in thesis (3.9); position paper (9)",
        "Hypotheses", "Derivation", "By exact algebra", "The normal form of the residual is 0.", "Draws 1 000",
        "Largest relative error", "The worst draw",
        "11 of 12 mutants of the claim, each with one sign, factor, exponent or term changed",
            "were refuted, and none was verified",
        "Undecided: rhs: the sign of a term.", "needed. Without it the claim fails at", "not shown to be needed",
        "Used by", "Theory", "Integrated to", "Seeds 1, 2",
    ):  # fmt: skip
        assert part in said


def test_a_printed_line_and_its_repair_point_at_each_other(site: Path) -> None:
    printed, repair = text(site / "claims/own/wrong.html"), text(site / "claims/own/right.html")
    assert "As printed" in printed
    assert "What is wrong" in printed
    assert "Witness" in printed
    assert "Corrected by" in printed
    assert "Corrects" in repair
    assert "Rests on what is thought to be false" in repair
    errata = text(site / "errata.html")
    assert "own/wrong" in errata
    assert "Inherited by own/right" in errata
    assert "Misprints" in errata


def test_the_overview_counts_and_raises_the_alarm(site: Path) -> None:
    said = text(site / "index.html")
    assert "Not as expected" in said
    assert "own/a/b" in said
    assert "not checked" in said
    assert f"{len(results())} claims" in said


def test_coverage_links_each_equation_to_its_claims_or_says_why_not(site: Path) -> None:
    content = (site / "coverage/thesis.html").read_text(encoding="utf-8")
    row = re.search(r'<tr id="at-3.13">.*?</tr>', content, flags=re.DOTALL)
    assert row
    assert "../claims/feedback/stage-like.html" in row[0]
    definition = re.search(r'<tr id="at-6.13">.*?</tr>', content, flags=re.DOTALL)
    assert definition
    assert "Definition of <math>" in definition[0]
    in_parts = re.search(r'<tr id="at-4.22">.*?</tr>', content, flags=re.DOTALL)
    assert in_parts
    assert "In parts; not said: that the derivative may be taken under the integral" in in_parts[0]


def test_figures_have_captions_and_a_copied_picture(site: Path) -> None:
    assert (site / "figures/thesis-3.3.png").read_bytes() == png(63, 21)
    content = (site / "claims/feedback/sigmoid.html").read_text(encoding="utf-8")
    assert 'src="../../figures/thesis-3.3.png" alt="Two &lt;b&gt;modes&lt;/b&gt;" width="63" height="21"' in content
    assert "elsewhere" not in text(site / "figures.html")


def test_without_pictures_captions_say_how_to_draw_them(tmp_path: Path) -> None:
    written(tmp_path, covered=False)
    content = (tmp_path / "claims/feedback/sigmoid.html").read_text(encoding="utf-8")
    assert "<img" not in content
    assert "layerproof figures thesis-3.3" in content


def test_names_that_meet_keep_pages_of_their_own(site: Path) -> None:
    assert slug("a/b") == slug("a-b")
    assert "A name with a slash" in text(site / "claims/own/a-b.html")
    assert "A name with a hyphen" in text(site / "claims/own/a-b-2.html")


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]);"
        "from export import html_results; html_results.written(Path(sys.argv[2]), covered=False)"
    )
    command = [sys.executable, "-c", program, str(Path(html_results.__file__).parent.parent), str(tmp_path / "again")]
    run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "7"})
    written(tmp_path / "first", covered=False)
    first, again = (
        {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
        for folder in (tmp_path / "first", tmp_path / "again")
    )
    assert first.keys() == again.keys()
    assert [name for name in first if first[name] != again[name]] == []


def test_nothing_of_the_machine_is_told(site: Path) -> None:
    for file in site.rglob("*.html"):
        content = file.read_text(encoding="utf-8")
        assert f"{Path.home()}/" not in content
        assert str(site) not in content
        assert not re.search(r"\b\d+(?:\.\d+)? s\b", content.replace("budget of 20 s", "")), file  # a time it took


def test_files_are_replaced_and_others_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("of yesterday")
    (tmp_path / "mine.txt").write_text("mine")
    made = write_site([found(claim) for claim in own_claims()], [], [], tmp_path)
    assert made[0] == tmp_path / "index.html"
    assert "of yesterday" not in made[0].read_text()
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert sorted(tmp_path.rglob("*.tmp")) == []
    assert not (tmp_path / "coverage.html").exists()
    assert "Coverage" not in text(made[0])


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file")
    with pytest.raises(OSError, match="site"):
        write_site([found(claim) for claim in own_claims()], [], [], tmp_path / "site")


def test_what_has_no_page_is_named_without_a_link(tmp_path: Path) -> None:
    used = Claim("other/used", title="Used", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1))
    claim = Claim("own/one", title="One", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1), uses=[used])
    write_site([found(claim)], [claim, used], [], tmp_path)
    content = (tmp_path / "claims/own/one.html").read_text(encoding="utf-8")
    assert "other/used" in content
    assert "(not in this report)" in content
    assert "claims/other" not in content


def test_pages_stay_small(site: Path) -> None:
    large = {file.name for file in site.rglob("*.html") if file.stat().st_size > 300_000}
    assert large <= {"claims.html", "thesis.html"}


def test_a_report_on_nothing_has_its_pages(tmp_path: Path) -> None:
    write_site([], [], [], tmp_path)
    assert "0 claims" in text(tmp_path / "index.html")


def test_each_claim_is_listed_once_in_the_order_of_the_search(site: Path) -> None:
    listed = re.findall(r'<li class="claim"><a href="([^"]+)"', (site / "claims.html").read_text(encoding="utf-8"))
    assert len(listed) == len(set(listed)) == len(results())
