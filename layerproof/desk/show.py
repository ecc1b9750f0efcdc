"""One claim as a page to read: what is claimed, under which hypotheses, why it holds or where it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ..language.claims import KINDS, Claim
from ..language.sources import Source, cited
from ..language.verdicts import Evidence, Method, Verdict
from ..running.catalogue import texts_of
from ..running.results import Exit, Result, repeated
from ..running.spans import Spans
from .errata import how_equations_are_read, how_it_is_read, line_of_source
from .graph import Graph
from .kinds import said
from .signs import in_signs, knows_signs, prose, quoted
from .tables import METHOD_TITLES, explanations, verdict


def page(result: Result, results: Sequence[Result], everything: Sequence[Claim], out: Console) -> None:
    """Print the page of one claim.

    Args:
        result: what was found about the claim.
        results: what was found in the same run about others, for their verdicts.
        everything: all claims known, for those that use or correct this one.
        out: where to.
    """
    claim, texts = result.claim, texts_of(result.claim)
    written = in_signs if knows_signs(out) else str
    out.print(Text(claim.title, style="bold"))
    out.print(Text.assemble((claim.id, "dim"), "   ", verdict(result.verdict, result.status)))
    if claim.sources:
        out.print(Text("printed in " + cited(claim.sources), style="dim"))
        for how, labels in _restored(claim).items():
            plural = len(labels) > 1
            lost = f"{cited(labels)}: the {'forms were' if plural else 'form was'} lost in the text and restored, {how}"
            out.print(Text(lost, style="dim"))
    if claim.erratum and claim.erratum.printed:
        shown: list[str | Text] = [line_of_source(claim.erratum.printed, claim.erratum, out)]
        _section(out, "Printed", [*shown, *([prose(claim.erratum.damage, written)] if claim.erratum.damage else [])])
    equations = how_equations_are_read(claim)
    _section(out, "Printed", [
        text
        for where, line, read in equations
        for text in (*_dim(where), quoted(line, "", out), *_dim(read))
    ])  # fmt: skip
    _section(out, _heading(claim), [_styled(line, written) for line in texts.statement])
    if reading := how_it_is_read(claim):
        out.print(_indented(Text(reading, style="dim")))
    if texts.kind:
        out.print(_indented(Text(said(texts.kind), style="dim")))
    _section(out, "Gradient flow of the loss", [written(line) for line in texts.flow])
    _section(out, "Hypotheses", [written(line) for line in texts.hypotheses])
    if claim.erratum and claim.erratum.right:
        _section(out, "Right", [line_of_source(claim.erratum.right, claim.erratum, out)])
    _section(out, "Given, and not proved here", [str(item) for item in claim.given])
    if claim.erratum:
        lines = [KINDS[claim.erratum.kind], claim.erratum.wrong, f"Consequence: {claim.erratum.consequence}"]
        _section(out, "What is wrong", [prose(line, written) for line in lines])
    proof = "Proof" if texts.kind.startswith("Theorem:") else "Derivation"
    _section(out, proof, [_styled(line, written) for line in texts.derivation])
    found = [line for item in result.evidence for line in _evidence(item, written)]
    _section(out, "Found", found or explanations(result))
    if result.formal is not None:
        _section(out, "What Coq accepts", result.formal.says.splitlines())
    if result.because:
        out.print(_indented(Text(f"The verdict is {result.verdict} because {result.because}.")))
    _section(out, "How the proof was tested", [written(line) for line in _trials(result)])
    verdicts = {item.claim.id: item for item in results}
    _section(out, "Uses", [_line(used, verdicts) for used in claim.uses])
    graph = Graph(everything)
    if bad := graph.unsound(claim):
        _section(out, "Rests on what is thought to be false", [_line(other, verdicts) for other in bad])
    _section(out, "Used by", [_line(other, verdicts) for other in graph.users(claim)])
    if claim.corrects:
        _section(out, "Corrects", [_line(claim.corrects, verdicts)])
    _section(out, "Corrected by", [_line(other, verdicts) for other in everything if other.corrects is claim])
    if claim.note:
        _section(out, "Note", [prose(claim.note, written)])


def _heading(claim: Claim) -> str:
    if claim.erratum is None:
        return "Theorem" if texts_of(claim).kind.startswith("Theorem:") else "Claim"
    return "Read as" if claim.erratum.printed else "As printed"


def _section(out: Console, title: str, lines: Sequence[str | Text]) -> None:
    if lines:
        out.print()
        out.print(Text(title, style="bold cyan"))
        for line in lines:
            out.print(_indented(line if isinstance(line, Text) else Text(line)))


def _dim(said: str) -> list[Text]:
    return [Text(said, style="dim")] if said else []


def _styled(line: Spans, written: Callable[[str], str]) -> Text:
    return Text.assemble(
        *((prose(text, written) if "italic" in style or "$" in text else written(text), style) for text, style in line)
    )


def _indented(line: Text) -> Padding:
    """A line below a heading; where it is too long, it goes on below its own beginning."""
    deep = len(line.plain) - len(line.plain.lstrip(" "))
    return Padding(line[deep:], (0, 0, 0, 2 + deep), expand=False)


def _restored(claim: Claim) -> dict[str, list[Source]]:
    """How the forms of sources that lost them were restored, and which sources."""
    found: dict[str, list[Source]] = {}
    for source in claim.sources:
        if source.restored:
            found.setdefault(source.restored, []).append(source)
    return found


def _line(claim: Claim, verdicts: dict[str, Result]) -> Text:
    line = Text(f"{claim.id}: {claim.title}")
    if claim.id in verdicts:
        found = verdicts[claim.id]
        line.append("  ")
        line.append(verdict(found.verdict, Exit.EXPECTED))
    return line


def _detail(name: str, method: Method) -> str:
    """What a detail of evidence is called."""
    return "decisive comparison:" if (name, method) == ("part", Method.TRAINED) else name.replace("_", " ")


def _evidence(item: Evidence, written: Callable[[str], str]) -> Iterator[Text]:
    line = Text(f"By {METHOD_TITLES[item.method]} ({item.seconds:.2g} s): ")
    line.append(verdict(item.verdict, Exit.EXPECTED))
    yield line
    if item.how:
        yield Text(f"  {item.how}")
    if item.verdict is Verdict.UNDECIDED or item.reason:
        yield Text(f"  reason: {item.reason}")
    if item.draws is not None or item.tolerance is not None:
        parts = [] if item.draws is None else [f"{item.draws} {repeated(item.method)}"]
        parts += [] if item.tolerance is None else [f"tolerance {item.tolerance:.2g}"]
        parts += [
            f"{_detail(name, item.method)} {_short(value)}"
            for name, value in item.details.items()
            if not isinstance(value, (Mapping, list))
        ]
        yield Text("  " + ", ".join(parts), style="dim")
        yield from _predictions(item)
        if isinstance(worst := item.details.get("worst"), Mapping) and worst:
            values = ", ".join(f"{written(name)} = {_short(v)}" for name, v in worst.items())
            yield Text(f"  worst at {values}", style="dim")
    if item.witness is not None:
        yield Text(f"  witness {written(str(item.witness))}", style="red")


def _predictions(item: Evidence) -> Iterator[Text]:
    """Of trained networks: each experiment, and its predictions with what came of them."""
    experiments = item.details.get("experiments")
    for experiment in experiments if isinstance(experiments, list) else ():
        yield Text(f"  {experiment['name']}: {experiment['title']}")
        for prediction in experiment["predictions"]:
            line = Text(f"    {prediction['quantity']}: ").append(
                verdict(Verdict(prediction["verdict"]), Exit.EXPECTED)
            )
            apart = "beyond the hypotheses: " if prediction["beyond"] else ""
            yield line.append(f", {apart}{prediction['says']}", style="dim")
        if experiment["note"]:
            yield Text(f"    {experiment['note']}", style="italic dim")


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _trials(result: Result) -> Iterator[str]:
    mutants = result.mutants
    if mutants is not None:
        if mutants.reason:
            yield f"Mutants: none was tried to the end ({mutants.reason})."
        else:
            nothing = f"; {mutants.nothing}" if mutants.nothing else ""
            yield f"Mutants: {mutants.killed} of {mutants.made} refuted{nothing}."
        if mutants.equivalent:
            yield f"Proved to be equivalent to the claim, and not counted: {'; '.join(mutants.equivalent)}."
        if mutants.undecided:
            yield f"Undecided: {'; '.join(mutants.undecided)}."
        if mutants.survived:
            yield f"ALARM, mutants that were verified: {'; '.join(mutants.survived)}."
    if result.unpinned:
        yield f"It does not pin {', '.join(result.unpinned)}: the claim is proved with another value as well."
    for item in result.necessity or ():
        if item.witness is None:
            yield f"{item.hypothesis}: not shown necessary."
        else:
            values = ", ".join(f"{name} = {value}" for name, value in item.witness.symbols.items())
            yield f"{item.hypothesis}: needed; without it the claim fails at {values or 'every point'}."
