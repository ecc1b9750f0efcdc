"""The command line: results on stdout, errors on stderr, and an exit code that a script can trust."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from ..ground import garbage
from ..ground.room import with_room
from ..language.verdicts import FORMER
from ..running import batches, plugins
from ..running.pieces import ALL_METHODS, SCALES, TRIALS, Kind, Settings
from ..running.results import Exit, Result, exit_code
from . import experiments, leaving, new, remote, solving
from .papers import command as papers
from .parsing import Parser

if TYPE_CHECKING:
    from ..language.claims import Claim
    from ..running.loading import Selection

    _Commands = argparse._SubParsersAction["Parser"]

EPILOG = """\
examples:
  layerproof check                        every claim, by every method
  layerproof check lazy-rich              one subject
  layerproof check 'feedback/*sigmoid*'   the claims whose id matches
  layerproof check mine.py                your own file of claims
  layerproof check mine.py --json -       the results as JSON, on stdout
  layerproof check --method exact,coq     a second proof of each claim, by Coq
  layerproof check lazy-rich --method trained --where slurm   train the networks on a Slurm cluster
  layerproof show feedback/sigmoid        everything about one claim
  layerproof list sigmoid                 the claims with this word in their titles
  layerproof errata                       printed equations that are wrong, with witnesses and repairs
  layerproof coverage 3.13 thesis         which claims cover an equation, or a whole document
  layerproof graph feedback/sigmoid       what a claim rests on, and what rests on it
  layerproof derive paper.tex             the first wrong line of a derivation in LaTeX
  layerproof laws model.py                every conserved quantity of a model
  layerproof solve mine.py                the closed form of a flow, with proof
  layerproof experiments                  the training experiments behind the claims
  layerproof new mine.py                  a template for conjectures of your own
  layerproof figures thesis-1.4           redraw one figure of the sources, or all without a name
"""

PINS_HELP = "also report constants that could have any other value without affecting the proof"
CHECK_EPILOG = """\
WHAT is a claim's id, a subject, a pattern of ids (feedback/*), a file of claims (mine.py), or one claim of a file
(mine.py::own/energy). The claims that a claim uses are checked as well: no claim is stronger than what it uses.

methods:
  exact         algebra: a proof, or rational numbers at which the claim fails
  numeric       integration, quadrature and sampling
  trained       comparison with trained networks, where there is an experiment
  coq           a proof, or a refutation, that Coq accepts; Coq must be installed (see the README)

verdicts:
  VERIFIED      proved, wherever the hypotheses hold
  REFUTED       false, with rational values of the symbols at which it fails
  SUPPORTED     the numbers agree; nothing is proved
  CONTRADICTED  said by a single method: the numbers disagree
  UNDECIDED     neither proved nor refuted, for the reason given
  CONFLICT      one method proves what another contradicts: an alarm

