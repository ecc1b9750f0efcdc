"""``layerproof derive FILE``: which line of a derivation is wrong, said in the form that is asked for."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...running.results import Exit

if TYPE_CHECKING:
    from ...tools.latex_lines import Findings
    from .marking import Compiled

HELP = "check a derivation in LaTeX line by line and name the first wrong line"
DESCRIPTION = """\
Check derivations in LaTeX (align and similar environments, with a short header that declares the symbols) line by line:
the first wrong line, a witness, and the small change that repairs it. Nothing in the file is executed.
"""
EPILOG = """\
examples:
  layerproof derive paper.tex                    a report to read: what is wrong, and why
  layerproof derive paper.tex --propose          write paper.lp, a guess at the declarations, for you to correct
  layerproof derive paper.tex --format plain     file:line:column: kind: message, for editors and logs
  layerproof derive paper.tex --html paper.html  one page with a verdict in the margin of each line
  layerproof derive paper.tex --pdf marked.pdf   the paper itself, compiled with marks in its margin
  layerproof derive paper.tex --sarif paper.sarif   for continuous integration
  layerproof derive paper.tex --watch            check again whenever a file changes, until Ctrl-C

exit codes:
  0  every line was read and decided, and none is wrong
  1  a line is wrong
  2  wrong usage, or something could not be read
  3  something remained undecided
"""
LSP_HELP = "a language server that checks a paper in your editor"
LSP_DESCRIPTION = """\
Serve an editor by the Language Server Protocol, over stdin and stdout: diagnostics, a hover that shows how a line was
read, and repairs as quick fixes. A paper is checked when it is opened, saved, or left untouched for a moment.
"""
FORMATS = ("text", "plain")
Write = Callable[[str, str], bool]


def add_arguments(
    parser: argparse.ArgumentParser, seconds: Callable[[str], float], number: Callable[[str], int], budget: float
) -> None:
    """Declare the arguments; `seconds` and `number` read a number of seconds, and of processes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .tex, .md or .txt file; see docs/derivations.md")
    parser.add_argument(
        "--budget", type=seconds, default=budget, metavar="SECONDS",
        help="time limit in seconds for each line (default: %(default)g)",
    )  # fmt: skip
    parser.add_argument("--jobs", type=number, metavar="N", help="number of processes (default: all cores)")
    parser.add_argument(
        "--propose", action="store_true",
        help="write a file of guessed declarations beside each paper, for you to correct; check nothing",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="show every line of a long file")
    parser.add_argument(
        "--identities",
        action="store_true",
        help="check the first equation of a chain too, instead of taking it as given",
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="text",
        help="text to read, or plain: one message per line, as compilers print them (default: text)",
    )  # fmt: skip
    for name, what in (("json", "JSON"), ("sarif", "SARIF 2.1.0"), ("html", "one page for a browser")):
        parser.add_argument(
            f"--{name}", metavar="FILE", help=f"write the results as {what}; - writes to stdout instead of the text"
        )
    parser.add_argument(
        "--pdf", metavar="FILE",
        help="compile a copy of the paper with a mark in the margin of each judged line (needs pdflatex or xelatex)",
    )  # fmt: skip
    parser.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")


def add_lsp_arguments(
    parser: argparse.ArgumentParser, seconds: Callable[[str], float], number: Callable[[str], int]
) -> None:
    """Declare the arguments of the language server."""
    parser.add_argument(
        "--budget", type=seconds, default=5.0, metavar="SECONDS",
        help="time limit in seconds for each line (default: %(default)g)",
    )  # fmt: skip
    parser.add_argument("--jobs", type=number, metavar="N", help="number of processes (default: all cores)")
    parser.add_argument("--stdio", action="store_true", help="the only transport; editors add this option themselves")


def lsp(options: argparse.Namespace) -> int:
    """Serve an editor until it has enough."""
    from ...running.runner import cores
    from .server import serve

    return serve(options.budget, options.jobs or cores())


def command(options: argparse.Namespace, write: Write) -> Exit:
    """Run it; `write` writes to a file, or to stdout for '-', and says whether that went well."""
    if options.propose:
        return _propose(options.files)
    to_stdout = [name for name in ("json", "sarif", "html") if getattr(options, name) == "-"]
    if len(to_stdout) > 1:
        return _refused(f"--{to_stdout[0]} - and --{to_stdout[1]} -: expected at most one on stdout")
    if options.html and (missing := [m for m in ("jinja2", "latex2mathml") if importlib.util.find_spec(m) is None]):
        return _refused(f"{' and '.join(missing)} not installed; pip install 'layerproof[pages]'")
    if options.pdf and (why := _no_pdf(options)):
        return _refused(why)
    return _again(options, write) if options.watch else _once(options, write)


