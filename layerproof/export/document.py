"""The verification appendix and the errata sheet: documents that compile as they are, and the pieces they are made of.

The folder that is written::

    verification.tex        the appendix: what was checked, how, and each claim with its verdict
    errata.tex              the errata sheet
    layerproof-macros.tex   what both need, for the preamble of a paper of yours
    subjects/SUBJECT.tex    the claims of a subject
    claims/SUBJECT/NAME.tex one claim
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from layerproof import __version__
from layerproof.language.claims import KINDS, Claim
from layerproof.language.misprints import Misprint
from layerproof.language.sources import TITLES, cited, title_of
from layerproof.language.verdicts import Verdict
from layerproof.running.results import Result

from .floats import copies, drawn, floats
from .fragments import as_it_is_right, as_printed, assumed, displayed, fragment, in_words, printed, references
from .prose import escaped, sentence

if TYPE_CHECKING:
    from layerproof.figures import Plate

MACROS = "layerproof-macros.tex"
_LIBRARIES = ("sympy", "python-flint", "numpy", "scipy", "heyoka", "torch")
_PREAMBLE = """\
\\documentclass[10pt,a4paper]{article}
\\usepackage[a4paper,left=25mm,right=48mm,top=25mm,bottom=28mm,marginparwidth=34mm,marginparsep=5mm]{geometry}
\\usepackage[T1]{fontenc}
\\usepackage{lmodern}
\\usepackage{microtype}
\\input{layerproof-macros}
\\usepackage{hyperref}
\\usepackage[nameinlink]{cleveref}
\\hypersetup{colorlinks=true,linkcolor=black,urlcolor=black,pdfcreator={},pdfproducer={}}
\\pdfinfoomitdate=1 \\pdftrailerid{} \\pdfsuppressptexinfo=-1
\\allowdisplaybreaks \\setlength{\\emergencystretch}{4em} \\raggedbottom
"""


def files(
    results: Sequence[Result],
    chapters: Mapping[str, str],
    misprints: Sequence[Misprint] = (),
    *,
    plates: Sequence[Plate] = (),
    pictures: Path | None = None,
) -> Iterator[tuple[Path, str | bytes]]:
    """The files of the export, with their content.

    Args:
        results: what was found, in the order of the claims.
        chapters: the title of each subject.
        misprints: slips without a verdict.
        plates: figures; those that `pictures` has stand where their subject ends.
        pictures: a folder with the figures as ``NAME.pdf``.
    """
    shown = drawn(plates, pictures)
    known = {result.claim.id: f"lp:{result.claim.id}" for result in results}
    repairs = {result.claim.id: [r.claim for r in results if r.claim.corrects is result.claim] for result in results}
    yield Path(MACROS), (Path(__file__).parent / "macros.tex").read_text(encoding="utf-8")
    subjects: list[str] = []
    for subject, group in groupby(results, key=lambda result: result.claim.subject):
        subjects.append(subject)
        names = []
        for result in group:
            name = result.claim.id.partition("/")[2].replace("/", "-")
            names.append(name)
            yield (
                Path("claims", subject, f"{name}.tex"),
                fragment(result.claim, result, known, repairs[result.claim.id]),
            )
        inputs = "\n".join(rf"\input{{\lproot/claims/{subject}/{name}}}" for name in names)
        here = [plate for plate in shown if plate.subject == subject]
        if pictures is not None:
            yield from copies(here, pictures)
        yield (
            Path("subjects", f"{subject}.tex"),
            f"\\section{{{sentence(_title(chapters, subject))}}}\n{inputs}\n{floats(here)}",
        )
    yield Path("verification.tex"), appendix(results, subjects)
    yield Path("errata.tex"), errata_sheet(results, repairs, misprints)


def _title(chapters: Mapping[str, str], subject: str) -> str:
    return chapters.get(subject) or subject.replace("-", " ").capitalize()


def appendix(results: Sequence[Result], subjects: Iterable[str]) -> str:
    """The document that reads all subjects."""
    inputs = "\n".join(rf"\input{{\lproot/subjects/{subject}}}" for subject in subjects)
    return f"""{_PREAMBLE}\\begin{{document}}
\\title{{Verification appendix}}
\\author{{layerproof {__version__}}}
\\date{{}}
\\maketitle

\\section*{{How to read this}}
Each claim was checked by machine. Its verdict stands in the margin, with the methods that reached it.
\\begin{{description}}
\\item[VERIFIED] proved wherever the hypotheses hold: by exact algebra, in which the residual has the normal form 0.
\\item[REFUTED] false: at the rational witness given, which satisfies the hypotheses, ball arithmetic excludes it.
\\item[SUPPORTED] numbers agree within the tolerance given at the draws given; nothing is proved.
\\item[UNDECIDED] neither proved nor refuted, for the reason given.
\\end{{description}}
An erratum is quoted as \\emph{{Printed}}, in the LaTeX of its source, with the wrong place marked; what was refuted by
machine is the statement below, as which that line is \\emph{{read}}; \\emph{{Right}} is the repair in the form of the
source, with its changes marked. The documents:
{_documents(results)}

