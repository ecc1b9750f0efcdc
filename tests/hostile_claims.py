"""Files of claims that nobody should write, by name: each the lines after the usual header, or a whole file in bytes.

What is run of a file is trusted (`docs/trust.md`); this is about accidents, and about texts that must stay texts.  A
file that does what only a program can do on purpose (end the process that checks) is not here.
"""

from __future__ import annotations

MARK = "EXECUTED"
"""What the texts below would make in the folder of the run, if somebody ran them."""

RUNS = f"__import__('pathlib').Path('{MARK}').touch()"
FINE = "Claim('own/fine', title='Fine', statement=Identity((S + m)**2, S**2 + 2*S*m + m**2))\n"


def claim(statement: str, *, name: str = "odd", more: str = "") -> str:
    """A line with one claim."""
    return f"Claim('own/{name}', title='Odd', statement={statement}{more})\n"


STATEMENTS = {
    "a text": claim(f"Identity({RUNS!r}, 0)"),
    "a text on the right": claim(f"Identity(S, {RUNS!r})"),
    "a text in a list": claim(f"Identity([{RUNS!r}], 0)"),
    "a text as a hypothesis": claim("Identity(S*(S + m), S**2 + S*m)", more=f", hypotheses=[{RUNS!r}]"),
    "a text as a flow": claim(f"Conserved(a**2 - b**2, {RUNS!r})"),
    "a text as a loss": f"GradientFlow(loss={RUNS!r}, parameters=(a, b), time=t)\n",
    "a text as a parameter": f"GradientFlow(loss=a**2, parameters=({RUNS!r},), time=t)\n",
    "a text as a source": claim("Identity(S*(S + m), S**2 + S*m)", more=f", source={RUNS!r}"),
    "a text as a claim that is used": claim("Identity(S*(S + m), S**2 + S*m)", more=f", uses=[{RUNS!r}]"),
    "a text as an abbreviation": claim("Identity(S*(S + m), S**2 + S*m)", more=f", where={{{RUNS!r}: S}}"),
    "a text that becomes an expression": (
        f"class Text:\n    def _sympy_(self):\n        return {RUNS!r}\n" + claim("Identity(Text(), 0)")
    ),
    "none": claim("None"),
    "a number": claim("3"),
    "a truth value": claim("Identity(S == m, True)"),
    "a relation": claim("Identity(S < m, 1)"),
    "a set": claim("Identity({S}, {m})"),
    "a function of Python": claim("Identity(lambda: S, m)"),
    "a class": claim("Identity(int, m)"),
    "no number": claim("Identity(S, float('nan'))"),
    "infinity": claim("Identity(S, float('inf'))"),
    "an undefined value": "import sympy\n" + claim("Identity(S, sympy.zoo + sympy.nan)"),
    "an imaginary number": "import sympy\n" + claim("Identity(S, sympy.I*S + m)"),
    "a symbol without a domain": "import sympy\n" + claim("Identity(sympy.Symbol('z'), S)"),
    "two symbols of one name": "import sympy\n" + claim("Identity(sympy.Symbol('S', real=True), S)"),
    "an empty name": "import sympy\n" + claim("Identity(sympy.Symbol('', real=True) + S, S)"),
    "a name with an escape": "y = positive('y\\x1b[2J')\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a name with a null": "y = positive('y\\0')\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a name that turns the line": "y = positive('y\\u202e')\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a name of TeX": "y = positive('\\\\input{/etc/passwd}')\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a name of HTML": "y = positive('<script>')\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a name of Coq": "y = positive('Qed')\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a long name": "y = positive('y' * 100000)\n" + claim("Identity(y*(y + 1), y**2 + y)"),
    "a large power": claim("Identity((S + m)**(10**6), S**(10**6))"),
    "a tower of powers": "import sympy\n" + claim("Identity(S**(sympy.Integer(10)**(10**5)), m)"),
    "a large factorial": "import sympy\n" + claim("Identity(S*sympy.factorial(10**5, evaluate=False), m)"),
    "a number of a million digits": "import sympy\n" + claim("Identity(S*sympy.Integer(10)**(10**6), m)"),
    "many terms": claim("Identity(sum(S**k for k in range(3000)), m)"),
    "a deep nest": "x = S\nfor _ in range(3000):\n    x = exp(x)\n" + claim("Identity(x, m)"),
    "a statement with no goals": "class Silent(Identity):\n    def goals(self):\n        return iter(())\n"
    + claim("Silent(S, m)"),
    "goals that never end": "class Endless(Identity):\n    def goals(self):\n        while True:\n            pass\n"
    + claim("Endless(S, m)"),
    "goals that fail": "class Failing(Identity):\n    def goals(self):\n        raise KeyError('x\\x1b[2J')\n"
    + claim("Failing(S, m)"),
    "goals of another kind": "class Other(Identity):\n    def goals(self):\n        return iter([1, 'x', None])\n"
    + claim("Other(S, m)"),
    "a statement that cannot be printed": (
        "class Mute(Identity):\n    def __str__(self):\n        raise RuntimeError\n"
        "    def lines(self):\n        raise RuntimeError\n" + claim("Mute(S, m)")
    ),
    "a statement that is changed": "one = Identity(S*(S + m), S**2 + S*m)\n"
    + claim("one")
    + "object.__setattr__(one, 'lhs', None)\n",
}

