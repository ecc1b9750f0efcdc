"""The parser of the command line: names and options in any order, and errors that say what was meant."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from ..running.results import Exit


class Parser(argparse.ArgumentParser):
    """A parser to which options and names may be given in any order."""

    _within = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As of any parser; but that of a command finds names after options, too: ``export latex --kept feedback``."""
        if self._subparsers is not None or self._within or "--" in (args or ()):
            return super().parse_known_args(args, namespace)
        self._within = True  # what follows calls this method itself
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._within = False

    def error(self, message: str) -> NoReturn:
        if message.endswith(", WHAT"):  # argparse names what may be left out, too
            message = message.removesuffix(", WHAT")
        if "COMMAND: invalid choice: " in message:
            message = _nearest(message)
        self.exit(Exit.USAGE, f"{self.prog}: {message}\nsee '{self.prog} --help'\n")


def _nearest(message: str) -> str:
    """What argparse says of a command that there is not, with the one that was meant instead of all of them."""
    from difflib import get_close_matches

    begun, _, known = message.partition(" (choose from ")
    near = get_close_matches(begun.split("'")[1], known.replace("'", "").rstrip(")").split(", "), n=1)
    return f"{begun}; did you mean {near[0]}?" if near else message
