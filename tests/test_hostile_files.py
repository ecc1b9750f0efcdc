"""Files of claims that misbehave: one message, right results, an end; and processes that outlive nobody."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import CONSERVED, evidence
from rich.table import Table

from layerproof import Evidence, Method, Verdict
from layerproof.ground.terminal import console
from layerproof.running import processes, userfile
from layerproof.running.processes import Limits

Write = Callable[..., Path]
FAST = ("--method", "exact", "--budget", "10")

pytestmark = pytest.mark.usefixtures("own_cache")


def check(*arguments: str, limit: float = 120.0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "layerproof", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit, stdin=subprocess.DEVNULL)


def test_a_thread_that_never_ends_ends_with_the_command(claims_file: Write) -> None:
    forever = "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,), name='mine').start()\n"
    done = check("check", str(claims_file(CONSERVED, forever)), *FAST)
    assert done.returncode == 0, done.stderr
    assert "1 VERIFIED" in done.stdout


def test_what_is_printed_by_any_means_is_kept_off_stdout(claims_file: Write) -> None:
    noise = "import os, sys\nos.write(1, b'x')\nos.system('echo y')\nprint('z', file=sys.__stdout__)\nprint('w')\n"
    done = check("check", str(claims_file(CONSERVED, noise)), *FAST, "--json", "-")
    assert json.loads(done.stdout)["claims"][0]["verdict"] == "VERIFIED"
    assert {"x", "y", "z", "w"} <= set(done.stderr)


def test_memory_is_bounded(claims_file: Write) -> None:
    greedy = "many = bytearray(5 * 2**30)"
    (problem,) = userfile.load(claims_file(CONSERVED, greedy)).problems
    assert "more than 4 GiB of memory" in problem.message
    assert len(userfile.load(claims_file(CONSERVED, greedy)).claims) == 1


@pytest.mark.parametrize("second", ["while True: pass", "x = bytearray(5 * 2**30)"])
def test_the_second_run_is_bounded_as_well(claims_file: Write, tmp_path: Path, second: str) -> None:
    mark = tmp_path / "mark"
    twice = f"mark = __import__('pathlib').Path({str(mark)!r})\nif mark.exists():\n    {second}\nmark.touch()\n"
    before = signal.getsignal(signal.SIGALRM)
    found = userfile.load(claims_file(CONSERVED, twice), limit=0.5)
    assert len(found.claims) == 1
    assert "evaluating this" in found.problems[0].message
    assert signal.getsignal(signal.SIGALRM) is before


@pytest.mark.parametrize("long", ["+".join(["S"] * 20_000), "-" * 100_000 + "S", "(" * 1000 + "S" + ")" * 1000])
def test_an_expression_that_python_cannot_read_is_told(claims_file: Write, long: str) -> None:
    found = userfile.load(claims_file(f"far = {long}"))
    assert len(found.problems) == 1
    assert "too long or too deep" in str(found.problems[0]) or "too many nested" in str(found.problems[0])


def test_a_fifo_is_no_file_of_claims(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.py")
    with pytest.raises(OSError, match="no regular file"):
        userfile.load(tmp_path / "mine.py")


def test_how_long_it_took_by_the_clock_is_told() -> None:
    outcome = processes.run(lambda: time.sleep(30), Limits(0.5))
    assert "no answer within 0.5 s of processor time; 2 s have passed by the clock" in outcome.reason


def _gone(pids: list[int], within: float) -> bool:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not any(_alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def _alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def _noted(note: Path) -> list[int]:
    for _ in range(200):
        if note.exists() and (text := note.read_text()).endswith("\n"):
            return [int(word) for word in text.split()]
        time.sleep(0.05)
    raise AssertionError("nothing was begun")


ORPHAN = """
import os, signal, sys, time
from pathlib import Path
from layerproof.running import processes
def wait():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(sys.argv[1]).write_text(f"{os.getpid()}\\n")
    time.sleep(1000)
processes.run(wait, processes.Limits(500))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux kills orphans")
def test_a_worker_that_waits_dies_with_its_parent(tmp_path: Path) -> None:
    note = tmp_path / "note"
    parent = subprocess.Popen([sys.executable, "-c", ORPHAN, str(note)])
    pids = _noted(note)
    parent.kill()
    parent.wait()
    assert _gone(pids, 5)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the process table of Linux")
@pytest.mark.parametrize("ends", [True, False])
def test_what_a_worker_leaves_in_another_session_is_ended(tmp_path: Path, ends: bool) -> None:
    note = tmp_path / "note"

    def leave() -> str:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                note.write_text(f"{os.getpid()}\n")
                time.sleep(1000)
            os._exit(0)
        _noted(note)
        if not ends:
            time.sleep(1000)
        return "done"

    outcome = processes.run(leave, Limits(1))
    assert outcome.value == ("done" if ends else None)
    assert _gone(_noted(note), 5)


