"""Records: what is written is read back, and what was changed by hand is found out."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from layerproof.language.verdicts import Verdict
from layerproof.networks.experiments import Prediction
from layerproof.networks.harness import asking, comparing, records, registry
from layerproof.networks.harness.comparing import compare
from layerproof.networks.harness.records import Damaged, Record

RECORD = Record(
    experiment="test/made",
    scale="desk",
    question="what",
    program="how",
    config={"seeds": 3, "rates": [0.1, 0.2]},
    seeds=3,
    seed=7,
    versions={"python": "3.11", "torch": "2.13"},
    device="a CPU",
    kind="cpu",
    date="2026-11-21T12:00:00.000+00:00",
    predicted="2026-11-21T11:00:00.000+00:00",
    seconds=1.5,
    starts=1,
    predictions=(
        Prediction("row", "two numbers", (1.0, 2.0), 0.1, ("test/a",), relative=True),
        Prediction("bound", "at least a half", 0.5, 0.01, ("test/b",), relation="at least", over="every seed"),
    ),
    measured={"row": np.array([[1.0, 2.0], [1.01, 2.01], [1 / 3 + 0.66, 1.99]]), "bound": np.array([0.6, 0.7, 0.4])},
    curves={"loss": np.array([[1.0, np.nan], [0.5, 0.25]])},
)


@pytest.fixture
def file(tmp_path):
    written = tmp_path / "test.made-desk.json"
    records.write(RECORD, written)
    return written


def test_what_is_written_is_read_back(file):
    read = records.read(file)
    for name in ("experiment", "config", "seeds", "seed", "versions", "date", "predicted", "seconds"):
        assert getattr(read, name) == getattr(RECORD, name)
    np.testing.assert_array_equal(read.measured["row"], RECORD.measured["row"])
    np.testing.assert_array_equal(read.curves["loss"], RECORD.curves["loss"])
    assert [found.verdict for found in read.comparisons()] == [Verdict.SUPPORTED, Verdict.CONTRADICTED]
    assert records.text_of(read) == records.text_of(RECORD)
    assert read.predictions[1].relation == "at least"


def test_readers_find_the_mean_the_spread_and_the_verdicts(file):
    told = json.loads(file.read_text(encoding="utf-8"))
    assert [entry["verdict"] for entry in told["verdicts"]] == ["SUPPORTED", "CONTRADICTED"]
    assert told["verdicts"][1]["mean"] == pytest.approx(17 / 30)
    assert told["verdicts"][1]["spread"] == pytest.approx(np.std([0.6, 0.7, 0.4], ddof=1))
    assert told["measured"]["bound"] == [0.6, 0.7, 0.4]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("0.7", "0.8"),
        ("CONTRADICTED", "SUPPORTED"),
        ('"tolerance": 0.01', '"tolerance": 0.11'),
        ("}\n", ""),
        ('"format": 1', '"format": 2'),
        ("{\n", "[]"),
    ],
)
def test_a_file_that_was_changed_is_found_out(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Damaged, match=r"test\.made-desk\.json is damaged and left aside"):
        records.read(file)


def test_a_verdict_that_was_typed_is_found_out_even_with_its_checksum(file):
    data = json.loads(file.read_text(encoding="utf-8"))
    data["verdicts"][1]["verdict"] = "SUPPORTED"
    body = {name: value for name, value in data.items() if name not in ("format", "checksum")}
    file.write_text(json.dumps({**data, "checksum": records.digest(body)}), encoding="utf-8")
    with pytest.raises(Damaged, match="its verdicts are not those of what it measured"):
        records.read(file)


@pytest.mark.parametrize("content", [b"", b"null", b"\xff\xfe", b"[1]", b'{"format": 1, "checksum": ""}'])
def test_what_is_no_record_is_named(tmp_path, content):
    file = tmp_path / "test.made-desk-1.json"
    file.write_bytes(content)
    problems: list[str] = []
    assert list(records.stored(tmp_path, "test/made", "desk", problems)) == []
    assert str(file) in problems[0]


def test_the_latest_record_of_a_folder_comes_first(tmp_path, file):
    later = replace(RECORD, date="2026-12-01T12:00:00.000+00:00", question="another")
    records.write(later, records.file_of(later, tmp_path))
    other = replace(RECORD, experiment="test/made-desk", scale="desk")  # begins with the same letters
    records.write(other, records.file_of(other, tmp_path))
    problems: list[str] = []
    found = list(records.stored(tmp_path, "test/made", "desk", problems))
    assert [record.question for record in found] == ["another", "what"]
    assert not problems
    assert records.latest("test/made", (tmp_path,)).question == "another"
    assert records.latest("test/made", (tmp_path,), ("paper",)) is None
    assert records.latest("test/none", (tmp_path,)) is None


@pytest.mark.parametrize(("seeds", "error"), [(2, 235.8), (4, 9.219), (6, 5.507), (32, 3.261), (10_000, 3.0)])
def test_few_seeds_know_their_mean_less_well_than_three_sigma_say(seeds, error):
    """As often as a normal mean is three sigma off, one of few seeds is nine of its estimated ones off."""
    values = np.resize([-1.0, 1.0], seeds)
    found = compare(Prediction("it", "is nothing", 0.0, 1.0, ("test/a",)), values)
    assert found.error == pytest.approx(error * found.spread / np.sqrt(seeds), rel=1e-3)
    assert comparing.width(1) == np.inf


def test_means_lie_outside_of_their_intervals_as_seldom_as_is_said():
    stream = np.random.default_rng(0)
    found = [compare(Prediction("it", "", 0.0, 1e-9, ("test/a",)), stream.normal(size=4)) for _ in range(4000)]
    missed = np.mean([item.gap > item.error for item in found])  # 5.8% with three standard errors
    assert missed < 3 * comparing.MISSED


def test_a_quantity_that_was_predicted_and_not_measured_is_named():
    with pytest.raises(ValueError, match="bound: predicted, but not measured"):
        replace(RECORD, measured={"row": RECORD.measured["row"]}).comparisons()


def test_numbers_that_json_cannot_say_are_refused():
    with pytest.raises(TypeError, match="expected numbers, text, or rows of them"):
        records.plain({"what": object()})


def test_rounding_keeps_significant_digits():
    np.testing.assert_array_equal(records.rounded([1234567.0, 1.23456789e-8, np.nan], 3), [1.23e6, 1.23e-8, np.nan])


def test_the_kept_records_are_whole_small_and_of_experiments_that_there_are():
    files = sorted(records.KEPT.glob("*.json")) if records.KEPT.is_dir() else []
    names = {experiment.name for experiment in registry.experiments()}
    for file in files:
        record = records.read(file)
        assert record.experiment in names, file
        assert file.name.startswith(records.stem(record.experiment, record.scale))
        assert file.stat().st_size < 500_000, file


def test_every_experiment_has_a_record_of_the_desk():
    wanted = {records.stem(experiment.name, "desk") for experiment in registry.experiments()}
    assert wanted <= {file.stem for file in records.KEPT.glob("*.json")}


@pytest.mark.parametrize("name", sorted(file.stem for file in records.KEPT.glob("*-desk.json")))
def test_a_kept_record_answers_what_the_experiment_asks_today(name):
    """If not: layerproof experiments NAME --run --scale desk --keep networks/records."""
    record = records.read(records.KEPT / f"{name}.json")
    experiment = registry.by_name(record.experiment)
    asked = asking.ask(experiment, "desk")
    assert asking.answers(record, asked)
    assert record.program == asked.program


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_no_mutant_of_a_record_is_more_than_damaged(file, seed):
    chance = random.Random(seed)
    whole = file.read_bytes()
    outcomes = Counter()
    for _ in range(200):
        file.write_bytes(_mutant(whole, chance))
        try:
            found = records.read(file)
        except Damaged:
            outcomes["damaged"] += 1
            continue
        outcomes["read"] += 1
        assert records.text_of(found)
        assert datetime.fromisoformat(found.date).timestamp()
        assert hash((found.question, found.program, found.kind, found.claims)) is not None
    assert outcomes["damaged"] > 100
    assert outcomes["read"] > 3


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a": ' * 100_000])
def test_a_record_may_be_nested_or_enormous(file, deep):
    file.write_text(deep, encoding="utf-8")
    with pytest.raises(Damaged, match="nested"):
        records.read(file)


ODD = (None, True, 0, -1, 1e308, 10**400, "", "x", "\ud800", [], [[]], {}, {"a": 1}, [1, "x"], [[1], [1, 2]], [None])


def _mutant(whole: bytes, chance: random.Random) -> bytes:
    """A record with flipped bits, cut short, or with one value of another kind under a right checksum."""
    kind = chance.randrange(6)
    if kind == 0:
        changed = bytearray(whole)
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        return bytes(changed)
    if kind == 1:
        return whole[: chance.randrange(len(whole))]
    data = json.loads(whole)
    del data["checksum"]
    place, name = chance.choice(list(_places(data)))
    if kind == 2:
        del place[name]
    else:
        place[name] = chance.choice(ODD)
    form = data.pop("format", 1)
    return json.dumps({"format": form, "checksum": records.digest(data), **data}).encode()


def _places(value):
    """Each entry of nested tables and rows, as what holds it and its key."""
    for name in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, name
        if isinstance(value[name], (dict, list)):
            yield from _places(value[name])
