"""Hostile files of claims: each costs a message, an exit code that says what it is, and seconds; and nothing else."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import HEADER
from hostile_claims import CLAIMS, FILES, FINE, MARK, PROGRAMS, STATEMENTS

DRIVER = """
import json, os, signal, sys, time
from pathlib import Path
import sympy
from layerproof.desk import cli
from layerproof.running import runner, userfile
import layerproof.derivations.feedback  # claims are built here: no index is made

for name in sys.argv[1:]:
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(name)
        for handle, file in ((0, os.devnull), (1, "out"), (2, "err")):
            mode = os.O_RDONLY if handle == 0 else os.O_CREAT | os.O_WRONLY
            os.dup2(os.open(file, mode, 0o600), handle)
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)
        code = 99
        try:
            code = cli.main(["check", "mine.py", "--method", "exact", "--budget", "3", "--no-cache", "--jobs", "1"])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 98
        finally:
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(int(code))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = False
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(group) == child and state != "Z":
            left = True
            os.killpg(child, signal.SIGKILL)
            break
    print(json.dumps([name, code, time.monotonic() - begun, left]), flush=True)
"""
SHELVES = {"statements": STATEMENTS, "claims": CLAIMS, "programs": PROGRAMS, "files": FILES}


def check_all(folder: Path, shelf: dict[str, str] | dict[str, bytes]) -> dict[str, tuple[int, float, bool, str, str]]:
    """Check each file in a process of its own: exit code, seconds, whether a process stayed, stdout and stderr."""
    names = {}
    for number, (name, content) in enumerate(shelf.items()):
        place = folder / str(number)
        place.mkdir()
        whole = content if isinstance(content, bytes) else (HEADER + FINE + content).encode()
        (place / "mine.py").write_bytes(whole)
        names[str(place)] = name
    done = subprocess.run([sys.executable, "-c", DRIVER, *names], capture_output=True, text=True, check=False)
    found = {}
    for line in done.stdout.splitlines():
        place, code, seconds, left = json.loads(line)
        said = [Path(place, file).read_text(encoding="utf-8", errors="strict") for file in ("out", "err")]
        found[names[place]] = (code, seconds, left, *said)
    assert done.returncode == 0, done.stderr
    assert found.keys() == shelf.keys()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("shelf", SHELVES)
def test_a_hostile_file_costs_a_message_and_seconds(shelf: str, tmp_path: Path) -> None:
    wrong = []
    for name, (code, seconds, left, out, err) in check_all(tmp_path, SHELVES[shelf]).items():
        said = out + err
        for is_wrong, what in (
            (code not in (0, 1, 2, 3), f"exit code {code}"),
            ("Traceback" in said or "internal error" in said, "a traceback"),
            (any(c in said for c in "\x1b\0\u202e\x07"), "a character that a terminal obeys"),
            (seconds > 60, f"{seconds:.0f} s"),
            (left, "a process stayed"),
            (len(said) > 50_000, f"{len(said)} characters"),
            (shelf != "files" and "own/fine" not in said and "fine" not in out, "the claim that is fine is lost"),
            (code and not said.strip(), "nothing is said"),
        ):
            if is_wrong:
                wrong.append(f"{name}: {what}: {said[-300:]!r}")
    assert not wrong, "\n".join(wrong)
    assert not list(tmp_path.rglob(MARK))


SOUND = (
    FINE,
    "Claim('own/conserved', title='Squares', statement=Conserved(a**2 - b**2, flow), note='on all data')\n",
    "rate = S*m*exp(-2*S*t)\n"
    "Claim('own/rate', title='', statement=Identity(rate*exp(S*t)**2, m*S), hypotheses=[m < S])\n",
    "Claim(\n    'own/sigmoid',\n    title='Sigmoid',\n    statement=Solution(\n        flow.on(a - b), of=a*b,"
    " equals=S/(1 + (S/r0 - 1)*exp(-2*S*m*t)), initially=r0\n    ),\n    hypotheses=[r0 < S],\n)\n",
    "Claim('own/printed', title='As printed', statement=Identity((S - m)**2, S**2 - m**2),\n"
    "    erratum=Erratum('slip', 'the middle term is missing', 'nothing rests on it'))\n",
)
WORDS = [
    *"()[],:=<*/-~@%#'\n\t\\01atSé\ufeff\u0445\u202e\x00\ud7ff",
    *(
        "==",
        "**",
        "-1",
        "1e999",
        "1j",
        "0.1",
        "9**9**9",
        "None",
        "True",
        "...",
        "lambda: 0",
        "flow",
        "Claim",
        "Identity",
    ),
    *("def", "class", "import", "from", "return", "yield", "raise", "del", "for", "while", "assert", "not", "    "),
    '"""',
]


def mutated(source: random.Random) -> bytes:
    """A file of sound claims in which a few words are lost, doubled, or put in place of one another, or a byte is."""
    whole = HEADER + "".join(source.sample(SOUND, 2))
    words = re.findall(r"\w+|\n|[^\S\n]+|\*\*|\W", whole)
    for _ in range(source.randint(1, 4)):
        place, kind = source.randrange(len(words)), source.randrange(4)
        if kind == 0:
            del words[place]
        elif kind == 1:
            words[place : place + 1] = [words[place]] * source.choice((2, 2, 2, 300))
        else:
            words[place : place + (kind == 2)] = [source.choice(WORDS if source.random() < 0.8 else words)]
    found = bytearray("".join(words).encode())
    if source.random() < 0.1:
        found[source.randrange(len(found))] ^= 1 << source.randrange(8)
    return bytes(found)


def odd_ends(folder: Path, shelf: dict[str, bytes]) -> list[str]:
    """What ends in a traceback, in an unknown exit code, late, or with a process that stays."""
    return [
        f"{shelf[name].decode(errors='replace')}\n{code}, {seconds:.0f} s: {(out + err)[-300:]}"
        for name, (code, seconds, left, out, err) in check_all(folder, shelf).items()
        if code not in (0, 1, 2, 3) or "Traceback" in err or "internal error" in err or seconds > 60 or left
    ]


def test_a_few_files_with_slips_cost_a_message(tmp_path: Path) -> None:
    assert odd_ends(tmp_path, {str(seed): mutated(random.Random(f"few {seed}")) for seed in range(6)}) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_files_with_slips_cost_a_message(tmp_path: Path, part: int) -> None:
    assert odd_ends(tmp_path, {str(seed): mutated(random.Random(f"{part} {seed}")) for seed in range(100)}) == []


def test_texts_are_not_run_and_odd_claims_cost_a_message(tmp_path: Path) -> None:
    """A few of all, so that this runs with the other tests."""
    names = ("a text", "a text as a hypothesis", "a name with an escape")
    for name, (code, _, _, out, err) in check_all(tmp_path, {name: STATEMENTS[name] for name in names}).items():
        assert code == 2, (name, out, err)
        assert "expected" in err, name
        assert "\x1b" not in out + err
        assert "1 VERIFIED" in out
    assert not list(tmp_path.rglob(MARK))
