"""The command line: what goes where, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import CONSERVED, WRONG

import layerproof
from layerproof.desk.cli import build_parser, main

Write = Callable[..., Path]
OPEN = (
    "undefined = Claim('own/undefined', title='', statement=Identity((S + m)/(S - m), S/(S - m) + m/(S - m)))",
    "Claim('own/open', title='', statement=Identity(S*(S + 1), S**2 + S), uses=[undefined])",
)
ERRATUM = (
    'printed = Claim("own/printed", title="Rate as printed", statement=Identity((S - m)**2, S**2 - m**2), '
    'erratum=Erratum("slip", wrong="The mixed term is missing.", consequence="Nothing else."))'
)
REPAIR = (
    'Claim("own/repaired", title="The repair", statement=Identity((S - m)**2, S**2 - 2*S*m + m**2), corrects=printed)'
)
FAST = ("--method", "exact", "--budget", "10")

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ((CONSERVED,), 0),
        ((CONSERVED, ERRATUM, REPAIR), 0),
        ((CONSERVED, WRONG), 1),
        ((ERRATUM.replace("S**2 - m**2", "S**2 - 2*S*m + m**2"),), 1),
        ((CONSERVED, "nosuch"), 2),
        ((WRONG, "nosuch"), 1),
        (("nosuch",), 2),
        (OPEN, 3),
    ],
)
def test_exit_codes(claims_file: Write, lines: tuple[str, ...], code: int) -> None:
    assert main(["check", str(claims_file(*lines)), *FAST]) == code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["chekc"], "invalid choice: 'chekc'; did you mean check?"),
        (["check", "--method", "magic"], "got method 'magic'; expected some of exact, numeric, trained, coq"),
        (["check", "--jobs", "0"], "got '0'; expected a whole number of at least 1"),
        (["check", "--budget", "soon"], "got 'soon'; expected a number of seconds greater than 0"),
        (["check", "--budget", "nan"], "greater than 0"),
        (["check", "--scale", "huge"], "invalid choice"),
        (["show"], "required: ID"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert message in err
    assert out == ""


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("export latex --kept feedback emergence", ["feedback", "emergence"]),
        ("export --kept latex feedback emergence", ["feedback", "emergence"]),
        ("export latex feedback --out x emergence", ["feedback", "emergence"]),
        ("check feedback --method exact emergence", ["feedback", "emergence"]),
        ("show feedback/sigmoid --pins emergence/flow", ["feedback/sigmoid", "emergence/flow"]),
        ("errata feedback --full emergence", ["feedback", "emergence"]),
        ("list feedback --theorems emergence", ["feedback", "emergence"]),
        ("coverage 3.13 --json x thesis", ["3.13", "thesis"]),
        ("graph feedback --dot x emergence", ["feedback", "emergence"]),
        ("figures thesis-5.2 --out x thesis-5.1", ["thesis-5.2", "thesis-5.1"]),
        ("export html --kept", []),
        ("check --all -- -odd", ["-odd"]),
    ],
)
def test_names_and_options_come_in_any_order(line: str, what: list[str]) -> None:
    assert build_parser().parse_args(line.split()).what == what


def test_nothing_collected_is_an_error(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty.py"
    empty.write_text("# nothing yet\n")
    for what, said in ((str(empty), "holds no claim"), ("nosuch-subject", "no claim, subject or file of this name")):
        assert main(["check", what]) == 2
        out, err = capsys.readouterr()
        assert said in err
        assert err.count("layerproof:") == 1  # one message, and not a second one that nothing was collected
        assert out == ""


def test_results_on_stdout_and_errors_on_stderr(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(claims_file(CONSERVED, WRONG, "nosuch")), *FAST]) == 1
    out, err = capsys.readouterr()
    assert "1 VERIFIED, 1 REFUTED" in out
    assert "got REFUTED, expected VERIFIED" in out
    assert "S = " in out
    assert "nosuch" not in out
    assert err.startswith("layerproof: ")
    assert err.count("nosuch") == 2  # the message, and the line


def test_each_fault_has_its_message_and_the_others_their_verdicts(
    claims_file: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = claims_file(
        "import sympy",
        "x = sympy.Symbol('x')",
        CONSERVED,
        "Claim('own/contradictory', title='', statement=Identity(S*(S + 1), S**2 + S), hypotheses=[S < m, m < S])",
        "Claim('own/outside', title='', statement=Identity((x + 1)**2, x**2 + 2*x + 1))",
        "Claim('own/unknown', title='', statement=Identity(nosuch, S))",
        CONSERVED,
        "Claim('own/endless', title='', statement=Identity(sympy.factorint(2**499 - 1), S))",
        WRONG,
    )
    assert main(["check", str(file), "--method", "exact", "--budget", "2"]) == 1
    out, err = capsys.readouterr()
    assert "1 VERIFIED, 1 REFUTED, 2 UNDECIDED" in out
    assert "the hypotheses contradict each other" in out
    assert "x has no domain: it is outside the hypotheses" in " ".join(out.split())
    assert err.count("layerproof: ") == 3
    for message in ("unknown name 'nosuch'", "duplicate id 'own/conserved'", "mine.py:14: evaluating this did not end"):
        assert message in err


@pytest.mark.parametrize("columns", [80, 140])
def test_tables_keep_to_the_width(
    columns: int, claims_file: Write, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    long = CONSERVED.replace("conserved", "a-rather-long-name-of-a-claim-that-goes-on-and-on-and-on")
    main(["check", str(claims_file(CONSERVED, long, WRONG)), *FAST])
    out, _ = capsys.readouterr()
    assert max(map(len, out.splitlines())) <= columns
    assert ("Difference of squares" in out) == (columns == 140)


def test_json_on_stdout_is_only_json(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(claims_file(CONSERVED, ERRATUM, REPAIR)), *FAST, "--json", "-"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["version"] == layerproof.__version__
    conserved, printed, repaired = data["claims"]
    assert set(conserved) >= {
        "id", "title", "subject", "expected", "verdict", "sources", "corrects", "seconds", "evidence", "mutants",
    }  # fmt: skip
    assert (conserved["id"], conserved["subject"], conserved["verdict"]) == ("own/conserved", "own", "VERIFIED")
    (evidence,) = conserved["evidence"]
    assert set(evidence) >= {"method", "verdict", "how", "seconds", "reason", "witness", "tolerance", "draws"}
    assert (conserved["kind"], conserved["unpinned"], conserved["cited"]) == ("conserved", [], [])
    assert all(conserved[name] for name in ("statement", "hypotheses", "latex"))
    assert conserved["mutants"]["made"] > 0
    assert conserved["mutants"]["survived"] == []
    assert (printed["expected"], printed["verdict"]) == ("REFUTED", "REFUTED")
    assert set(printed["evidence"][0]["witness"]["symbols"]) >= {"S", "m"}
    assert repaired["corrects"] == "own/printed"


def test_json_to_a_file_beside_the_table(
    claims_file: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "new" / "out.json"
    assert main(["check", str(claims_file(CONSERVED)), *FAST, "--json", str(target)]) == 0
    assert "1 VERIFIED" in capsys.readouterr().out
    assert json.loads(target.read_text())["claims"][0]["verdict"] == "VERIFIED"
    assert main(["check", str(claims_file(CONSERVED)), *FAST, "--json", str(tmp_path)]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_list(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", str(claims_file(CONSERVED, WRONG))]) == 0
    assert capsys.readouterr().out.splitlines() == ["own/conserved\tDifference of squares", "own/wrong\tA sign slip"]


def test_show_is_a_page(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (
        CONSERVED.replace("Claim(", "first = Claim(", 1),
        ERRATUM,
        REPAIR.replace("corrects", "uses=[first], corrects"),
    )
    file = claims_file(*lines)
    assert main(["show", f"{file}::own/printed", *FAST]) == 0
    page = capsys.readouterr().out
    for text in (
        "Rate as printed",
        "REFUTED",
        "As printed",
        "m and S are positive real numbers.",
        "a slip: the line is wrong",
        "The mixed term is missing.",
        "witness at",
        "Corrected by",
        "own/repaired",
    ):
        assert text in page
    assert main(["show", f"{file}::own/repaired", *FAST]) == 0
    page = capsys.readouterr().out
    for text in ("By exact algebra", "VERIFIED", "Mutants:", "Uses", "own/conserved", "Corrects", "own/printed"):
        assert text in page


def test_show_of_an_unknown_id_suggests_one(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", f"{claims_file(CONSERVED)}::own/konserved"]) == 2
    assert "did you mean own/conserved?" in capsys.readouterr().err


def test_errata(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errata", "--full", str(claims_file(CONSERVED, ERRATUM, REPAIR)), "--budget", "10"]) == 0
    out = capsys.readouterr().out
    for text in ("Rate as printed", "REFUTED", "witness", "repair", "VERIFIED", "Nothing else.", "own/repaired"):
        assert text in out
    assert "1 erratum: 1 refuted, 1 with a repair that is proved" in out
    assert "own/conserved" not in out


def test_no_cache_computes_again(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(claims_file(CONSERVED))
    for options, kept in (([], False), ([], True), (["--no-cache"], False)):
        assert main(["check", file, *FAST, *options]) == 0
        assert ("from the cache" in capsys.readouterr().out) == kept


def test_importing_is_light() -> None:
    program = "import sys, layerproof, layerproof.pytest_plugin; print(*{'sympy', 'numpy', 'rich'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_every_offered_name_can_be_imported() -> None:
    for name in layerproof.__all__:
        assert getattr(layerproof, name) is not None
    assert set(layerproof.__all__) <= set(dir(layerproof))
    with pytest.raises(AttributeError, match="did you mean 'Claim'"):
        layerproof.Clam  # noqa: B018


def test_as_a_module() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "layerproof", "--version"], capture_output=True, text=True, check=True
    )
    assert shown.stdout == f"layerproof {layerproof.__version__}\n"


def test_an_export_of_what_is_kept_proves_nothing(
    claims_file: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(claims_file(CONSERVED))
    assert main(["export", "html", file, "--kept", "--out", str(tmp_path / "none")]) == 3
    assert "NOT CHECKED" in (tmp_path / "none" / "claims.html").read_text(encoding="utf-8")
    assert main(["check", file, "--method", "exact"]) == 0
    assert main(["export", "html", file, "--kept", "--out", str(tmp_path / "all")]) == 0
    assert "NOT CHECKED" not in (tmp_path / "all" / "claims.html").read_text(encoding="utf-8")
    capsys.readouterr()