def _no_pdf(options: argparse.Namespace) -> str:
    """Why no PDF can be made of what is asked for; empty if one can."""
    file, papers = Path(options.pdf), options.files
    if len(papers) > 1:
        return f"--pdf marks one paper; got {len(papers)}"
    if file.suffix != ".pdf":
        return f"--pdf {options.pdf}: expected the name of a .pdf file"
    if file.resolve() == Path(papers[0]).with_suffix(".pdf").resolve():
        return (
            f"--pdf {options.pdf}: that is where your own PDF stands; expected another name, as {file.stem}-marked.pdf"
        )
    return ""


def _refused(why: str) -> Exit:
    print(f"layerproof: {why}", file=sys.stderr)
    return Exit.USAGE


def _once(options: argparse.Namespace, write: Write) -> Exit:
    """Judge the papers; one that is to be marked is compiled as it is before, which takes less time than judging it."""
    if not options.pdf:
        return _judged(options, write, None)
    from .marking import NotCompiled, compiled

    try:
        with compiled(Path(options.files[0])) as paper:
            return _judged(options, write, paper)
    except NotCompiled as problem:
        return _refused(f"{problem}\n{options.pdf} is not written")


def _judged(options: argparse.Namespace, write: Write, paper: Compiled | None) -> Exit:
    from ...running.progress import watching
    from ...running.runner import cores
    from ...tools.latex_lines import Limiting, run_file

    found = []
    with watching() as watch:
        for file in options.files:  # one that cannot be read says so
            name = Path(file).name
            watch(0, 1, f"{name}: reading")
            limiting = Limiting(
                budget=options.budget,
                jobs=options.jobs or cores(),
                watch=partial(_told, watch, name),
            )
            found.append(run_file(Path(file), limiting=limiting, identities=options.identities))
    told = _say(found, options, write)
    if paper is not None:
        told &= _marked(paper, found[0], Path(options.pdf))
    codes = {int(item.exit_code) for item in found} | (set() if told else {int(Exit.USAGE)})
    return next((code for code in (Exit.WRONG, Exit.USAGE, Exit.UNDECIDED) if int(code) in codes), Exit.EXPECTED)


def _told(watch: Callable[[int, int, str], None], name: str, done: int, known: int, what: str) -> None:
    watch(done, known, f"{name}: {what}")


def _say(found: Sequence[Findings], options: argparse.Namespace, write: Write) -> bool:
    """Say what was found in all forms that are asked for; whether all could be written."""
    from ...tools.latex_lines import as_json, show
    from .. import tables

    told = True
    if options.json:
        told &= write(json.dumps(as_json(found), indent=1, ensure_ascii=False) + "\n", options.json)
    if options.sarif:
        from .sarif import as_sarif

        told &= write(json.dumps(as_sarif(found), indent=1, ensure_ascii=False) + "\n", options.sarif)
    if options.html:
        from ...export.html.paper import page

        told &= write(page(found), options.html)
    if "-" in (options.json, options.sarif, options.html):
        return told
    for item in found:
        if options.format == "plain":
            from .messages import messages

            for message in messages(item, every=options.all):
                tables.console().print(str(message), soft_wrap=True)
        else:
            show(item, tables.console(), every=options.all)
    return told


def _marked(paper: Compiled, findings: Findings, file: Path) -> bool:
    """Write the paper with marks; whether that went well.

    Raises:
        NotCompiled: if TeX does not take the marks.
    """
    from ...ground.files import write_atomically
    from .marking import annotated

    content, without = annotated(paper, findings)
    try:
        write_atomically(file, content)
    except OSError as error:
        print(f"layerproof: {file} cannot be written: {error.strerror or error}", file=sys.stderr)
        return False
    if without:
        said = "1 judged line has no mark" if without == 1 else f"{without} judged lines have no mark"
        print(f"layerproof: {file}: {said}, for TeX takes none in their displays", file=sys.stderr)
    return True


def _again(options: argparse.Namespace, write: Write) -> Exit:
    """Judge, and judge again at each change; Ctrl-C is how this ends, and no error."""
    from .watching import changes

    try:
        for changed in changes(options.files):
            if changed:
                print(f"layerproof: {', '.join(changed)} changed", file=sys.stderr, flush=True)
            _once(options, write)
            sys.stdout.flush()
            print(f"layerproof: watching {', '.join(options.files)}; Ctrl-C ends it", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return Exit.EXPECTED


def _propose(files: list[str]) -> Exit:
    from ...tools.latex_lines import propose_file

    made = True
    for name in files:
        file, troubles = propose_file(name)
        if file:
            print(f"{file}: correct it, and take the ? away from what is right; then: layerproof derive {name}")
            continue
        made = False
        for trouble in troubles:
            print(f"layerproof: {trouble}", file=sys.stderr)
    return Exit.EXPECTED if made else Exit.USAGE
