"""A claim as a piece of LaTeX, to be read in a document of ours or of yours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sympy.core.relational import Relational

from layerproof import __version__
from layerproof.language.claims import KINDS, Claim
from layerproof.language.matrices import MatrixFlow
from layerproof.language.printing import latex, notation
from layerproof.language.printing.marks import AtTime
from layerproof.language.printing.notation import name_in_latex, with_indices
from layerproof.language.printing.typeset import beside
from layerproof.language.sources import cited
from layerproof.language.statements.base import Row
from layerproof.language.subjects import notation_of
from layerproof.language.verdicts import Evidence, Verdict, Witness
from layerproof.running.results import Result, repeated
from layerproof.running.texts import hypotheses

from . import quoting
from .abbreviations import abbreviated
from .display import display, width
from .prose import escaped, sentence, written
from .quoting import in_latex

INLINE = 36.0
"""Up to this width, in letters, a formula may stand in a line of text."""

WRONG, CHANGED = r"\lpwrong", r"\lpchanged"

COLOURS = {
    Verdict.VERIFIED: "lpgood", Verdict.SUPPORTED: "lpgood", Verdict.REFUTED: "lpbad", Verdict.CONTRADICTED: "lpbad",
    Verdict.CONFLICT: "lpbad", Verdict.UNDECIDED: "lpopen",
}  # fmt: skip


@contextmanager
def printed(claim: Claim) -> Iterator[None]:
    """The notation of the claim's chapter, and of its letters, for a ``with`` block."""
    with notation(notation_of(claim.subject)), beside([*claim.statement.expressions(), *claim.hypotheses]):
        yield


def rows(claim: Claim) -> tuple[list[Row], list[Row]]:
    """The statement as it is displayed, and what the abbreviations in it stand for.

    A start that the notation says already, ``a|_{t=0} = a(0)``, is left out.
    """
    shown = [row for row in claim.abbreviated.rows() if not _says_nothing(row)]
    shown, found = abbreviated(shown)
    names = [*(Row(name, "=", expr) for name, expr in claim.abbreviations), *(Row(n, "=", e) for n, e in found)]
    return shown, names


def displayed(claim: Claim) -> str:
    """The statement in a display, then the abbreviations in one of their own."""
    shown, names = rows(claim)
    return display(shown) + (f"\\lpwhere\n{display(names)}" if names else "")


def _says_nothing(row: Row) -> bool:
    return isinstance(row.left, AtTime) and latex(row.right) == f"{latex(row.left.args[0])}(0)"


def fragment(claim: Claim, result: Result | None, known: Mapping[str, str], repairs: Sequence[Claim] = ()) -> str:
    """The claim in an ``lpclaim`` environment.

    Args:
        claim: what is stated.
        result: what was found; None prints no verdict.
        known: the labels of claims that the document contains, by id; others are named by their id.
        repairs: the claims that correct this one.
    """
    with printed(claim):
        body = "".join(_body(claim, result, known, repairs))
    return (
        f"\\begin{{lpclaim}}{{{claim.id}}}{{{sentence(claim.heading)}}}{{{_margin(result)}}}\n{body}\\end{{lpclaim}}\n"
    )


def _body(claim: Claim, result: Result | None, known: Mapping[str, str], repairs: Sequence[Claim]) -> Iterator[str]:
    yield f"\\lpid{{{_breakable(claim.id)}}}{{{escaped(cited(claim.sources))}}}\n"
    yield assumed(claim)
    flow = getattr(claim.statement, "flow", None)
    if flow is not None:
        where = "" if isinstance(flow, MatrixFlow) else _restricted(flow)
        yield f"\\lppart{{Flow}}Gradient flow of the loss{_loss(flow.loss, where)}"
    yield as_printed(claim)
    yield f"\\lppart{{{_kind(claim)}}}\n{displayed(claim)}"
    yield as_it_is_right(claim)
    if claim.steps:
        yield f"\\lpmore{{\\lppart{{Derivation}}\n{steps(claim)}}}\n"
    if claim.erratum:
        why = f"{_capital(sentence(claim.erratum.wrong))} ({_capital(sentence(KINDS[claim.erratum.kind]))}.)"
        yield f"\\lppart{{What is wrong}}{why}\n"
        if result is not None and result.witness:
            yield f"\\lppart{{Witness}}{in_words(result.witness)}\n"
        yield f"\\lppart{{Consequence}}{_capital(sentence(claim.erratum.consequence))}\n"
        if repairs:
            yield f"\\lppart{{Repair}}{references(repairs, known)}.\n"
    if claim.corrects:
        yield f"\\lppart{{Repairs}}{references([claim.corrects], known)}.\n"
    if claim.uses:
        yield f"\\lpmore{{\\lppart{{Rests on}}{references(claim.uses, known)}.}}\n"
    if result is not None:
        yield f"\\lpmore{{\\lppart{{Found}}{' '.join(found(item) for item in result.evidence)}}}\n"
    if claim.note:
        yield f"\\lpmore{{\\lppart{{Note}}{sentence(claim.note)}}}\n"


def as_printed(claim: Claim) -> str:
    """The line of the source with its wrong place, if the claim has one."""
    if claim.erratum is None or not claim.erratum.printed:
        return ""
    damage = f"{sentence(claim.erratum.damage)}\n" if claim.erratum.damage else ""
    return f"\\lppart{{Printed}}\n{in_latex(quoting.printed(claim.erratum), WRONG, sentence)}{damage}"


