"""``--where`` of ``experiments`` and ``check``: the same runs, in blocks of seeds, by jobs of a cluster or this one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..language.claims import Claim
    from ..networks.harness.records import Record
    from ..running.clusters import Block, Place
    from .looking import Shown

_ONLY = {"blocks": "--blocks", "gpus": "--gpus", "partition": "--partition", "hours": "--hours"}


def add_arguments(parser: argparse.ArgumentParser, positive: Callable[[str], int]) -> None:
    """Declare the arguments; `positive` reads a whole number of at least 1."""
    group = parser.add_argument_group("on a cluster", "by submitit, the extra 'cluster'; see docs/clusters.md")
    group.add_argument(
        "--where", choices=("here", "local", "slurm"), default="here",
        help="this process, jobs of this machine, or jobs of Slurm (default: %(default)s)",
    )  # fmt: skip
    group.add_argument("--blocks", type=positive, metavar="K", help="jobs an experiment, each with some of its seeds")
    group.add_argument("--gpus", type=positive, metavar="N", help="GPUs a job")
    group.add_argument("--partition", metavar="NAME", help="of Slurm (default: its own)")
    group.add_argument("--hours", type=positive, metavar="N", help="after which a job goes back to the queue (24)")


def train(shown: Sequence[Shown], options: argparse.Namespace, folder: Path | None, since: float) -> list[Shown]:
    """Run experiments as jobs, and collect the records of their blocks."""
    from ..networks.harness import blocks, records
    from ..networks.harness.running import Found, explained
    from ..running import clusters
    from ..running.progress import watching

    if folder is None:
        return [replace(item, reason="jobs meet in the folder of the cache, and there is none") for item in shown]
    wanted = [item for item in shown if item.asked is not None and (item.found is None or since)]
    parts: list[tuple[Shown, clusters.Block]] = []
    for item in wanted:
        assert item.asked is not None
        parts += [(item, _block(item, part.config.seeds, part.seed, options, folder, since))
                  for part in blocks.cut(item.asked, options.blocks or 1)]  # fmt: skip
    done: dict[int, list[Record]] = {id(item): [] for item in wanted}
    failed: dict[int, str] = {}
    with watching() as watch:
        ended = 0
        jobs = clusters.finished(
            [block for _, block in parts], _place(options), folder / "jobs", lambda: watch(ended, len(parts), "")
        )
        try:
            for number, found in jobs:
                item = parts[number][0]
                ended += 1
                for problem in found["problems"]:
                    print(f"layerproof: {problem}", file=sys.stderr)
                if "failed" in found:
                    failed.setdefault(id(item), found["failed"])
                else:
                    done[id(item)].append(records.parse(found["record"]))
        except ValueError as error:
            return [replace(item, found=None, reason=str(error)) if item in wanted else item for item in shown]
    answers = []
    for item in shown:
        if id(item) in failed:
            item = replace(item, found=None, reason=failed[id(item)])
        elif id(item) in done:
            assert item.asked is not None
            try:
                record = blocks.collect(item.asked, done[id(item)])
                records.write(record, records.file_of(record, folder / "records"))
            except (ValueError, OSError) as error:
                item = replace(item, found=None, reason=explained(error))
            else:
                item = replace(item, found=Found(record), reason="")
        answers.append(item)
    return answers


def train_for(
    claims: Iterable[Claim], options: argparse.Namespace, folder: Path | None, since: float
) -> dict[str, str]:
    """Train the experiments of claims by jobs, where there is no fresh record; by name, why one has none after that."""
    from ..networks.checks import experiments_of
    from .looking import look

    asked = argparse.Namespace(**{**vars(options), "seeds": None, "seed": None})  # those of the scale: of the verdict
    meant = {id(one): one for claim in claims for one in experiments_of(claim)}
    shown = train([look(one, asked, folder) for one in meant.values()], asked, folder, since)
    return {item.experiment.name: item.reason for item in shown if item.found is None}


def refused(options: argparse.Namespace, trains: bool, word: str) -> str:
    """What is wrong with the arguments together; nothing if they fit.

    Args:
        trains: whether networks are trained at all.
        word: what to add where they are not.
    """
    given = [word for name, word in _ONLY.items() if getattr(options, name) is not None]
    if options.where == "here" and given:
        return f"{given[0]} is for --where local or slurm"
    if options.where != "slurm" and options.partition is not None:
        return "--partition is for --where slurm"
    if options.where != "here" and not trains:
        return f"--where says where to train: add {word}"
    return ""


def _place(options: argparse.Namespace) -> Place:
    from ..running.clusters import Place

    return Place(options.where, options.gpus or 0, options.partition, float(options.hours or 24), options.jobs)


def _block(item: Shown, seeds: int, seed: int, options: argparse.Namespace, folder: Path, since: float) -> Block:
    from ..networks.harness import registry
    from ..running.clusters import Block

    added = any(item.experiment is one for one in registry.added())
    file = str(registry.home(item.experiment)) if added else None
    return Block(
        item.experiment.name,
        file,
        options.scale,
        seeds,
        seed,
        options.device,
        str((folder / "blocks").resolve()),
        since,
    )
