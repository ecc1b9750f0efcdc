"""``layerproof experiments``: which networks are trained for which claims, what is predicted, and what came of it."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..language.sources import cited
from ..language.verdicts import Verdict
from ..running import cache, pieces, processes
from ..running.results import Exit
from . import remote
from .looking import Shown, look

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ..networks.experiments import Comparison, Experiment, Observation, Prediction

HELP = "networks trained to test claims: what is predicted, and what was measured"
DESCRIPTION = """\
Experiments train networks to test claims. Predictions, each with a tolerance, are computed from the claims before any
network is trained; the verdict concerns the mean over seeds and its standard error, or every seed. Results are kept as
a record, which is reused as long as neither the question nor the program changes.

Exploration and verdicts use different seeds. Choose configurations and tolerances at --seed 0; verdicts use the seeds
from 1000 on, the default, on which nothing has been tuned. What a network draws depends only on its own seed, so that a
run with 100 seeds extends one with 6.
"""
EPILOG = """\
examples:
  layerproof experiments                                    list the experiments, one per line
  layerproof experiments emergence/time                     what is predicted, and what was measured
  layerproof experiments 'emergence/*' --run                train where there is no up-to-date record
  layerproof experiments mine.py --run --seeds 100          the experiments of your own file
  layerproof experiments mine.py --run --seed 0             explore, at seeds that no verdict uses
  layerproof experiments lazy-rich/clock --run --scale paper --device cuda --keep records/
  layerproof experiments lazy-rich/clock --run --seeds 96 --where slurm --blocks 12 --partition short

A run that was killed resumes where it stopped.

exit codes:
  0  every prediction agrees (for an erratum: disagrees), or nothing had to be run; where the networks lie outside a
     claim's hypotheses, either outcome is a finding and no error
  1  a prediction is contradicted, or an erratum's prediction is confirmed
  2  wrong usage, or no such experiment
  3  a prediction remains undecided, or a run failed