\\section*{{What was found}}
{_summary(results)}

\\section*{{How to reproduce it}}
{_reproduce()}

\\tableofcontents
\\clearpage
{inputs}
\\end{{document}}
"""


def errata_sheet(
    results: Sequence[Result], repairs: Mapping[str, Sequence[Claim]], misprints: Sequence[Misprint] = ()
) -> str:
    """What is printed, where, what is wrong in one sentence, a witness, the repair, the consequence."""
    wrong = [result for result in results if result.claim.erratum]
    known: dict[str, str] = {}
    entries = "\n".join(_erratum(result, repairs[result.claim.id], known) for result in wrong)
    kinds = Counter(result.claim.erratum.kind for result in wrong if result.claim.erratum)
    counted = "; ".join(f"{count} {sentence(KINDS[kind].partition(':')[0])}" for kind, count in kinds.most_common())
    return f"""{_PREAMBLE}\\begin{{document}}
\\title{{Errata}}
\\author{{layerproof {__version__}}}
\\date{{}}
\\maketitle
\\noindent Printed lines that were refuted by machine, each with rational numbers at which it fails and, where there
is one, with a repair that was proved. {_count(len(wrong), "line")}: {counted or "none"}. The documents:
{_documents(wrong)}

{entries}
{_slips(misprints)}\\end{{document}}
"""


def _erratum(result: Result, repairs: Sequence[Claim], known: Mapping[str, str]) -> str:
    claim = result.claim
    assert claim.erratum is not None
    with printed(claim):
        parts = [
            f"\\begin{{lpclaim}}{{{claim.id}}}{{{sentence(_capital(cited(claim.sources)))}: {sentence(claim.heading)}}}"
            f"{{{result.verdict.value}}}\n",
            as_printed(claim),
            f"\\lppart{{Read as}}\n{displayed(claim)}",
            assumed(claim),
            as_it_is_right(claim),
            f"\\lppart{{Wrong}}{sentence(claim.erratum.wrong)} ({_capital(sentence(KINDS[claim.erratum.kind]))}.)\n",
        ]
        if result.witness:
            parts.append(f"\\lppart{{Witness}}{in_words(result.witness)}\n")
        for repair in repairs:
            repaired = f"{references([repair], known)}: {sentence(repair.heading)}."
            parts.append(f"\\lppart{{Repair}}{repaired}\n{displayed(repair)}")
        parts.append(f"\\lppart{{Consequence}}{sentence(claim.erratum.consequence)}\n\\end{{lpclaim}}\n")
    return "".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _slips(misprints: Sequence[Misprint]) -> str:
    if not misprints:
        return ""
    items = "\n".join(
        rf"\item {sentence(cited([slip.source]))}: printed ``{sentence(slip.printed)}'', "
        f"meant ``{sentence(slip.meant)}''. {sentence(slip.why)}"
        for slip in misprints
    )
    return f"\\section*{{Slips of reference and of wording}}\n\\begin{{itemize}}\n{items}\n\\end{{itemize}}\n"


def _documents(results: Sequence[Result]) -> str:
    """The four sources, then the papers beside them that the claims are from."""
    papers = sorted({source.document for r in results for source in r.claim.sources} - set(TITLES))
    return "; ".join(f"\\emph{{{escaped(name)}}}: {sentence(title_of(name))}" for name in (*TITLES, *papers)) + "."


def _summary(results: Sequence[Result]) -> str:
    verdicts = [v for v in Verdict if any(result.verdict is v for result in results)]
    lines = []
    for subject, group in groupby(results, key=lambda result: result.claim.subject):
        counts = Counter(result.verdict for result in group)
        lines.append(" & ".join([escaped(subject), *(str(counts[v] or "") for v in verdicts)]))
    total = Counter(result.verdict for result in results)
    lines.append(" & ".join(["all", *(str(total[v]) for v in verdicts)]))
    head = " & ".join(["subject", *(rf"\textsc{{{v.value.lower()}}}" for v in verdicts)])
    body = " \\\\\n".join([*lines[:-1], f"\\hline {lines[-1]}"])
    columns = "l" + "r" * len(verdicts)
    errata = sum(1 for result in results if result.claim.erratum and result.verdict is Verdict.REFUTED)
    table = f"\\begin{{tabular}}{{{columns}}}\n{head} \\\\ \\hline\n{body}\n\\end{{tabular}}"
    return (
        f"\\begin{{center}}\n{table}\n\\end{{center}}\n"
        f"{_count(len(results), 'claim')}; {errata} of the refuted ones are errata, the others show that a "
        "hypothesis is needed."
    )


def _reproduce() -> str:
    versions = [f"Python {platform.python_version()}"]
    for library in _LIBRARIES:
        try:
            versions.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    return (
        rf"\texttt{{layerproof check}} with layerproof {__version__} ({escaped(', '.join(versions))}) reproduces "
        r"all verdicts; \texttt{layerproof check ID} reproduces those of one claim, and "
        r"\texttt{layerproof show ID} shows all evidence about it."
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