def as_it_is_right(claim: Claim) -> str:
    """The repair in the form of the source, with what it changes, if the claim has one."""
    if claim.erratum is None or not claim.erratum.right:
        return ""
    return f"\\lppart{{Right}}\n{in_latex(quoting.right(claim.erratum), CHANGED, sentence)}"


def assumed(claim: Claim) -> str:
    """The hypotheses, as a part of their own; nothing if there are none."""
    sentences = list(hypotheses(claim, written))
    return f"\\lppart{{Hypotheses}}{_hypotheses(claim, sentences)}" if sentences else ""


def steps(claim: Claim) -> str:
    """The derivation in words: a line a step, with its reason."""
    lines = (rf"\item {sentence(str(step.line))} \lpbecause{{{sentence(step.reason)}}}" for step in claim.steps)
    return "\\begin{lpsteps}\n" + "\n".join(lines) + "\n\\end{lpsteps}\n"


def references(claims: Sequence[Claim], known: Mapping[str, str]) -> str:
    """References to claims: by number where the document has them, else by their ids."""
    shown = []
    for claim in claims:
        label, name = known.get(claim.id, "").removeprefix("lp:"), _breakable(claim.id)
        shown.append(rf"\lpref{{{label}}}{{{name}}}" if label else rf"\texttt{{{name}}}")
    return ", ".join(shown)


def _breakable(identity: str) -> str:
    """An id that may be broken after each of its words, as it has no spaces."""
    return re.sub(r"(?<=[/-])", r"\\allowbreak ", escaped(identity))


def in_words(witness: Witness) -> str:
    """A witness as a sentence."""
    values = ", ".join(f"${_name(name)} = {_value(value)}$" for name, value in witness.symbols.items())
    part = sentence(witness.part)
    return f"At {values or 'every point'}, {part} is ${_value(witness.residual)}$."


def found(item: Evidence) -> str:
    """What one method found, in a sentence."""
    text = rf"\emph{{{item.method.value}}}: \lpverdict{{{COLOURS[item.verdict]}}}{{{item.verdict.value}}}"
    if item.how:
        text += f", {sentence(item.how)}"
    if item.reason:
        text += f"; {sentence(item.reason)}"
    if item.draws is not None:
        text += f"; {item.draws} {repeated(item.method)}"
    if item.tolerance is not None:
        text += f", tolerance ${_number(item.tolerance)}$"
    return text + "."


def _margin(result: Result | None) -> str:
    if result is None:
        return ""
    methods = [
        e.method.value for e in result.evidence if e.verdict in (result.verdict, Verdict.VERIFIED, Verdict.REFUTED)
    ]

    verdict = rf"\lpverdict{{{COLOURS[result.verdict]}}}{{{result.verdict.value}}}"
    return rf"{verdict}\\{', '.join(dict.fromkeys(methods)) or '--'}\\layerproof {__version__}"


def _kind(claim: Claim) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(claim.statement).__name__)
    if claim.erratum is None:
        return words.capitalize()
    return f"{'Read as' if claim.erratum.printed else 'As printed'}, {words.lower()}"


def _hypotheses(claim: Claim, sentences: Sequence[str]) -> str:
    """The hypotheses as sentences, and those too wide for a line of text in a display."""
    wide = [h for h in claim.hypotheses if isinstance(h, Relational) and width(latex(h)) > INLINE]
    text = " ".join(s for s in sentences if s not in [f"{written(h)}." for h in wide])
    rows = [Row(h.lhs, {"==": "="}.get(h.rel_op, h.rel_op), h.rhs) for h in wide]
    return f"{text}\n" + (display(rows, "lpaside") if rows else "")


def _loss(loss: Any, where: str) -> str:
    if width(latex(loss)) <= INLINE:
        return f" {written(loss)}{where}.\n"
    return f"{where}\n{display([Row(None, '', loss)], 'lpaside')}"


def _restricted(flow: object) -> str:
    invariant = getattr(flow, "invariant", ())
    return ", on the set where " + " and ".join(f"${written(e)[1:-1]} = 0$" for e in invariant) if invariant else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _name(name: str) -> str:
    base, bracket, rest = name.partition("[")
    return with_indices(name_in_latex(base, indexed=True), rest.rstrip("]")) if bracket else name_in_latex(base)


def _value(value: object) -> str:
    text = str(value)
    if ball := re.fullmatch(r"\[(\S+) \+/- (\S+)\]", text):
        return rf"{_decimal(ball[1])} \pm {_decimal(ball[2])}"
    over, slash, under = text.partition("/")
    if slash and over.lstrip("-").isdigit() and under.isdigit():
        sign = "-" if over.startswith("-") else ""
        return rf"{sign}\frac{{{over.lstrip('-')}}}{{{under}}}"
    return _number(value) if isinstance(value, float) else escaped(text)


def _number(value: float) -> str:
    return _decimal(f"{value:.3g}")


def _decimal(text: str) -> str:
    """A decimal as it is written by a program, ``-1.2e-10``, in LaTeX."""
    mantissa, e, exponent = text.partition("e")
    if not re.fullmatch(r"-?[\d.]+", mantissa) or (e and not re.fullmatch(r"[-+]?\d+", exponent)):
        return rf"\text{{{escaped(text)}}}"
    return rf"{mantissa} \times 10^{{{int(exponent)}}}" if e else mantissa