"""


def add_arguments(parser: argparse.ArgumentParser, positive: Callable[[str], int]) -> None:
    """Declare the arguments; `positive` reads a whole number of at least 1."""
    parser.add_argument(
        "what", nargs="*", metavar="NAME", help="an experiment, a pattern ('emergence/*'), a claim's id, or a file"
    )
    parser.add_argument("--run", dest="train", action="store_true", help="train where there is no up-to-date record")
    parser.add_argument(
        "--scale", choices=pieces.SCALES, default="desk", help="size of the experiments (default: %(default)s)"
    )
    parser.add_argument(
        "--seeds", type=positive, metavar="N", help="number of networks, one per seed (default: set by the scale)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="first seed (default: 1000, on which nothing has been tuned); explore at 0",
    )
    parser.add_argument("--device", metavar="NAME", help="cpu or cuda (default: CUDA if there is one)")
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="number of processes (default: all cores; 1 on CUDA)"
    )
    remote.add_arguments(parser, positive)
    parser.add_argument("--no-cache", action="store_true", help="ignore existing records")
    parser.add_argument(
        "--keep", metavar="DIR", help="also write the records to DIR, one file per experiment and scale"
    )
    parser.add_argument("--list", action="store_true", help="one line per experiment, even if they are named")
    parser.add_argument("--json", metavar="FILE", help="write as JSON; - writes to stdout instead of the text")


def command(options: argparse.Namespace, write: Callable[[str, str], bool]) -> Exit:
    """Do what the options of `add_arguments` say; `write` writes a text to a file, and says whether it could."""
    from ..networks.harness import registry

    for problem in registry.problems():
        print(f"layerproof: {problem}", file=sys.stderr)
    if wrong := remote.refused(options, options.train, "--run"):
        print(f"layerproof: {wrong}", file=sys.stderr)
        return Exit.USAGE
    chosen, unknown = choose(options.what)
    for message in unknown:
        print(f"layerproof: {message}", file=sys.stderr)
    if not chosen:
        return Exit.USAGE
    brief = options.list or not (options.what or options.train)
    own, problem = cache.trusted()
    if problem:
        print(f"layerproof: {problem}", file=sys.stderr)
    folder = None if own is None else own / "networks"
    if options.train:
        shown = train(chosen, options, folder)
    elif brief:
        shown = [Shown(experiment) for experiment in chosen]
    else:
        shown = [look(experiment, options, folder) for experiment in chosen]
    if options.keep:
        keep(shown, Path(options.keep))
    data = json.dumps([as_data(item) for item in shown], indent=1) + "\n"
    if options.json is not None and not write(data, options.json):
        return Exit.USAGE
    if options.json != "-":
        from . import tables

        out = tables.console()
        if brief:
            listing(shown, out)
        else:
            for item in shown:
                page(item, out)
    if unknown:
        return Exit.USAGE
    return Exit.EXPECTED if not options.train else next(
        (status for status in (Exit.WRONG, Exit.UNDECIDED) if any(item.status is status for item in shown)),
        Exit.EXPECTED,
    )  # fmt: skip


def choose(what: Sequence[str]) -> tuple[list[Experiment[Any]], list[str]]:
    """The experiments that words mean, each once, and what is wrong with the others."""
    from ..networks.harness import registry
    from ..running.loading import select

    found: dict[int, Experiment[Any]] = {}
    wrong: list[str] = []
    for word in what:
        if word.endswith(".py"):
            wrong += map(str, select([word]).problems)
            meant = [one for one in registry.added() if registry.home(one) == Path(word).resolve()]
            if not meant and not wrong:
                wrong.append(f"{word} holds no experiment; see docs/extending.md")
        else:
            meant = [
                one
                for one in registry.experiments()
                if fnmatchcase(one.name, word) or word in (one.name.partition("/")[0], *one.claims)
            ]
            if not meant:
                try:
                    registry.by_name(word)
                except ValueError as error:
                    wrong.append(str(error))
        found |= {id(one): one for one in meant}
    return list(found.values()) if what else list(registry.experiments()), wrong


def train(chosen: Iterable[Experiment[Any]], options: argparse.Namespace, folder: Path | None) -> list[Shown]:
    """Run experiments, each in a process of its own, and say how far they are while a terminal watches."""
    import time

    from ..networks.harness.records import parse
    from ..networks.harness.running import Found
    from ..running import cards
    from ..running.progress import watching

    since = time.time() if options.no_cache else 0.0
    shown = {id(one): look(one, options, folder) for one in chosen}
    if options.where != "here":
        return remote.train(list(shown.values()), options, folder, since)
    boards = {key: processes.Board() for key in shown}
    jobs = options.jobs or cards.jobs(options.device)

    def work(key: int) -> Callable[[], Any]:
        def run() -> Any:
            from ..networks.harness.records import text_of
            from ..networks.harness.running import explained, found

            item = shown[key]
            assert item.asked is not None
            name = item.experiment.name
            tell = boards[key].write
            problems: list[str] = []
            try:
                answer = found(
                    item.asked, options.device, folder, since, lambda text, done: tell(f"{name}: {text} {done:.0%}"),
                    problems=problems,
                )  # fmt: skip
            except Exception as error:
                return {"failed": explained(error)}
            return {
                "record": text_of(answer.record), "kept": answer.kept, "older": answer.older, "problems": problems,
            }  # fmt: skip

        return run

    with watching() as watch:
        done = 0

        def tick() -> None:
            said = [board.text for board in boards.values() if board.text]
            watch(done, len(shown), said[-1] if said else "")

        with processes.Pool(jobs, tick) as pool:
            for key, item in shown.items():
                if item.asked is not None:
                    pool.submit(key, work(key), processes.Limits(pieces.TRAINING[options.scale], None))
            for ended, outcome in pool:
                assert isinstance(ended, int)
                item, value = shown[ended], outcome.value
                boards.pop(ended, None)
                done += 1
                if outcome.failure or "failed" in value:
                    reason = outcome.reason if outcome.failure else value["failed"]
                    shown[ended] = Shown(item.experiment, item.asked, None, reason)
                    continue
                for problem in value["problems"]:
                    print(f"layerproof: {problem}", file=sys.stderr)
                answer = Found(parse(value["record"]), value["kept"], value["older"])
                shown[ended] = Shown(item.experiment, item.asked, answer)
    return list(shown.values())


def keep(shown: Iterable[Shown], folder: Path) -> None:
    """Write the records to a folder of one's own."""
    from ..networks.harness import records

    for item in shown:
        if item.found is not None:
            record = item.found.record
            records.write(record, folder / f"{records.stem(record.experiment, record.scale)}.json")


