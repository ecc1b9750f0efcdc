"""A slip in a file gives one message, and costs no other claim its verdict."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import CONSERVED, WRONG

from layerproof.running import userfile
from layerproof.running.loading import Library, Selection, closure, select

Write = Callable[..., Path]
TRUE = 'Claim("own/square", title="", statement=Identity((S + m)**2, S**2 + 2*S*m + m**2))'


def ids(selection: Selection) -> list[str]:
    return [claim.id for claim in selection.claims]


def only_problem(selection: Selection) -> str:
    assert len(selection.problems) == 1, selection.problems
    return str(selection.problems[0])


def test_a_file_without_slips(claims_file: Write) -> None:
    file = claims_file(CONSERVED, TRUE)
    selection = select([str(file)])
    assert ids(selection) == ["own/conserved", "own/square"]
    assert selection.problems == []
    assert selection.places["own/square"].endswith("mine.py:8")


def test_claims_need_no_variable_and_may_be_made_in_loops_and_functions(claims_file: Write) -> None:
    file = claims_file(
        "def make(k):",
        '    return Claim(f"own/power-{k}", title="", statement=Identity((S + 1)*(S + k), S**2 + (k + 1)*S + k))',
        "for k in range(3): make(k)",
    )
    selection = select([str(file)])
    assert ids(selection) == ["own/power-0", "own/power-1", "own/power-2"]
    assert selection.places["own/power-2"].endswith(":9")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("q = postive('q')", "mine.py:7: unknown name 'postive'; did you mean 'positive'?\n    q = postive('q')"),
        ("q = real('q')", "unknown name 'real'; add it to the line 'from layerproof import ...'"),
        ("q = zzqqj", "unknown name 'zzqqj'; expected a name that is defined above or imported"),
        ("from layerproof import postive", "layerproof has no 'postive'; did you mean 'positive'?"),
        ("import nosuchmodule", "ModuleNotFoundError: No module named 'nosuchmodule'"),
        ("1/0", "mine.py:7: ZeroDivisionError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("return 5", "syntax error: 'return' outside function"),
        (
            "Claim('own/Bad', title='', statement=Identity(S*(S + 1), S**2 + S))",
            "claim id 'own/Bad' is malformed; expected",
        ),
        ("Claim('own/x', title='')", "TypeError: "),
        ("Identity(S)", "TypeError: "),
        ("trajectories()", "TypeError: "),
        ("Claim('own/x', title='', statement='S')", "claim 'own/x': got statement 'S'; expected a statement, such as"),
        (
            "Claim('own/x', title='', statement=Identity(S*(S + 1), S**2 + S), uses=['a/b'])",
            "got uses 'a/b'; expected claims",
        ),
        (
            "Claim('own/x', title='', statement=Identity(S*(S + 1), S**2 + S), source='3.9')",
            "got source '3.9'; expected a source",
        ),
        (
            "Claim('own/x', title='', statement=Identity(S*(S + 1), S**2 + S), hypotheses=['S'])",
            "got hypothesis 'S'",
        ),
        (
            "Claim('own/x', title='', statement=Identity(S*(S + 1), S**2 + S), erratum='slip')",
            "got erratum 'slip'; expected Erratum",
        ),
        ("GradientFlow(loss=S, parameters=(a,), time=t)", "the loss does not depend on parameter a(t)"),
    ],
)
def test_one_slip_one_message(claims_file: Write, line: str, message: str) -> None:
    selection = select([str(claims_file(line, CONSERVED))])
    assert message in only_problem(selection)
    assert ids(selection) == ["own/conserved"]


def test_a_claim_that_needs_a_flawed_one_is_left_out_too(claims_file: Write) -> None:
    flawed = "first = Claim('own/first', title='', statement=Identity(S*(S + 1), S**2 + S), uses=['own/zero'])"
    second = "Claim('own/second', title='', statement=Identity(S*(S + 1), S**2 + S), uses=[first])"
    selection = select([str(claims_file(flawed, second, CONSERVED))])
    assert "it needs 'own/first', which is left out" in str(selection.problems[1])
    assert ids(selection) == ["own/conserved"]


def test_a_slip_deep_in_a_function_names_the_line_where_it_is(claims_file: Write) -> None:
    selection = select([str(claims_file("def f():", "    return S + nosuch", "f()", CONSERVED))])
    assert "mine.py:8: unknown name 'nosuch'" in only_problem(selection)


def test_what_follows_from_a_slip_is_counted_with_it(claims_file: Write) -> None:
    file = claims_file(
        "q = postive('q')",
        "Claim('own/q', title='', statement=Identity(q, q))",
        "p = q**2",
        "Claim('own/p', title='', statement=Identity(p, p))",
        CONSERVED,
    )
    selection = select([str(file)])
    assert only_problem(selection).endswith("left out because they need it: lines 8, 9, 10")
    assert ids(selection) == ["own/conserved"]


def test_an_older_value_never_stands_in_for_one_that_failed(claims_file: Write) -> None:
    file = claims_file("m = postive('m')", "Claim('own/m', title='', statement=Identity(m*(m+1), m**2+m))")
    selection = select([str(file)])
    assert ids(selection) == []
    assert "it needs it: line 8" in only_problem(selection)


def test_a_name_defined_again_is_good_again(claims_file: Write) -> None:
    file = claims_file(
        "m = postive('m')", "m = positive('m')", "Claim('own/m', title='', statement=Identity(m*(m+1), m**2+m))"
    )
    assert ids(select([str(file)])) == ["own/m"]


def test_a_syntax_error_is_one_message(claims_file: Write) -> None:
    selection = select([str(claims_file(CONSERVED, "Claim('own/x', title=''"))])
    assert "mine.py:8: syntax error: '(' was never closed" in only_problem(selection)
    assert ids(selection) == []


@pytest.mark.parametrize("content", [b"x = 1\0", b"# coding: nosuch\n", b"\xff\xfe x"])
def test_bytes_that_are_no_python(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mine.py"
    file.write_bytes(content)
    assert "mine.py" in only_problem(select([str(file)]))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("while True: pass", "mine.py:7: evaluating this did not end within 1 s"),
        ("x = sum(range(10**12))", "did not end within 1 s"),  # in C, where no alarm is heard
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", None),
    ],
)
def test_an_evaluation_that_never_ends_or_crashes(claims_file: Write, line: str, message: str | None) -> None:
    file = claims_file(line, CONSERVED) if message else claims_file("import os, signal", line.split("; ")[1], CONSERVED)
    selection = userfile.load(file, limit=1.0)
    (problem,) = selection.problems
    assert (message or "brought its process down (SIGSEGV)") in str(problem)
    assert [claim.id for claim in selection.claims] == ["own/conserved"]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("keeper", ["except Exception:", "except:"])
def test_exceptions_of_the_file_cannot_keep_the_alarm(claims_file: Write, keeper: str) -> None:
    lines = ("try:", "    while True: pass", keeper, "    pass", CONSERVED)
    loaded = userfile.load(claims_file(*lines), limit=0.5)
    assert "did not end" in str(loaded.problems[0])
    assert len(loaded.claims) == 1


def test_duplicate_ids_name_both_places_and_the_first_stays(claims_file: Write) -> None:
    file = claims_file(CONSERVED, CONSERVED.replace("a**2", "a**3"))
    selection = select([str(file)])
    message = only_problem(selection)
    assert "mine.py:8: duplicate id 'own/conserved'" in message
    assert "mine.py:7, which keeps it" in message
    assert "a**2" in str(selection.claims[0].statement)


def test_the_same_file_twice_is_no_duplicate_of_an_imported_claim(claims_file: Write) -> None:
    claims_file("first = " + CONSERVED, name="helper.py")
    file = claims_file("from helper import first", WRONG.replace("statement=", "uses=[first], statement="))
    try:
        selection = select([str(file)])
    finally:
        sys.modules.pop("helper", None)
    assert ids(selection) == ["own/wrong"]  # what an import makes belongs to the imported file
    assert [claim.id for claim in closure(selection.claims)] == ["own/conserved", "own/wrong"]
    assert selection.problems == []
    assert str(file.parent) not in sys.path


def test_the_file_is_not_main_and_shadows_nothing(claims_file: Write) -> None:
    before = set(sys.modules)
    file = claims_file(
        "if __name__ == '__main__':", "    1/0", "class K: pass", "assert K.__module__ == __name__", CONSERVED
    )
    assert select([str(file)]).problems == []
    assert all(not name.isidentifier() for name in set(sys.modules) - before if "claims of" in name)
    assert "mine" not in sys.modules


def test_future_imports_reach_later_statements(claims_file: Write) -> None:
    lines = ("from __future__ import annotations", "def f(x: nosuch) -> nosuch: return x")
    assert (
        select([str(claims_file(*lines, CONSERVED, header=""))]).problems[0].message.startswith("unknown name 'Claim'")
    )


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("nosuch.py", "no such file"),
        (".", "got a folder; expected a file of claims"),
        ("folder.py", "got a folder"),
        ("notes.txt", "no Python file; expected"),
        ("empty.py", "holds no claim; expected at least one"),
        ("nosuch/claim", "no claim, subject or file of this name"),
    ],
)
def test_what_cannot_be_collected(what: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "empty.py").write_text("")
    selection = select([what])
    assert message in only_problem(selection)
    assert selection.claims == []


def test_claims_of_a_file_by_pattern(claims_file: Write) -> None:
    file = claims_file(CONSERVED, WRONG)
    assert ids(select([f"{file}::own/w*"])) == ["own/wrong"]
    assert "did you mean own/wrong" in only_problem(select([f"{file}::own/wrang"]))


def test_the_library_by_subject_id_and_pattern() -> None:
    library = Library()
    subject = library.subjects[0]
    claims = library.claims(subject)
    assert claims
    assert ids(select([subject])) == [claim.id for claim in claims]
    assert ids(select([claims[0].id])) == [claims[0].id]
    assert ids(select([f"{subject}/*"])) == [claim.id for claim in claims if claim.subject == subject]
    assert ids(select([claims[0].id, subject])) == [claim.id for claim in claims]
    assert f"did you mean {subject}" in only_problem(select([subject + "x"]))


def test_a_subject_that_cannot_be_loaded_is_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    from layerproof import Claim, Identity, derivations, real

    x = real("x")
    fine = [Claim("fine/claim", title="", statement=Identity(x * (x + 1), x**2 + x))]

    def load(subject: str) -> list[Claim]:
        if subject == "broken":
            raise ValueError("a slip in a chapter")
        return fine

    monkeypatch.setattr(derivations, "subjects", lambda: ("broken", "fine"))
    monkeypatch.setattr(derivations, "load", load)
    selection = select([])
    assert "subject 'broken' cannot be loaded: ValueError: a slip in a chapter" in only_problem(selection)
    assert ids(selection) == ["fine/claim"]
    assert "did you mean fine/claim" in str(select(["fine/klaim"]).problems[0])
