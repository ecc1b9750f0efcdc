"""One network that fails is reported, and counts against the prediction; what the others found is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
import sympy as sp
from late import late

from layerproof.desk import experiments, tables
from layerproof.language.claims import Claim
from layerproof.language.statements import Identity
from layerproof.language.verdicts import Verdict
from layerproof.networks import checks
from layerproof.networks.experiments import Config, Experiment, Prediction, compare
from layerproof.networks.harness import asking, records, registry
from layerproof.networks.harness.blocks import collect, cut
from layerproof.networks.harness.failing import Failure

with late():
    from layerproof.networks.harness import running
    from layerproof.networks.harness.running import found, run

AT = 1002
TRAINED: list[tuple[int, int]] = []


@dataclass(frozen=True)
class Lines(Config):
    """How one of the lines fails: ``diverges``, ``cell``, ``raises``, ``never``, ``nan``, ``all``, or not at all."""

    how: str = ""


def predict(config: Lines) -> list[Prediction]:
    """A line is fitted, in two cells; the printed sentence says twice as steep."""
    return [
        Prediction("slope", "", [1.5, 1.5], 0.1, ("test/line",)),
        Prediction("slope", "", [3.0, 3.0], 0.1, ("test/printed",), printed=True),
        Prediction("half time", "", 2.0, 2.0, ("test/line",)),
    ]


def measure(config, session):
    """Two lines a seed, the second with a rate that lets one of them diverge."""
    import torch

    from layerproof.networks.harness.crossings import crossing_times
    from layerproof.networks.streams import normal
    from layerproof.networks.training import SGD, full_batch, train

    TRAINED.append((session.seed, config.seeds))
    if config.how == "raises" and AT - session.seed in range(config.seeds):
        raise ValueError("no direction has a maximum")
    if config.how == "all":
        raise ValueError("got batches of 50 of 20 samples")
    start = normal(session.streams(config.seeds, "start"), config.seeds, 1).repeat(2, 1).float() / 10
    here = AT - session.seed in range(config.seeds)
    broken = torch.arange(2 * config.seeds) == config.seeds + AT - session.seed
    if config.how == "cell":
        broken, here = torch.arange(2 * config.seeds) >= config.seeds, True
    rate = torch.where(broken & here & (config.how in ("diverges", "cell")), 1e30, 0.2)
    training = train(
        lambda parameters, x: x * parameters["slope"],
        {"slope": start},
        full_batch(torch.ones(4, 1), 1.5 * torch.ones(4, 1), shared=True),
        steps=40,
        optimiser=SGD(rate),
        observe=lambda parameters: {"slope": parameters["slope"][:, 0]},
        at=range(41),
        session=session,
        name="lines",
    )
    slopes = training.observed["slope"].reshape(41, 2, config.seeds).permute(0, 2, 1).double().numpy()
    if config.how == "never" and here:
        slopes[:, AT - session.seed, 1] = 0.3
    if config.how == "nan" and here:
        slopes[-1, AT - session.seed, 1] = np.nan
    half = crossing_times(np.arange(41.0), np.nan_to_num(slopes) if config.how == "nan" else slopes, 0.75)
    return {"slope": slopes[-1], "half time": half.mean(-1), "path": slopes[..., 0]}


LINES = Experiment(
    "test/failing",
    title="Lines",
    claims=("test/line", "test/printed"),
    sources=(),
    scales=dict.fromkeys(("smoke", "desk", "paper"), Lines(6)),
    predict=predict,
    measure=measure,
    curves=("path",),
)


def broken(how: str) -> Experiment:
    """The experiment with a line that fails in this way."""
    return replace(LINES, scales=dict.fromkeys(LINES.scales, Lines(6, how)))


@pytest.fixture(scope="module")
def sound():
    """The record of lines none of which fails."""
    return run(LINES, "smoke", device="cpu", folder=None)


def test_lines_that_do_not_fail_keep_to_what_is_predicted(sound):
    assert sound.failures == ()
    verdicts = [item.verdict for item in sound.comparisons()]
    assert verdicts == [Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.SUPPORTED]


@pytest.mark.parametrize(
    ("how", "where", "cause"),
    [
        ("diverges", [("slope", "entry 1"), ("half time", "")], "lines: diverged at step"),
        ("raises", [("", "")], "no direction has a maximum"),
    ],
)
def test_a_network_that_raises_is_named_and_the_others_are_kept(how, where, cause, sound, tmp_path):
    record = run(broken(how), "smoke", device="cpu", folder=tmp_path)
    assert [(failure.seed, failure.quantity, failure.cell) for failure in record.failures] == [
        (AT, *at) for at in where
    ]
    assert all(cause in failure.cause for failure in record.failures)
    others = [k for k in range(6) if 1000 + k != AT]
    for name, rows in record.measured.items():
        assert np.isnan(rows[AT - 1000]).any()
        np.testing.assert_allclose(rows[others], sound.measured[name][others], rtol=1e-6)
    left = slice(None) if how == "diverges" else others  # of one cell, which does not diverge
    np.testing.assert_allclose(record.curves["path"], sound.curves["path"][:, left], rtol=1e-4)
    (file,) = (tmp_path / "records").iterdir()
    assert records.read(file).failures == record.failures


def test_a_cell_that_diverges_at_every_seed_leaves_the_other_cells(sound):
    record = run(broken("cell"), "smoke", device="cpu", folder=None)
    np.testing.assert_allclose(record.measured["slope"][:, 0], sound.measured["slope"][:, 0], rtol=1e-6)
    assert np.isnan(record.measured["slope"][:, 1]).all()
    assert {failure.cell for failure in record.failures if failure.quantity == "slope"} == {"entry 1"}
    slope, printed, half = record.comparisons()
    assert (slope.verdict, slope.failed, slope.mean[0]) == (Verdict.UNDECIDED, 6, pytest.approx(1.5, rel=1e-3))
    assert printed.verdict is half.verdict is Verdict.UNDECIDED
    wrong = compare(replace(slope.prediction, value=[2.0, 1.5]), record.measured["slope"])
    assert (wrong.verdict, wrong.worst) == (Verdict.CONTRADICTED, (0,))


def test_a_network_that_never_gets_half_way_costs_that_number_alone(sound):
    TRAINED.clear()
    record = run(broken("never"), "smoke", device="cpu", folder=None)
    cause = "no finite number was measured: curve (1) never reaches 0.75: it gets to 0.3 by the time 40"
    assert record.failures == (Failure(AT, "half time", "", cause),)
    assert TRAINED == [(1000, 6)]
    np.testing.assert_array_equal(record.measured["slope"][:, 0], sound.measured["slope"][:, 0])
    assert record.measured["slope"][AT - 1000, 1] == pytest.approx(0.3)
    assert [item.failed for item in record.comparisons()] == [0, 0, 1]
    assert record.comparisons()[2].verdict is Verdict.UNDECIDED


def test_seeds_are_tried_in_halves():
    TRAINED.clear()
    run(broken("raises"), "smoke", device="cpu", folder=None)
    assert TRAINED == [(1000, 6), (1000, 3), (1000, 1), (1001, 2), (1001, 1), (1002, 1), (1003, 3)]


def test_a_number_that_is_none_costs_its_quantity_alone(sound):
    record = run(broken("nan"), "smoke", device="cpu", folder=None)
    assert record.failures == (Failure(AT, "slope", "entry 1", "what was measured is nan, no finite number"),)
    np.testing.assert_array_equal(record.measured["half time"], sound.measured["half time"])
    assert [item.verdict for item in record.comparisons()] == [
        Verdict.UNDECIDED,
        Verdict.UNDECIDED,
        Verdict.SUPPORTED,
    ]


@pytest.mark.parametrize("how", ["diverges", "cell", "raises", "nan"])
def test_a_failure_leaves_no_prediction_as_it_was_expected(how):
    slope, printed, _ = run(broken(how), "smoke", device="cpu", folder=None).comparisons()
    assert (slope.verdict, slope.failed) == (Verdict.UNDECIDED, 6 if how == "cell" else 1)
    assert slope.seeds == 6 - slope.failed
    assert printed.verdict is Verdict.UNDECIDED


def test_readers_are_told_which_network_failed_and_why(tmp_path, capsys):
    found_ = running.Found(run(broken("never"), "smoke", device="cpu", folder=None))
    experiments.page(experiments.Shown(broken("never"), asking.ask(broken("never"), "smoke"), found_), tables.console())
    page = " ".join(capsys.readouterr().out.split())
    said = "a network failed: seed 1002, half time: no finite number was measured: curve (1) never reaches 0.75"
    assert said in page
    assert "half time: UNDECIDED, 1 of 6 networks failed" in page


def test_the_verdict_on_a_claim_says_which_networks_failed():
    x = sp.Symbol("x", real=True)
    claim = Claim("test/line", title="A square", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1))
    registry.add(broken("never"))
    try:
        evidence = checks.check(claim, scale="smoke", device="cpu")
    finally:
        registry._added.clear()
    assert evidence.verdict is Verdict.UNDECIDED
    assert "seed 1002, half time: no finite number was measured: curve (1) never" in evidence.reason
    assert "half time: 1 of 6 networks failed" in evidence.reason


def test_a_failure_does_not_save_what_the_others_contradict():
    rows = np.r_[np.nan, 3.0 + np.arange(5) / 100]
    wrong = compare(Prediction("slope", "", 1.5, 0.1, ("test/line",)), rows)
    assert wrong.verdict is Verdict.CONTRADICTED
    kept = compare(Prediction("slope", "", 3.0, 0.1, ("test/printed",), printed=True), rows)
    assert kept.verdict is Verdict.SUPPORTED


def test_where_every_network_fails_the_run_does():
    with pytest.raises(ValueError, match=r"^got batches of 50 of 20 samples$"):
        run(broken("all"), "smoke", device="cpu", folder=None)


def test_what_is_no_networks_fault_ends_the_run_at_once():
    def absent(config, session):
        TRAINED.append((session.seed, config.seeds))
        raise FileNotFoundError("no such folder of data")

    TRAINED.clear()
    with pytest.raises(FileNotFoundError):
        run(replace(LINES, measure=absent), "smoke", device="cpu", folder=None)
    assert TRAINED == [(1000, 6)]


def test_seeds_that_are_measured_together_fail_together():
    with pytest.raises(ValueError, match="no direction has a maximum"):
        run(replace(broken("raises"), whole=True), "smoke", device="cpu", folder=None)


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [2, 6])
@pytest.mark.parametrize("how", ["raises", "never"])
def test_blocks_with_a_network_that_failed_make_the_record_of_one_process(blocks, how):
    asked = asking.ask(broken(how), "smoke")
    parts = [found(part, "cpu", None, part=True).record for part in cut(asked, blocks)]
    together, alone = collect(asked, parts), run(broken(how), "smoke", device="cpu", folder=None)
    assert together.failures == alone.failures
    assert [failure.seed for failure in together.failures] == [AT]
    for name, rows in together.measured.items():
        np.testing.assert_allclose(rows, alone.measured[name], rtol=1e-6)
    np.testing.assert_allclose(together.curves["path"], alone.curves["path"], rtol=1e-4)


def test_blocks_of_which_every_network_failed_make_no_record():
    asked = asking.ask(broken("all"), "smoke")
    parts = [found(part, "cpu", None, part=True).record for part in cut(asked, 2)]
    with pytest.raises(ValueError, match="got batches of 50"):
        collect(asked, parts)


def test_a_row_that_is_not_finite_and_has_no_failure_is_found_out(sound):
    rows = sound.measured["half time"].copy()
    rows[3] = np.nan
    with pytest.raises(ValueError, match="seed 1003 does not fit the failures"):
        replace(sound, measured={**sound.measured, "half time": rows}).comparisons()