CLAIMS = {
    "no id": "Claim(title='', statement=Identity(S*(S + m), S**2 + S*m))\n",
    "an id that is no text": "Claim(3, title='', statement=Identity(S*(S + m), S**2 + S*m))\n",
    "an id with dots": "Claim('../../etc/x', title='', statement=Identity(S*(S + m), S**2 + S*m))\n",
    "an id with an escape": "Claim('own/\\x1b', title='', statement=Identity(S*(S + m), S**2 + S*m))\n",
    "an id of ten thousand letters": claim("Identity(S*(S + m), S**2 + S*m)", name="x" * 10_000),
    "two of one id": claim("Identity(S*(S + m), S**2 + S*m)") * 2,
    "a title that is no text": "Claim('own/x', title=object(), statement=Identity(S*(S + m), S**2 + S*m))\n",
    "a title with a surrogate": "Claim('own/x', title='\\ud800', statement=Identity(S*(S + m), S**2 + S*m))\n",
    "a note with an escape": claim("Identity(S*(S + m), S**2 + S*m)", more=", note='\\x1b]0;x\\x07'"),
    "a note that is no text": claim("Identity(S*(S + m), S**2 + S*m)", more=", note=3"),
    "an unknown verdict": claim("Identity(S*(S + m), S**2 + S*m)", more=", expected='PERHAPS'"),
    "hypotheses without end": "import itertools\n"
    + claim("Identity(S*(S + m), S**2 + S*m)", more=", hypotheses=itertools.repeat(S > 0)"),
    "hypotheses that contradict": claim("Identity(S*(S + m), S**2 + S*m)", more=", hypotheses=[S < m, m < S]"),
    "a hypothesis that is false": claim("Identity(S*(S + m), S**2 + S*m)", more=", hypotheses=[False]"),
    "it uses itself": "one = " + claim("Identity(S*(S + m), S**2 + S*m)") + "one.uses = (one,)\n",
    "it corrects itself": "one = " + claim("Identity(S*(S + m), S**2 + S*m)") + "one.corrects = one\n",
    "two that use each other": (
        "one = Claim('own/one', title='', statement=Identity(S*(S + m), S**2 + S*m))\n"
        "two = Claim('own/two', title='', statement=Identity(S*(S - m), S**2 - S*m), uses=[one])\none.uses = (two,)\n"
    ),
    "a claim that loses its statement": "one = " + claim("Identity(S*(S + m), S**2 + S*m)") + "del one.statement\n",
    "an erratum of no kind": claim("Identity(S, m)", more=", erratum=Erratum('x', 'y')"),
    "steps that are none": claim("Identity(S*(S + m), S**2 + S*m)", more=", steps=[1, None]"),
}

PROGRAMS = {
    "it ends": "raise SystemExit(0)\n",
    "it exits": "import os\nos._exit(0)\n",
    "it is killed": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "it is interrupted": "raise KeyboardInterrupt\n",
    "it asks": "input()\n",
    "it sleeps": "import time\ntime.sleep(1000)\n",
    "it loops": "while True:\n    pass\n",
    "it catches what stops it": (
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass\n"
    ),
    "it recurses": "def f():\n    return f()\nf()\n",
    "it recurses without a limit": "import sys\nsys.setrecursionlimit(10**9)\ndef f():\n    return f()\nf()\n",
    "it takes all memory": "x = bytearray(2**40)\n",
    "it takes memory bit by bit": "x = []\nwhile True:\n    x.append(bytearray(2**26))\n",
    "it forks": "import os\nif os.fork() == 0:\n    os._exit(0)\n",
    "it closes stdout": "import sys\nsys.stdout.close()\n",
    "it closes the streams of the process": "import sys\nsys.__stdout__.close()\nsys.__stderr__.close()\n",
    "it closes all files": "import os\nos.closerange(3, 64)\n",
    "it goes elsewhere": "import os\nos.chdir('/')\n",
    "it removes itself": "import os\nos.unlink(__file__)\n",
    "it takes a name away": "del Claim\n",
    "it writes on stdout": "import os\nos.write(1, b'{\"claims\": []}')\n",
    "its exception has no words": (
        "class Odd(Exception):\n    def __str__(self):\n        raise RuntimeError\nraise Odd\n"
    ),
    "its exception has an escape": "raise ValueError('\\x1b[2J\\0\\u202e')\n",
    "its exception is a group": "raise ExceptionGroup('x', [ValueError('y')])\n",
    "its exception is no Exception": "class Odd(BaseException):\n    pass\nraise Odd\n",
    "it traces": "import sys\nsys.settrace(lambda *given: None)\n",
    "it takes the alarm": "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True:\n    pass\n",
    "it imports what is not there": "import nosuchmodule\n",
    "it imports itself": "import mine\n",
    "it imports a private name": "from layerproof import _nothing\n",
    "it imports everything": "from layerproof import *\n",
    "it warns": "import warnings\nwarnings.simplefilter('error')\nwarnings.warn('x')\n",
    "it evaluates for the end": f"import atexit\natexit.register(lambda: {RUNS} if False else None)\n",
}

FILES = {
    "empty": b"",
    "a null": b"\0",
    "nulls": b"\0" * 10_000,
    "no text": bytes(range(256)),
    "a mark of order alone": b"\xef\xbb\xbf",
    "utf-16": "x = 1\n".encode("utf-16"),
    "an unknown encoding": b"# -*- coding: nosuch -*-\nx = 1\n",
    "a comment": b"# nothing\n",
    "half a line": b"from layerproof import (",
    "an escape": b"\x1b[2J = 1\n",
    "deep brackets": b"(" * 5000 + b")" * 5000,
    "a long line": b"x = " + b"1+" * 20_000 + b"1\n",
    "many lines": b"x = 1\n" * 20_000,
    "tabs and spaces": b"if True:\n\tx = 1\n        y = 2\n",
    "a later form feed": b"x = 1\n\x0c\ny = 2\n",
}