def listing(shown: Sequence[Shown], out: Console) -> None:
    """One experiment on one line: its name and its title, which goes on below itself where a line is too short."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from .tables import NARROW

    if not out.is_terminal:
        for item in shown:
            out.file.write(f"{item.experiment.name}\t{item.experiment.title}\n")
        return
    if out.width < NARROW:
        for item in shown:
            out.print(Text(item.experiment.name, style="bold"), soft_wrap=True)
            out.print(Padding(Text(item.experiment.title), (0, 0, 0, 2), expand=False))
        return
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for item in shown:
        grid.add_row(item.experiment.name, item.experiment.title)
    out.print(grid)


def page(item: Shown, out: Console) -> None:
    """What an experiment does, what it predicts, and what came of it."""
    from rich.padding import Padding
    from rich.text import Text

    experiment = item.experiment
    out.print(Text.assemble((experiment.name, "bold"), f"  {experiment.title}"))
    if experiment.sources:
        out.print(Padding(Text(cited(experiment.sources)), (0, 0, 0, 2)))
    claims = ", ".join(experiment.claims) or "none, but what the sources observe"
    out.print(Padding(Text(f"claims: {claims}", style="dim"), (0, 0, 0, 2)))
    if item.asked is not None:
        config = item.asked.config
        out.print(Padding(Text(f"{item.asked.scale} scale, {config.seeds} seeds"), (0, 0, 0, 2)))
    if item.found is not None:
        record = item.found.record
        origin = "kept record of" if item.found.kept else "trained"
        late = ", before later changes of the program" if item.found.older else ""
        said = (
            f"{origin} {record.date[:10]} on {record.device}, {record.seconds:.3g} s, torch {record.versions['torch']}"
        )
        out.print(Padding(Text(said + late), (0, 0, 0, 2)))
    shown = pairs(item)
    quantities = Counter(prediction.quantity for prediction, _ in shown)
    groups: dict[tuple[str, str], tuple[Text, list[str]]] = {}  # with the claims whose formulas predict the same
    for prediction, found in shown:
        theirs = prediction.claims if quantities[prediction.quantity] > 1 else ()
        head, text = _head(prediction, found), _said(prediction)
        groups.setdefault((head.plain, text), (head, []))[1].extend(theirs)
    for failure in item.found.record.failures if item.found is not None else ():
        out.print(Padding(Text(f"a network failed: {failure}", style="yellow"), (0, 0, 0, 4)))
    for (_, text), (head, whose) in groups.items():
        out.print(Padding(head, (0, 0, 0, 4)))
        out.print(Padding(Text(f"{', '.join(whose)}: {text}" if whose else text, style="dim"), (0, 0, 0, 6)))
    if experiment.note:
        out.print(Padding(Text(experiment.note, style="italic"), (0, 0, 0, 2)))
    if item.reason:
        out.print(Padding(Text(item.reason, style="yellow"), (0, 0, 0, 2)))
    out.print()


def _head(prediction: Prediction | Observation, found: Comparison | None) -> Text:
    """What is predicted, in a word, and what came of it."""
    from rich.text import Text

    from ..networks.harness.comparing import told
    from .tables import STYLES

    head = Text(prediction.quantity)
    if found is not None:
        head.append(": ").append(Text(found.verdict.value, STYLES[found.verdict]))
        head.append(f", {measured(found)}")
        head.append("" if found.verdict is Verdict.CONTRADICTED else f"; it {told(found)}")
    return head


def _said(prediction: Prediction | Observation) -> str:
    """What is predicted, and with which tolerance."""
    printed = "as printed: " if prediction.printed else ""
    if not prediction.claims:
        printed += "observed in the sources: "
    elif prediction.beyond:
        printed += "beyond the claim's hypotheses: "
    tolerance = f"{prediction.tolerance:.3g}{' of it' if prediction.relative else ''}, {prediction.over}"
    return f"{printed}{prediction.says} (tolerance {tolerance})"


def pairs(item: Shown) -> list[tuple[Prediction | Observation, Comparison | None]]:
    """What is predicted, each with what came of it."""
    predictions = item.asked.predictions if item.asked is not None else ()
    return list(zip(predictions, item.comparisons or (None,) * len(predictions), strict=True))


def expected(prediction: Prediction | Observation, found: Comparison | None) -> dict[str, Any]:
    """A prediction as plain data: of an observation, which has no claims, with its sources."""
    from ..networks.harness.comparing import NOTICED
    from ..networks.harness.records import plain

    factor = None if found is None else found.resolution
    said = plain(prediction)
    return {
        **said,
        "kind": "prediction" if prediction.claims else "observation",
        "claims": list(prediction.claims),
        "printed": prediction.printed,
        "beyond": prediction.beyond,
        "verdict": None if found is None else found.verdict.value,
        "resolution": plain(factor),
        "evidence": None if found is None else factor is None or factor <= NOTICED,
    }


def measured(found: Comparison) -> str:
    """What was measured and predicted, where the two are worst."""
    import numpy as np

    predicted = float(np.asarray(found.prediction.value, dtype=float)[found.worst])
    failed = f"{found.failed} of {found.seeds + found.failed} networks failed, " if found.failed else ""
    if not found.seeds:
        return f"{failed}predicted {predicted:.4g}"
    mean, spread = float(found.mean[found.worst]), float(found.spread[found.worst])
    bound = "" if found.prediction.relation == "equals" else f"{found.prediction.relation} "
    shown = f"{mean:.4g}" + (f" +- {spread:.2g}" if np.isfinite(spread) else "")
    at = f" at entry {', '.join(map(str, found.worst))}" if found.worst else ""
    return f"{failed}measured {shown} (mean and deviation), predicted {bound}{predicted:.4g}{at}"


def as_data(item: Shown) -> dict[str, Any]:
    """An experiment and its record as plain data."""
    from ..networks.harness.records import plain, text_of

    record = None if item.found is None else json.loads(text_of(item.found.record))
    experiment = item.experiment
    return {
        "name": experiment.name,
        "title": experiment.title,
        "claims": list(experiment.claims),
        "sources": [{"document": source.document, "label": source.label} for source in experiment.sources],
        "note": experiment.note,
        "scales": {scale: plain(config) for scale, config in experiment.scales.items()},
        "predictions": None if item.asked is None else [expected(*pair) for pair in pairs(item)],
        "record": record,
        "kept": None if item.found is None else item.found.kept,
        "reason": item.reason or None,
    }
