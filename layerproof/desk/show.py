"""One claim as a page to read: what is claimed, under which hypotheses, why it holds or where it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import sympy as sp
from rich.console import Console
from rich.padding import Padding
from rich.text import Text
from sympy.core.function import AppliedUndef

from .derivations.kernel.claims import KINDS, Claim
from .derivations.kernel.printing import text
from .derivations.kernel.sources import Source, cited
from .derivations.kernel.statements import Chain
from .derivations.kernel.verdicts import Evidence, Verdict
from .graph import Graph
from .results import Exit, Result
from .tables import METHOD_TITLES, explanations, verdict


def page(result: Result, results: Sequence[Result], everything: Sequence[Claim], out: Console) -> None:
    """Print the page of one claim.

    Args:
        result: what was found about the claim.
        results: what was found in the same run about others, for their verdicts.
        everything: all claims known, for those that use or correct this one.
        out: where to.
    """
    claim = result.claim
    out.print(Text(claim.title, style="bold"))
    out.print(Text.assemble((claim.id, "dim"), "   ", verdict(result.verdict, result.status)))
    if claim.sources:
        out.print(Text("printed in " + cited(claim.sources), style="dim"))
        for how, labels in _restored(claim).items():
            plural = len(labels) > 1
            lost = f"{cited(labels)}: the {'forms were' if plural else 'form was'} lost in the text and restored, {how}"
            out.print(Text(lost, style="dim"))
    _section(out, "As printed" if claim.erratum else "Claim", list(_statement(claim)))
    if kind := (type(claim.statement).__doc__ or "").replace("``", "").strip().splitlines():
        out.print(_indented(Text(f"{type(claim.statement).__name__}: {kind[0]}", style="dim")))
    flow = getattr(claim.statement, "flow", None)
    if flow is not None:
        _section(out, "Gradient flow of the loss", list(_flow(flow)))
    _section(out, "Hypotheses", list(hypotheses(claim)))
    if claim.erratum:
        lines = [KINDS[claim.erratum.kind], claim.erratum.wrong, f"Consequence: {claim.erratum.consequence}"]
        _section(out, "What is wrong", lines)
    _section(out, "Derivation", list(_derivation(claim)))
    _section(out, "Found", [line for item in result.evidence for line in _evidence(item)] or explanations(result))
    if result.formal is not None:
        _section(out, "What Coq accepts", result.formal.says.splitlines())
    if result.because:
        out.print(_indented(Text(f"The verdict is {result.verdict} because {result.because}.")))
    _section(out, "What the proof was put to", list(_trials(result)))
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
        _section(out, "Note", [claim.note])


def _section(out: Console, title: str, lines: Sequence[str | Text]) -> None:
    if lines:
        out.print()
        out.print(Text(title, style="bold cyan"))
        for line in lines:
            out.print(_indented(line if isinstance(line, Text) else Text(line)))


def _indented(line: Text) -> Padding:
    return Padding(line, (0, 0, 0, 2), expand=False)


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


def _flow(flow: object) -> Iterator[str]:
    loss = getattr(flow, "loss", None)
    if loss is not None:
        yield f"loss = {text(loss)}"
        names = [
            getattr(p, "name", None) or getattr(p.func, "__name__", str(p)) for p in getattr(flow, "parameters", ())
        ]
        if names:
            yield f"in the parameters {', '.join(map(str, names))}; each moves by minus the loss's derivative"
    for expr in getattr(flow, "invariant", ()):
        yield f"on the set where {text(expr)} = 0"


def hypotheses(claim: Claim, written: Callable[[object], str] = text) -> Iterator[str]:
    """The hypotheses in sentences: the domains of the symbols, then the relations among them.

    `written` gives the form of an expression: as plain text, or as LaTeX between dollar signs.
    """
    domains: dict[str, list[str]] = {}
    expressions = [*claim.statement.expressions(), *(h for h in claim.hypotheses if isinstance(h, sp.Basic))]
    symbols = {
        s for e in expressions for s in e.free_symbols if isinstance(s, sp.Symbol) and not isinstance(s, sp.Dummy)
    }
    for symbol in sorted(symbols, key=lambda s: (s.name.lower(), s.name)):
        domains.setdefault(_domain(symbol), []).append(written(symbol))
    for domain, names in domains.items():
        plural = len(names) > 1
        yield f"{_and(names)} {'are' if plural else 'is'} {domain if plural else _singular(domain)}."
    yield from _functions(expressions, written)
    for hypothesis in claim.hypotheses:
        yield f"{written(hypothesis)}."


def _functions(expressions: Sequence[sp.Basic], written: Callable[[object], str]) -> Iterator[str]:
    """The trajectories and the families, each a real function of what it depends on."""
    kinds: dict[str, set[str]] = {}
    for entry in {entry for expr in expressions for entry in expr.atoms(AppliedUndef)}:
        indexed = any(not (isinstance(x, sp.Symbol) and x.is_nonnegative) or isinstance(x, sp.Idx) for x in entry.args)
        moving = any(isinstance(x, sp.Symbol) and x.is_nonnegative and not x.is_integer for x in entry.args)
        what = "real functions of time" if moving else "real numbers"
        kinds.setdefault(f"the entries of {{}} are {what}" if indexed else f"{{}} are {what}", set()).add(
            written(sp.Symbol(entry.func.__name__))
        )
    for sentence, names in sorted(kinds.items()):
        single = len(names) == 1 and sentence.startswith("{}")
        shown = sentence.replace("are real functions", "is a real function") if single else sentence
        shown = shown.format(_and(sorted(names)))
        yield shown[0].upper() * shown.startswith("the ") + shown[shown.startswith("the ") :] + "."


def _domain(symbol: sp.Symbol) -> str:
    if symbol.is_integer:
        return "positive whole numbers" if symbol.is_positive else "whole numbers"
    if symbol.is_positive:
        return "positive real numbers"
    if symbol.is_nonnegative:
        return "real numbers that are not negative"
    if symbol.is_real:
        return "real numbers"
    return "symbols without a domain"


def _singular(domain: str) -> str:
    singular = (
        domain.replace("numbers that are", "number that is").replace("numbers", "number").replace("symbols", "symbol")
    )
    return f"a {singular}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _statement(claim: Claim) -> Iterator[str | Text]:
    """The statement, a chain line by line with its reasons, and what its abbreviations stand for."""
    statement = claim.abbreviated
    if not isinstance(statement, Chain):
        yield from claim.lines()
    else:
        yield Text.assemble(("   ", ""), text(statement.first))
        for link in statement.links:
            reason = f"   {link.reason}" if link.reason else ""
            yield Text.assemble((f"{link.relation:>2} ", "dim"), text(link.line), (reason, "italic dim"))
        yield from claim.legend()


def _derivation(claim: Claim) -> Iterator[Text]:
    for number, step in enumerate(claim.steps, start=1):
        yield Text.assemble((f"{number}. ", "dim"), text(step.line), (f"   {step.reason}", "italic dim"))


def _evidence(item: Evidence) -> Iterator[Text]:
    line = Text(f"By {METHOD_TITLES[item.method]} ({item.seconds:.2g} s): ")
    line.append(verdict(item.verdict, Exit.EXPECTED))
    yield line
    if item.how:
        yield Text(f"  {item.how}")
    if item.verdict is Verdict.UNDECIDED or item.reason:
        yield Text(f"  reason: {item.reason}")
    if item.draws is not None or item.tolerance is not None:
        parts = [] if item.draws is None else [f"{item.draws} draws"]
        parts += [] if item.tolerance is None else [f"tolerance {item.tolerance:.2g}"]
        parts += [
            f"{name.replace('_', ' ')} {_short(value)}"
            for name, value in item.details.items()
            if not isinstance(value, (Mapping, list))
        ]
        yield Text("  " + ", ".join(parts), style="dim")
        yield from _predictions(item)
        if isinstance(worst := item.details.get("worst"), Mapping) and worst:
            yield Text("  worst at " + ", ".join(f"{name} = {_short(v)}" for name, v in worst.items()), style="dim")
    if item.witness is not None:
        yield Text(f"  witness {item.witness}", style="red")


def _predictions(item: Evidence) -> Iterator[Text]:
    """Of trained networks: each experiment, and its predictions with what came of them."""
    experiments = item.details.get("experiments")
    for experiment in experiments if isinstance(experiments, list) else ():
        yield Text(f"  {experiment['name']}: {experiment['title']}")
        for prediction in experiment["predictions"]:
            line = Text(f"    {prediction['quantity']}: ").append(
                verdict(Verdict(prediction["verdict"]), Exit.EXPECTED)
            )
            yield line.append(f", {prediction['says']}", style="dim")
        if experiment["note"]:
            yield Text(f"    {experiment['note']}", style="italic dim")


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _trials(result: Result) -> Iterator[str]:
    mutants = result.mutants
    if mutants is not None:
        if mutants.reason:
            yield f"Broken copies: none tried to the end ({mutants.reason})."
        else:
            yield f"Broken copies: {mutants.killed} of {mutants.made} refuted."
        if mutants.equivalent:
            yield f"Proved to say the same, and set aside: {'; '.join(mutants.equivalent)}."
        if mutants.undecided:
            yield f"Left open: {'; '.join(mutants.undecided)}."
        if mutants.survived:
            yield f"ALARM, verified although broken: {'; '.join(mutants.survived)}."
    for item in result.necessity or ():
        if item.witness is None:
            yield f"{item.hypothesis}: not shown necessary."
        else:
            values = ", ".join(f"{name} = {value}" for name, value in item.witness.symbols.items())
            yield f"{item.hypothesis}: needed; without it the claim fails at {values or 'every point'}."