STUB = """
import sys
from layerproof.desk import cli, tables
def fail(*_): raise RuntimeError("out of order")
tables.summary = fail
sys.exit(cli.main())
"""


def test_an_internal_error_has_an_exit_code_of_its_own(claims_file: Write, tmp_path: Path) -> None:
    arguments = ["check", str(claims_file(CONSERVED)), *FAST, "--json", str(tmp_path / "out.json")]
    command = [sys.executable, "-c", STUB, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "internal error: RuntimeError: out of order" in done.stderr
    assert "LAYERPROOF_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr
    assert "VERIFIED" in done.stdout  # what was computed is shown, and written
    assert json.loads((tmp_path / "out.json").read_text())["claims"][0]["verdict"] == "VERIFIED"
    shown = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "LAYERPROOF_DEBUG": "1"}
    )
    assert shown.returncode == 70
    assert "Traceback" in shown.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full disk")
@pytest.mark.parametrize("what", ["check", "list", "check --json -"])
def test_a_full_disk_is_told(claims_file: Write, what: str) -> None:
    name, *options = what.split()
    fast = FAST if name == "check" else ()
    command = [sys.executable, "-m", "layerproof", name, str(claims_file(CONSERVED)), *fast, *options]
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 74
    assert "cannot write to stdout: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_stdout_is_told(claims_file: Write, tmp_path: Path) -> None:
    file = claims_file(CONSERVED)
    command = f"{sys.executable} -m layerproof check {file} {' '.join(FAST)} --json {tmp_path / 'out.json'} >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 74
    assert "cannot write to stdout: it is closed" in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads((tmp_path / "out.json").read_text())["claims"][0]["verdict"] == "VERIFIED"


PATCHES = {
    "the prover": "from layerproof.proving import evidence\nevidence.prove = lambda claim, *, budget: YES",
    "its code": (
        "from layerproof.proving import evidence\n"
        "def prove(claim, *, budget=0.0):\n    return YES\n"
        "evidence.prove.__code__ = prove.__code__\nevidence.prove.__globals__['YES'] = YES"
    ),
    "a method": ("from layerproof.language.statements.algebra import Identity as I\nI.goals = lambda self: iter(())"),
    "a constant": "from layerproof.running import pieces\npieces._SECOND_TRY = 0.0",
    "a built-in": "from layerproof.proving.exact import prover\nprover.len = lambda what: 0",
    "a module": "import sys, types\nsys.modules['layerproof.proving.exact.signs'] = types.ModuleType('x')",
    "sympy": "import sympy\nsympy.Basic.__eq__ = lambda self, other: True",
    "in a worker": (
        "class Lazy(Identity):\n    def goals(self):\n"
        "        from layerproof.proving.exact import prover\n        prover.isinstance = isinstance\n"
        "        return iter(())\n"
        "Claim('own/lazy', title='', statement=Lazy(S, S + 1))"
    ),
}
YES = (
    "from layerproof import Evidence, Method, Verdict\nYES = Evidence(Method.EXACT, Verdict.VERIFIED, 'I say so')\n"
    "FALSE = Claim('own/false', title='', statement=Identity(S, S + 1))\n"
)


@pytest.mark.parametrize(
    "patch",
    [
        pytest.param(name, marks=[] if name in ("the prover", "a module", "in a worker") else pytest.mark.slow)
        for name in PATCHES
    ],
)
def test_what_a_changed_program_finds_is_not_kept(claims_file: Write, own_cache: Path, patch: str) -> None:
    done = check("check", str(claims_file(CONSERVED, YES, PATCHES[patch])), *FAST)
    assert done.returncode not in (0, 3), done.stdout
    assert "ALARM: the program that checks was changed" in done.stderr
    if patch != "in a worker":
        assert not evidence(own_cache)
    honest = check("check", str(claims_file(YES, name="honest.py")), *FAST)
    assert honest.returncode == 1
    assert "REFUTED" in honest.stdout


def test_an_honest_file_changes_nothing(claims_file: Write, own_cache: Path) -> None:
    heavy = (
        "import numpy, scipy.optimize, sympy\nfrom layerproof.proving.coq import everything\n"
        "from layerproof.networks.harness import protocol, registry\nimport layerproof.numerics.checks\n"
        "sympy.simplify(sympy.sin(S)**2 + sympy.cos(S)**2)\nimport copyreg\ncopyreg._slotnames(Claim)\n"
    )
    done = check("check", str(claims_file(heavy, CONSERVED)), "--method", "exact,numeric", "--draws", "100")
    assert done.returncode == 0, done.stderr
    assert "ALARM" not in done.stderr
    assert evidence(own_cache)


