"""The documentation as a site: every page is in it, it builds without a warning, and every link leads somewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
missing = [name for name in ("mkdocs", "material", "mkdocstrings") if importlib.util.find_spec(name) is None]


def test_every_page_is_in_the_contents() -> None:
    said = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    named = re.findall(r": (\S+\.md)$", said, flags=re.MULTILINE)
    assert sorted(named) == [page.name for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for name in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", prose):
        assert (page.parent / name).exists(), name


class Page(HTMLParser):
    """What a page refers to, loads and has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self.ids |= {given[key] for key in ("id", "name") if key in given}
        if "src" in given or (tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload")):
            self.loads.append(given.get("src") or given["href"])
        elif tag == "a" and "href" in given:
            self.links.append(given["href"])


@pytest.mark.skipif(bool(missing), reason=f"without {', '.join(missing)}: pip install -e '.[docs]'")
def test_the_site_hangs_together_with_the_report_in_it(tmp_path: Path) -> None:
    from export.html_results import written

    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    written(tmp_path / "report")
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in tmp_path.rglob("*.html")}
    followed = 0
    for file, page in pages.items():
        if file.name == "404.html":  # its links are from the root of a server
            continue
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert link not in page.loads or parts.scheme == "data", f"{file.name} loads {link} from elsewhere"
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert target.is_file(), f"{file.relative_to(tmp_path)}: {link}"
            if parts.fragment and target in pages and not parts.fragment.startswith("__"):
                assert unquote(parts.fragment) in pages[target].ids, f"{file.relative_to(tmp_path)}: {link}"
            followed += 1
    assert followed > 2000
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<math" in first
    assert "arithmatex" not in first
    assert "A named statement, to be checked by machine" in (tmp_path / "api.html").read_text(encoding="utf-8")
