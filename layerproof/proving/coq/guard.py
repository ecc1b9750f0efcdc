"""What a file for Coq may say: a script proves, and does nothing else; nothing is assumed without a proof.

Coq itself is asked which axioms a proof rests on, so that this is a second look at the same thing, by reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

UNPROVED = frozenset({"Admitted", "admit", "give_up", "Axiom", "Axioms", "Parameter", "Parameters", "Conjecture"})
"""Words that leave something without a proof, wherever they stand."""

ASSUMED = frozenset({"Hypothesis", "Hypotheses", "Variable", "Variables", "Context"})
"""Words that assume something for the rest of a section, or, outside of one, for ever."""

SWITCHES = ("Guard Checking", "Universe Checking", "Positivity Checking", "bypass_check", "Sprop Cumulative")
"""Ways to make Coq check less."""

_BULLETS = re.compile(r"^(?:[-+*{}\s]|\d+\s*:|all\s*:|\[[\w]+\]\s*:)+")
_HARMLESS = frozenset({"Unshelve"})


class Forbidden(Exception):
    """A text says what it may not say; the message names it."""


def bare(text: str) -> str:
    """A text without its comments and strings.

    Raises:
        Forbidden: if a comment or a string does not end.
    """
    found: list[str] = []
    depth, k, quoted = 0, 0, False
    while k < len(text):
        two = text[k : k + 2]
        if text[k] == '"':
            quoted = not quoted
            found.append(" ")
            k += 1
        elif not quoted and two == "(*":
            depth, k = depth + 1, k + 2
        elif not quoted and depth and two == "*)":
            depth, k = depth - 1, k + 2
            found.append(" ")
        else:
            if not depth and not quoted:
                found.append(text[k])
            k += 1
    if depth or quoted:
        raise Forbidden("a comment or a string that does not end")
    return "".join(found)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text: each ends in a full stop that a blank or the end follows.

    Raises:
        Forbidden: if the last one does not end.
    """
    *whole, rest = re.split(r"(?<!\.)\.(?=\s|$)", bare(text))
    yield from (sentence.strip() for sentence in whole)
    if rest.strip():
        raise Forbidden(f"a sentence that does not end: {rest.strip()[:60]}")


def check_proof(script: str) -> None:
    """That a script is ``Proof. tactics. Qed.``, so that it can neither leave the proof nor open another.

    Raises:
        Forbidden: otherwise.
    """
    said = list(sentences(script))
    if len(said) < 2 or said[0] != "Proof" or said[-1] != "Qed":
        raise Forbidden("a script that is not from 'Proof.' to 'Qed.'")
    for sentence in said[1:-1]:
        first = re.match(r"[#\w.']*", _BULLETS.sub("", sentence))
        word = first.group() if first else ""
        if re.match(r"[A-Z#]", word) and "." not in word and word not in _HARMLESS:
            raise Forbidden(f"a script that says '{word}', which is no tactic")
    _check_words(script)


def check_statement(proposition: str) -> None:
    """That a proposition is one, and does not end its sentence.

    Raises:
        Forbidden: otherwise.
    """
    if list(sentences(f"{proposition}.")) != [bare(proposition).strip()]:
        raise Forbidden("a proposition that holds a full stop")
    _check_words(proposition)


def check_prelude(text: str) -> None:
    """That a file of the prelude assumes nothing, outside of its sections.

    Raises:
        Forbidden: otherwise.
    """
    _check_words(text)
    opened: list[str] = []
    for sentence in sentences(text):
        words = sentence.split()
        if words[:1] == ["Section"]:
            opened += words[1:2]
        elif words[:1] == ["End"] and words[1:2] == opened[-1:]:
            opened.pop()
        elif not opened and ASSUMED & set(words[:2]):
            raise Forbidden(f"'{words[0]}' outside of a section")


def _check_words(text: str) -> None:
    plain = bare(text)
    if found := UNPROVED & set(re.findall(r"\w+", plain)):
        raise Forbidden(f"the word '{min(found)}'")
    spaced = " ".join(plain.split())
    if switch := next((switch for switch in SWITCHES if switch in spaced), None):
        raise Forbidden(f"the words '{switch}'")