def test_modules_are_noted_where_another_program_puts_the_finders_back(claims_file: Write) -> None:
    """As pytester does after each run: what is loaded after that was taken for a change."""
    program = (
        "import pathlib, sys\n"
        "from layerproof.running import patching, userfile\n"
        "finders, file = sys.meta_path[:], pathlib.Path(sys.argv[1])\n"
        "for _ in range(2):\n"
        "    assert not userfile.load(file).problems\n"
        "    sys.meta_path[:] = finders\n"
        "userfile.load(file)\n"
        "assert 'layerproof.running.numbers' not in sys.modules\n"
        "import layerproof.running.numbers\n"
        "print(patching.look())\n"
    )
    command = [sys.executable, "-c", program, str(claims_file(CONSERVED))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize(
    "title", ["3", "object()", "'x' + chr(0xd800)", "chr(27) + '[2J'", "'a' + chr(0x202e)", "chr(0)"]
)
def test_a_title_is_one_line_of_readable_text(claims_file: Write, title: str) -> None:
    found = userfile.load(claims_file(CONSERVED, f"Claim('own/x', title={title}, statement=Identity(S*m, m + S))"))
    assert len(found.claims) == 1
    (problem,) = found.problems
    assert "own/x" in problem.message
    assert "expected" in problem.message


@pytest.mark.parametrize(
    "lines",
    [
        "y = positive('y' + chr(27))\nClaim('own/x', title='', statement=Identity(y*(y + 1), y**2 + y))",
        "f = trajectories('f' + chr(0x202e))\nClaim('own/x', title='', statement=Identity(f*(f + 1), f**2 + f))",
        "Claim('own/x', title='', statement=Identity(S*(S + m), S**2 + S*m), note='a' + chr(0))",
        "Claim('own/x', title='', statement=Identity(S*(S + m), S**2 + S*m), where={positive(chr(27)): S})",
        "Claim('own/x', title='', statement=Identity(S, S + m), erratum=Erratum('slip', chr(27)))",
    ],
)
def test_what_a_terminal_would_obey_is_no_part_of_a_claim(claims_file: Write, lines: str) -> None:
    found = userfile.load(claims_file(CONSERVED, *lines.splitlines()))
    assert len(found.claims) == 1
    (problem,) = found.problems
    assert "has the character" in problem.message
    assert "expected" in problem.message


def test_messages_of_others_are_shown_and_not_obeyed(claims_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    (problem,) = userfile.load(claims_file(CONSERVED, "raise ValueError('\x1b[2J' + chr(0x202e) + '\u2068')")).problems
    assert problem.message.startswith("ValueError")
    assert r"\x1b[2J\u202e\u2068" in str(problem)
    evidence = Evidence(Method.EXACT, Verdict.UNDECIDED, reason="KeyError: \x1b[2J\0")
    assert evidence.reason == r"KeyError: \x1b[2J\x00"
    table = Table("\x1b]0;x\x07")
    table.add_row("a\u202eb", style="bold")
    console().print(table)
    console().print("one\ntwo \x9b2J", soft_wrap=True)
    shown = capsys.readouterr().out
    assert not set("\x1b\x07\u202e\x9b") & set(shown)
    assert r"a\u202eb" in shown
    assert "one\ntwo \\x9b2J" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="devices and FIFOs of Unix")
@pytest.mark.parametrize("what", ["the null device", "a FIFO", "a link", "a link to the null device"])
def test_what_json_is_written_to_stays_what_it_is(claims_file: Write, tmp_path: Path, what: str) -> None:
    target, real = tmp_path / "out.json", tmp_path / "real.json"
    if what == "the null device":
        target = Path(os.devnull)
    elif what == "a FIFO":
        os.mkfifo(target)
    elif what == "a link":
        real.write_text("old")
        target.symlink_to(real)
    else:
        target.symlink_to(os.devnull)
    before = os.lstat(target)
    read = os.open(target, os.O_RDONLY | os.O_NONBLOCK) if what == "a FIFO" else None
    done = check("check", str(claims_file(CONSERVED)), *FAST, "--json", str(target))
    assert done.returncode == 0, done.stderr
    after = os.lstat(target)
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    written = real.read_bytes() if what == "a link" else os.read(read, 1 << 20) if read is not None else None
    assert written is None or json.loads(written)["claims"][0]["id"] == "own/conserved"
    if read is not None:
        os.close(read)


def test_a_file_that_cannot_be_written_costs_no_table(claims_file: Write, tmp_path: Path) -> None:
    done = check("check", str(claims_file(CONSERVED)), *FAST, "--json", str(tmp_path / "mine.py" / "out.json"))
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert "1 VERIFIED" in done.stdout


def test_a_file_that_cannot_be_read_costs_no_other(tmp_path: Path) -> None:
    (tmp_path / "fine.tex").write_text("symbols: x\n\\[ x + x = 2 x \\]\n")
    done = check("derive", str(tmp_path / "none.tex"), str(tmp_path / "fine.tex"))
    assert done.returncode == 2
    said = "".join(done.stdout.split())  # a long path is broken into lines
    assert "none.tex" in said
    assert "fine.tex" in said
