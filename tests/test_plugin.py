"""The pytest plugin: items, selection, failures, and nobody else's files."""

from __future__ import annotations

import pytest
from conftest import CONSERVED, HEADER, WRONG

pytestmark = pytest.mark.usefixtures("own_cache")
FAST = ("-p", "no:cacheprovider", "--layerproof-method", "exact")


@pytest.fixture
def mine(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(mine=HEADER + CONSERVED + WRONG)
    return pytester


def test_an_item_a_claim_and_method(mine: pytest.Pytester) -> None:
    result = mine.runpytest("mine.py", "--collect-only", "-q", "--layerproof-method", "exact,numeric")
    result.stdout.fnmatch_lines(
        [
            "mine.py::own/conserved::exact",
            "mine.py::own/conserved::numeric",
            "mine.py::own/wrong::exact",
            "mine.py::own/wrong::numeric",
        ]
    )


def test_failures_give_the_witness_and_the_summary_the_verdicts(mine: pytest.Pytester) -> None:
    result = mine.runpytest("mine.py", *FAST)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*got REFUTED, expected VERIFIED*",
            "exact: REFUTED at *S = *",
            "*verdicts of claims*",
            "*exact: 1 REFUTED, 1 VERIFIED*",
        ]
    )
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("options", "passed", "failed"),
    [
        (("-k", "conserved"), 1, 0),
        (("-k", "wrong"), 0, 1),
        (("-m", "exact"), 1, 1),
        (("mine.py::own/conserved::exact",), 1, 0),
    ],
)
def test_selection(mine: pytest.Pytester, options: tuple[str, ...], passed: int, failed: int) -> None:
    files = () if "::" in options[0] else ("mine.py",)
    mine.runpytest(*files, *options, *FAST).assert_outcomes(
        passed=passed, failed=failed, deselected=0 if "::" in options[0] or options[0] == "-m" else 1
    )


def test_a_file_is_run_once(pytester: pytest.Pytester) -> None:
    count = "with open(__file__ + '.runs', 'a') as stream:\n    stream.write('x')\n"
    pytester.makepyfile(mine=HEADER + count + CONSERVED)
    pytester.runpytest("mine.py", *FAST).assert_outcomes(passed=1)
    assert (pytester.path / "mine.py.runs").read_text() == "x"


def test_the_last_failed_alone(mine: pytest.Pytester) -> None:
    options = ("mine.py", "--layerproof-method", "exact")
    mine.runpytest(*options).assert_outcomes(passed=1, failed=1)
    mine.runpytest(*options, "--lf").assert_outcomes(failed=1)


def test_in_parallel(mine: pytest.Pytester) -> None:
    result = mine.runpytest_subprocess("mine.py", "-n", "2", *FAST)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*verdicts of claims*", "*exact: 1 REFUTED, 1 VERIFIED*"])


def test_files_of_claims_by_name(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(claims_own=HEADER + CONSERVED, own_claims=HEADER + WRONG, other=HEADER + WRONG)
    pytester.runpytest(*FAST).assert_outcomes(passed=1, failed=1)
    pytester.makeini("[pytest]\nlayerproof_files = other.py\n")
    pytester.runpytest(*FAST).assert_outcomes(failed=1)


def test_a_slip_in_the_file_fails_once_and_the_claims_go_on(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=HEADER + "q = postive('q')\n" + CONSERVED)
    result = pytester.runpytest("mine.py", *FAST)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*mine.py:7: unknown name 'postive'; did you mean 'positive'?"])


def test_a_syntax_error_is_a_failure(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=HEADER)
    (pytester.path / "mine.py").write_text(HEADER + "Claim(")
    pytester.runpytest("mine.py", *FAST).assert_outcomes(failed=1)


def test_an_undecided_claim_fails_unless_it_is_expected(pytester: pytest.Pytester) -> None:
    text = "Claim('own/open', title='', statement=Identity(S*(S + m), S**2 + S*m), hypotheses=[S < m, m < S]{})\n"
    pytester.makepyfile(mine=HEADER + text.format(""), expecting=HEADER + text.format(", expected='UNDECIDED'"))
    result = pytester.runpytest("mine.py", *FAST)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["got UNDECIDED, expected VERIFIED", "exact: *"])
    pytester.runpytest("expecting.py", *FAST).assert_outcomes(passed=1)


def test_what_a_claim_uses_is_checked_with_it(pytester: pytest.Pytester) -> None:
    used = WRONG.replace("Claim(", "wrong = Claim(", 1)
    pytester.makepyfile(mine=HEADER + used + CONSERVED.replace("statement=", "uses=[wrong], statement="))
    result = pytester.runpytest("mine.py", "-k", "conserved", *FAST)
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(["it uses own/wrong, which is REFUTED"])


def test_other_files_are_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        claims_helper="raise RuntimeError('not for collection')",
        test_ordinary="import layerproof\ndef test_a(): pass\n",
        check_this="def test_b(): pass\n",
    )
    pytester.runpytest().assert_outcomes(passed=1)
    pytester.runpytest("test_ordinary.py", "check_this.py").assert_outcomes(passed=2)


def test_a_mention_of_an_import_runs_no_file(pytester: pytest.Pytester) -> None:
    mention = '"""\nfrom layerproof import Claim\n"""\nraise RuntimeError("not for collection")\n'
    pytester.makepyfile(claims_told=mention, test_ordinary="def test_a(): pass\n")
    pytester.runpytest(*FAST).assert_outcomes(passed=1)


def test_a_file_may_hold_claims_and_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(mine=HEADER + CONSERVED + "def test_own(): assert S != m\n")
    pytester.runpytest("mine.py", *FAST).assert_outcomes(passed=2)


def test_the_off_switch(mine: pytest.Pytester) -> None:
    result = mine.runpytest_subprocess("mine.py", "-p", "no:layerproof")
    assert "own/conserved" not in result.stdout.str()
    result.assert_outcomes()


def test_an_unknown_method_is_wrong_usage(mine: pytest.Pytester) -> None:
    result = mine.runpytest_subprocess("mine.py", "--layerproof-method", "magic")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*got magic; expected exact, numeric, trained*"])


def test_the_library_is_collected_on_request(pytester: pytest.Pytester) -> None:
    from layerproof.running.loading import Library

    claim = Library().claims(Library().subjects[0])[0]
    result = pytester.runpytest("--layerproof", "--collect-only", "-q", "--layerproof-method", "exact")
    result.stdout.fnmatch_lines([f"*{claim.id}::exact"])