exit codes:
  0  every verdict is the one expected (an erratum is expected to be REFUTED)
  1  something was unexpectedly refuted or contradicted, or an erratum was VERIFIED
  2  wrong usage, nothing to check, or a file that could not be read in full
  3  something unexpectedly remained undecided
  If several hold, 1 comes before 2, and 2 before 3.
  70  an error of layerproof itself: a line on stderr says how to report it
  74  stdout cannot be written: it is closed, or the disk is full
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    As a program (without `arguments`) it ends even if a file of claims has left a thread for which Python would wait.
    """
    if arguments is None:
        garbage.seldom()
    code = leaving.guarded(lambda: with_room(lambda: _run(arguments)))
    if arguments is None:
        leaving.despite_threads(code)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    parser = build_parser()
    options = parser.parse_args(arguments)
    if options.no_plugins:
        os.environ[plugins.SWITCH] = "0"
    return int(options.run(options))


_RAW = argparse.RawDescriptionHelpFormatter


def build_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = Parser(
        prog="layerproof",
        description="Checks, by machine, which equations of the theory of layerwise linear networks hold.",
        epilog=EPILOG,
        formatter_class=_RAW,
    )
    parser.add_argument("--version", action="version", version=f"layerproof {__version__}")
    parser.add_argument(
        "--no-plugins", action="store_true", help="ignore subjects and kinds of statements from other packages"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for add in (_add_checking, _add_looking_up, _add_tools, _add_networks_and_figures):
        add(commands)
    return parser


def _add_checking(commands: _Commands) -> None:
    """The commands about claims."""
    lister = commands.add_parser("list", help="list claims, one per line")
    lister.add_argument(
        "what", nargs="*", metavar="PATTERN", help="an id, a subject, a pattern of ids, a file, or words of titles"
    )
    lister.add_argument("--theorems", action="store_true", help="only theorems, which combine several claims")
    lister.set_defaults(run=_list)

    check = commands.add_parser(
        "check", help="check which claims hold", epilog=CHECK_EPILOG, formatter_class=_RAW,
        description="Check claims by every method that applies and print their verdicts: one row per claim, or one\n"
        "line per subject if the whole library is checked, followed by anything unexpected.",
    )  # fmt: skip
    check.add_argument("what", nargs="*", metavar="WHAT", help="what to check (default: every claim)")
    _add_run_options(check)
    remote.add_arguments(check, _positive_int)
    check.add_argument("--all", action="store_true", help="one row per claim, even if the whole library is checked")
    check.add_argument("--pins", action="store_true", help=PINS_HELP)
    check.add_argument(
        "--json", metavar="FILE", help="write the results as JSON; - writes to stdout instead of the table"
    )
    check.set_defaults(run=_check)

    show = commands.add_parser(
        "show", help="everything about a claim: hypotheses, derivation, verdict, witness, sources"
    )
    show.add_argument("what", nargs="+", metavar="ID", help="a claim's id, or mine.py::id for one of your own")
    _add_run_options(show)
    show.add_argument("--pins", action="store_true", help=PINS_HELP)
    show.set_defaults(run=_show)

    errata = commands.add_parser("errata", help="printed equations that are wrong: where, why, a witness, the repair")
    errata.add_argument("what", nargs="*", metavar="WHAT", help="as for check (default: every claim)")
    errata.add_argument(
        "--full", action="store_true", help="all about each: as printed, as read, as repaired, witness, consequences"
    )
    errata.add_argument("--json", metavar="FILE", help="write the errata as JSON; - writes to stdout")
    _add_run_options(errata, method="exact")
    errata.set_defaults(run=_errata)


def _add_looking_up(commands: _Commands) -> None:
    """The commands about what is printed, and about documents."""
    cover = commands.add_parser(
        "coverage", help="for every equation of the sources: its claims, or why it has none",
        description="Look up labels of the sources: the claims that state each one, which parts of it they leave out, "
        "or the reason why it has no claim. Exit code 1 if a label is unmapped. Nothing is checked; see "
        "'layerproof check'.",
    )  # fmt: skip
    cover.add_argument(
        "what", nargs="*", metavar="WHAT",
        help="a document (thesis, position-paper, richness-paper, kunin-slides), a label or a pattern of labels "
        "(3.13, 'B.*', 'Lemma 1'); default: everything",
    )  # fmt: skip
    cover.add_argument("--json", metavar="FILE", help="write as JSON; - writes to stdout instead of the table")
    cover.set_defaults(run=_coverage)

    net = commands.add_parser(
        "graph", help="what claims rest on, and what rests on them",
        description="Print, for each claim, the claims that it rests on and those that rest on it, directly or "
        "indirectly. A claim that rests on an erratum is marked. Without WHAT: an overview of the subjects.",
    )  # fmt: skip
    net.add_argument("what", nargs="*", metavar="WHAT", help="as for check (default: an overview of every subject)")
    net.add_argument(
        "--dot", metavar="FILE", help="write the graph for Graphviz; - writes to stdout instead of the text"
    )
    net.set_defaults(run=_graph)

    export = commands.add_parser(
        "export", help="write claims and evidence as LaTeX, PDF, web pages or Coq", formatter_class=_RAW,
        description="Write claims and their evidence as a document.\n\n"
        "  latex  a verification appendix and an errata sheet, and fragments to include in your own paper\n"
        "  pdf    the same documents, compiled; needs a TeX installation\n"
        "  html   a site that opens from disk: a page per claim, coverage, errata, search\n"
        "  coq    theorems and proofs that Coq accepts, to be checked without layerproof; needs Coq",
    )  # fmt: skip
    export.add_argument("form", choices=("latex", "pdf", "html", "coq"), help="what to write")
    export.add_argument("what", nargs="*", metavar="WHAT", help="as for check (default: every claim)")
    export.add_argument("--out", default="export", metavar="DIR", help="output folder (default: %(default)s)")
    export.add_argument(
        "--figures", metavar="DIR",
        help="include the figures that 'layerproof figures --out DIR' drew (default: html draws its own)",
    )  # fmt: skip
    export.add_argument("--kept", action="store_true", help="prove nothing: show what is kept from earlier runs")
    _add_run_options(export, method=None, shown="exact, plus cached results of the others; for the form coq also coq")
    export.set_defaults(run=_export)

    cite = commands.add_parser("cite", help="BibTeX of the sources that claims come from")
    cite.add_argument("what", nargs="+", metavar="ID", help="as for check")
    cite.set_defaults(run=_cite)


def _add_tools(commands: _Commands) -> None:
    """The commands about lines, laws and closed forms."""
    derive = commands.add_parser(
        "derive", help=papers.HELP, description=papers.DESCRIPTION, epilog=papers.EPILOG, formatter_class=_RAW
    )
    papers.add_arguments(derive, _positive_float, _positive_int, Settings.budget)
    derive.set_defaults(run=lambda options: papers.command(options, _written))

    editor = commands.add_parser("lsp", help=papers.LSP_HELP, description=papers.LSP_DESCRIPTION, formatter_class=_RAW)
    papers.add_lsp_arguments(editor, _positive_float, _positive_int)
    editor.set_defaults(run=papers.lsp)

    law = commands.add_parser(
        "laws", help="all conserved quantities of a model, and whether there can be more", formatter_class=_RAW,
        description="For each Model in FILE: the quantities that its gradient flow conserves for every loss and every\n"
        "data set, as proved claims, and whether there can be more.",
        epilog="exit codes:\n  0  every law is found\n  1  a law or a symmetry that is stated fails\n"
        "  2  wrong usage, no model, or one that is too large\n"
        "  3  fewer laws are found than the certified upper bound",
    )  # fmt: skip
    law.add_argument("file", metavar="FILE", help="a Python file that defines Models (layerproof.tools.laws)")
    law.add_argument(
        "--degree", type=_positive_int, default=2, metavar="N", help="degree of the polynomials (default: 2)"
    )
    law.add_argument("--budget", type=_positive_float, metavar="SECONDS", help="time limit for the proofs of one model")
    law.add_argument("--json", metavar="FILE", help="write the results as JSON; - writes to stdout instead of the text")
    law.set_defaults(run=_laws)

    solve = commands.add_parser(
        "solve", help=solving.HELP, description=solving.DESCRIPTION, epilog=solving.EPILOG, formatter_class=_RAW
    )
    solving.add_arguments(solve, _positive_float)
    solve.set_defaults(run=lambda options: solving.command(options, _written))


def _add_networks_and_figures(commands: _Commands) -> None:
    """The commands about trained networks, files of claims, and figures."""
    trained = commands.add_parser(
        "experiments",
        help=experiments.HELP,
        description=experiments.DESCRIPTION,
        epilog=experiments.EPILOG,
        formatter_class=_RAW,
    )
    experiments.add_arguments(trained, _positive_int)
    trained.set_defaults(run=lambda options: experiments.command(options, _written))

    fresh = commands.add_parser("new", help=new.HELP, description=new.DESCRIPTION)
    fresh.add_argument("file", metavar="FILE", help=new.FILE_HELP)
    fresh.set_defaults(run=lambda options: new.command(options.file))

    draw = commands.add_parser(
        "figures", help="redraw the figures of the sources from computations",
        description="Redraw the figures of the sources: theory as lines; integration, regression and simulation as "
        "markers; trained networks from their records. Each file carries its caption, and its bytes are reproducible.",
    )  # fmt: skip
    draw.add_argument(
        "what", nargs="*", metavar="NAME",
        help="a figure (thesis-1.4), a pattern ('thesis-*'), a subject or a document (default: every figure)",
    )  # fmt: skip
    draw.add_argument("--list", action="store_true", help="list the figures with their captions, and draw nothing")
    draw.add_argument("--out", default="figures", metavar="DIR", help="output folder (default: %(default)s)")
    draw.add_argument("--format", type=_formats, default="png,pdf", metavar="LIST", help="default: %(default)s")
    draw.add_argument("--jobs", type=_positive_int, metavar="N", help="number of processes (default: all cores)")
    draw.set_defaults(run=_figures)


def _add_run_options(
    parser: argparse.ArgumentParser, method: str | None = "exact,numeric,trained", shown: str = "%(default)s"
) -> None:
    group = parser.add_argument_group("how hard to try")
    group.add_argument(
        "--method",
        type=_methods,
        default=method,
        metavar="LIST",
        help=f"comma-separated methods: exact, numeric, trained, and coq, which needs Coq (default: {shown})",
    )
    group.add_argument(
        "--jobs",
        type=_positive_int,
        metavar="N",
        help="number of processes (default: all cores; one if networks are trained on CUDA)",
    )
    group.add_argument(
        "--budget", type=_positive_float, default=Settings.budget, metavar="SECONDS",
        help="time limit in seconds for each exact proof; other methods get a fixed multiple of it, Coq a third "
        "(default: %(default)g)",
    )  # fmt: skip
    group.add_argument(
        "--draws",
        type=_positive_int,
        default=Settings.draws,
        metavar="N",
        help="random draws per numeric check; at most 1000 where no flow is integrated (default: %(default)s)",
    )
    group.add_argument(
        "--seed", type=int, default=Settings.seed, metavar="N", help="seed of the draws (default: %(default)s)"
    )
    group.add_argument(
        "--scale", choices=SCALES, default=Settings.scale, help="size of the trained experiments (default: %(default)s)"
    )
    group.add_argument(
        "--device", metavar="NAME", help="where networks are trained: cpu or cuda (default: CUDA if there is one)"
    )
    group.add_argument("--no-cache", action="store_true", help="ignore the cache: compute and train everything again")


def _methods(text: str) -> tuple[Kind, ...]:
    found = []
    for name in (part.strip() for part in text.split(",")):
        if name not in ALL_METHODS and name not in FORMER:
            raise argparse.ArgumentTypeError(f"got method {name!r}; expected some of {', '.join(ALL_METHODS)}")
        found.append(Kind(name))
    return tuple(dict.fromkeys(found))


def _formats(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
    if unknown := [name for name in names if name not in ("png", "pdf")]:
        raise argparse.ArgumentTypeError(f"got format {unknown[0]!r}; expected some of png, pdf")
    return names


def _positive_int(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"got {text!r}; expected a whole number of at least 1")
    return value


def _positive_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"got {text!r}; expected a number of seconds greater than 0")
    return value


def _select(options: argparse.Namespace, *, make: bool = False) -> Selection:
    """What is asked for; for what is only looked up, `make` the index of the library if there is none."""
    from ..running.loading import library_for, select

    library = library_for(options.what, make=make)
    selection = select(options.what, limit=min(20.0, getattr(options, "budget", 20.0)), library=library)
    for problem in selection.problems:
        print(f"layerproof: {problem}", file=sys.stderr)
    if not selection.claims and not selection.problems:
        print("layerproof: nothing collected: no claim in what was asked for", file=sys.stderr)
    return selection


def _titled(what: Sequence[str]) -> Selection | None:
    """The claims whose titles or ids have all the words, if the words are no subjects, ids, patterns or files."""
    from ..running.loading import Selection, library_for

    if not what or any(set(word) & set("/*?[].:") for word in what):
        return None
    library = library_for(what, make=True)
    if any(word in library.subjects for word in what):
        return None
    words = [word.lower() for word in what]
    found = [claim for claim in library.all() if all(word in f"{claim.id} {claim.title}".lower() for word in words)]
    if not found:
        return None
    selection = Selection(library=library)
    for claim in found:
        selection.add(claim, claim.id)
    return selection


def _known(selection: Selection) -> list[Claim]:
    """The claims of the library, and those of the files asked for."""
    claims = selection.library.all() if selection.library else []
    ours = {id(claim) for claim in claims}
    return [*claims, *(claim for claim in (*selection.claims, *selection.beside) if id(claim) not in ours)]


def _results(options: argparse.Namespace, selection: Selection, recalled: Sequence[Kind] = ()) -> list[Result]:
    """What the methods asked for find, and what those in `recalled` have found before."""
    from ..running import patching
    from ..running.progress import watching
    from ..running.runner import Run
    from ..running.userfile import Problem

    settings = Settings(
        budget=options.budget, draws=options.draws, seed=options.seed, scale=options.scale, device=options.device
    )
    if Kind.COQ in options.method and (reason := batches.missing()):
        print(f"layerproof: {reason}", file=sys.stderr)
    trials = (*TRIALS, Kind.PINS) if getattr(options, "pins", False) else TRIALS
    run = Run(
        selection,
        methods=options.method,
        settings=settings,
        jobs=options.jobs,
        fresh=options.no_cache,
        trials=trials,
        recalled=recalled,
        kept=getattr(options, "kept", False),
    )
    if getattr(options, "where", "here") != "here" and run.claims:
        since = run.settings.since
        run.settings = replace(run.settings, failed=remote.train_for(run.claims, options, run.settings.records, since))
    with watching() as watch:
        results = run.results(watch)
    if Kind.TRAINED in run.asked:
        _say_what_is_missing()
    if run.cache.problem:
        print(f"layerproof: {run.cache.problem}", file=sys.stderr)
    if run.changed and not patching.found():  # otherwise it was told when the file was read
        selection.problems.append(Problem("workers", patching.told(run.changed)))
        print(f"layerproof: {selection.problems[-1]}", file=sys.stderr)
    return results


def _say_what_is_missing() -> None:
    """A word about torch, and about experiments that cannot be read."""
    from importlib.util import find_spec

    from ..networks.harness import registry

    if find_spec("torch") is None:
        print(
            "layerproof: torch is not installed, so no network is trained, and only kept records count; "
            "pip install 'layerproof[networks]'",
            file=sys.stderr,
        )
    for problem in registry.problems():
        print(f"layerproof: {problem}", file=sys.stderr)


def _list(options: argparse.Namespace) -> Exit:
    from . import tables

    selection = _titled(options.what) or _select(options, make=True)
    claims = selection.claims
    if options.theorems:
        from ..running.catalogue import texts_of

        claims = [claim for claim in claims if texts_of(claim).kind.startswith("Theorem:")]
    tables.claim_list(claims, tables.console())
    return Exit.USAGE if selection.problems or not claims else Exit.EXPECTED


def _check(options: argparse.Namespace) -> Exit:
    from ..running.userfile import Problem
    from . import report, tables

    if wrong := remote.refused(options, Kind.TRAINED in options.method, "trained to --method"):
        print(f"layerproof: {wrong}", file=sys.stderr)
        return Exit.USAGE
    selection = _select(options)
    results = _results(options, selection)
    if options.json:
        content = json.dumps(report.as_json(results), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
        if not _written(content, options.json):
            selection.problems.append(Problem(options.json, "cannot be written"))  # the table is shown all the same
    if options.json != "-" and results:
        out = tables.console()
        if options.all or options.what:
            tables.check_table(results, out)
        else:
            tables.subject_table(results, out)
        tables.summary(results, out)
    return exit_code(results, selection.problems)


def _show(options: argparse.Namespace) -> Exit:
    from . import show, tables

    selection = _select(options, make=True)
    results = _results(options, selection)
    everything = _known(selection)
    out = tables.console()
    for number, result in enumerate(result for result in results if result.selected):
        if number:
            out.rule()
        show.page(result, results, everything, out)
    return Exit.USAGE if selection.problems or not selection.claims else Exit.EXPECTED


def _written(content: str, file: str) -> bool:
    """Write to a file, or to stdout for '-'; a file that cannot be written is told."""
    from ..ground.files import write_atomically

    if file == "-":
        sys.stdout.write(content)
        return True
    try:
        write_atomically(Path(file), content)
    except OSError as error:
        print(f"layerproof: cannot write {file}: {error.strerror or error}", file=sys.stderr)
        return False
    return True


def _coverage(options: argparse.Namespace) -> Exit:
    from ..running.loading import library_for
    from . import coverage, tables

    library = library_for([])
    everything = coverage.of_library(library)
    chosen, problems = coverage.choose(everything, options.what)
    for problem in (*library.problems, *problems):
        print(f"layerproof: {problem}", file=sys.stderr)
    if options.json:
        content = json.dumps(coverage.as_json(chosen), indent=1, ensure_ascii=False) + "\n"
        if not _written(content, options.json):
            return Exit.USAGE
    if options.json != "-" and chosen:
        coverage.listing(chosen, tables.console(), read=bool(options.what))
    if any(not entry.covered for entry in chosen):
        return Exit.WRONG
    return Exit.USAGE if problems or library.problems or not chosen else Exit.EXPECTED


def _graph(options: argparse.Namespace) -> Exit:
    from . import graph, tables

    selection = _select(options, make=True)
    if not selection.claims:
        return Exit.USAGE
    net = graph.Graph(_known(selection))
    if options.dot and not _written(graph.as_dot(net, selection.claims), options.dot):
        return Exit.USAGE
    if options.dot != "-":
        listing = graph.listing if options.what else graph.overview
        listing(net, selection.claims, tables.console())
    return Exit.USAGE if selection.problems else Exit.EXPECTED


def _errata(options: argparse.Namespace) -> Exit:
    from ..running.progress import watching
    from . import errata, tables
    from .graph import Graph

    selection = _select(options, make=True)
    if not selection.claims:
        return Exit.USAGE
    chosen = errata.choose(selection, _known(selection))
    results = _results(options, chosen)
    out = tables.console()
    if options.json or options.full:
        with watching() as watch:
            errata.read(results, watch)
    if options.json:
        content = json.dumps(errata.as_json(results), indent=1, ensure_ascii=False) + "\n"
        if not _written(content, options.json):
            return Exit.USAGE
    if options.json != "-":
        errata.listing(results, Graph([*selection.claims, *selection.beside]), out, full=options.full)
    if options.json != "-" and options.full and not options.what and selection.library:
        errata.slips(selection.library.misprints(), out)
    return exit_code(results, selection.problems) if chosen.claims else Exit.EXPECTED


def _export(options: argparse.Namespace) -> Exit:
    from ..export import command
    from . import tables

    selection = _select(options)
    if not selection.claims:
        return Exit.USAGE
    if options.form == "coq":
        options.method = tuple(dict.fromkeys((*(options.method or ()), Kind.COQ)))
    recalled = () if options.method else ALL_METHODS
    options.method = options.method or (Kind.EXACT,)
    results = _results(options, selection, recalled)
    pictures = Path(options.figures) if options.figures else None
    try:
        written = command.write(
            options.form, results, _known(selection), Path(options.out), pictures=pictures, whole=not options.what
        )
    except (OSError, command.CannotExport) as error:
        print(f"layerproof: {error}", file=sys.stderr)
        return Exit.USAGE
    for file in written:
        tables.console().print(str(file), soft_wrap=True)
    return exit_code(results, selection.problems)


def _cite(options: argparse.Namespace) -> Exit:
    from ..export.bibtex import bibliography

    selection = _select(options, make=True)
    if not selection.claims:
        return Exit.USAGE
    sys.stdout.write(bibliography(selection.claims))
    return Exit.USAGE if selection.problems else Exit.EXPECTED


def _laws(options: argparse.Namespace) -> Exit:
    from ..running import userfile
    from ..tools.laws import collecting, report
    from . import tables

    path = Path(options.file)
    try:
        with collecting() as models:
            loaded = userfile.load(path)
        for problem in loaded.problems:
            print(f"layerproof: {problem}", file=sys.stderr)
        if not models:
            print(f"layerproof: {path} makes no Model; see layerproof.tools.laws", file=sys.stderr)
            return Exit.USAGE
        found = report(models, degree=options.degree, **({} if options.budget is None else {"budget": options.budget}))
    except OSError as error:
        print(f"layerproof: {path}: {error.strerror or error}", file=sys.stderr)
        return Exit.USAGE
    except ValueError as error:
        print(f"layerproof: {error}", file=sys.stderr)
        return Exit.USAGE
    if options.json and not _written(json.dumps(found.as_json(), indent=1, ensure_ascii=False) + "\n", options.json):
        return Exit.USAGE
    if options.json != "-":
        tables.console().print(found.text(), soft_wrap=True)
    if found.unproved:
        return Exit.WRONG
    return Exit.USAGE if loaded.problems else Exit.EXPECTED if found.complete else Exit.UNDECIDED


def _figures(options: argparse.Namespace) -> Exit:
    from ..running.progress import watching
    from . import tables

    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):  # one figure, one core
        os.environ.setdefault(name, "1")
    try:
        from ..figures import drawing, select
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        print("layerproof: matplotlib is not installed; pip install 'layerproof[figures]'", file=sys.stderr)
        return Exit.USAGE
    try:
        chosen = select(options.what)
    except LookupError as error:
        print(f"layerproof: {error.args[0]}", file=sys.stderr)
        return Exit.USAGE
    out = tables.console()
    if options.list:
        tables.figure_list(chosen, out)
        return Exit.EXPECTED
    jobs = options.jobs or os.cpu_count() or 1
    failed = 0
    with watching() as watch:
        for drawn in drawing.draw_all(chosen, Path(options.out), options.format, jobs=jobs, watch=watch):
            if drawn.reason:
                failed += 1
                print(f"layerproof: {drawn.plate.name} could not be drawn: {drawn.reason}", file=sys.stderr)
            for file in drawn.files:
                out.print(str(file), soft_wrap=True)
    return Exit.WRONG if failed else Exit.EXPECTED
