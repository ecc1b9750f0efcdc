"""A folder of theorems that anyone with Coq can check again: lemmas, files by chapter, a Makefile.

It holds what Coq accepted in this run and nothing else; the README says what is missing, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from layerproof.language.sources import cited
from layerproof.language.verdicts import Method, Verdict
from layerproof.proving.coq import coqc
from layerproof.proving.coq.files import ALLOWED, Formal
from layerproof.running.results import Result


def files(results: Sequence[Result], chapters: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    """The names and contents of all files.

    Args:
        results: what was found, by the method `coq` at least.
        chapters: the title of each subject.
    """
    named = _named(results)
    parts = list(_parts([result for result in results if result.formal], named))
    for file in coqc.prelude(("Base", *(word for _, requires, _ in parts for word in requires))):
        yield Path("prelude", f"{file}.v"), coqc.source_of(file)
    for name, requires, members in parts:
        yield Path("claims", f"{name}.v"), _chapter(name, requires, members, named, chapters)
        theorems = [named[id(result)].name for result in members]
        yield Path("axioms", f"{name}.v"), _axioms(name, theorems, together=True)
        yield Path("axioms", f"{name}_each.v"), _axioms(name, theorems, together=False)
    names = [name for name, _, _ in parts]
    yield Path("axioms", "ALLOWED"), "".join(f"{axiom}\n" for axiom in sorted(ALLOWED))
    yield Path("_CoqProject"), _project(names, parts)
    yield Path("Makefile"), _makefile(names, parts)
    yield Path("README.md"), _readme(results, parts, chapters)


Part = tuple[str, tuple[str, ...], list[Result]]
"""A file of theorems: its name, what it needs of the prelude, and the claims."""


def _named(results: Sequence[Result]) -> dict[int, Formal]:
    """The theorems, each with a name of its own."""
    found: dict[int, Formal] = {}
    taken: set[str] = set()
    for result in results:
        if result.formal is None:
            continue
        name, number = result.formal.name, 2
        while name in taken:
            name, number = f"{result.formal.name}_{number}", number + 1
        taken.add(name)
        found[id(result)] = replace(result.formal, name=name)
    return found


def _parts(results: Sequence[Result], named: Mapping[int, Formal]) -> Iterator[Part]:
    """A file for each chapter, or several: a script is checked with the prelude that it was made for, and no other."""
    chapters: dict[str, dict[tuple[str, ...], list[Result]]] = {}
    for result in results:
        chapters.setdefault(result.claim.subject, {}).setdefault(named[id(result)].requires, []).append(result)
    for subject, by_needs in chapters.items():
        stem = "".join(c if c.isascii() and c.isalnum() else "_" for c in subject)
        for number, (requires, members) in enumerate(by_needs.items(), start=1):
            yield f"{stem}_{number}" if len(by_needs) > 1 else f"{stem}_all", requires, members


def _chapter(
    name: str,
    requires: tuple[str, ...],
    members: Sequence[Result],
    named: Mapping[int, Formal],
    chapters: Mapping[str, str],
) -> str:
    subject = members[0].claim.subject
    lines = [f"(** {_remark(chapters.get(subject) or subject)}: {name}.v *)", coqc.header(requires)]
    for result in members:
        claim, formal = result.claim, named[id(result)]
        about = [f"(* {_remark(claim.id)}", f"   {_remark(claim.title)}"]
        if claim.sources:
            about.append(f"   Source: {_remark(cited(claim.sources))}")
        if formal.refutes:
            printed = "The line as printed is false" if claim.erratum else "It is false"
            about.append(f"   {printed}, at {_remark(formal.witness)}.")
        lines += [f"{about[0]}\n" + "\n".join(about[1:]) + " *)", formal.text()]
    return "\n".join(lines)


def _remark(text: str) -> str:
    """A text that may stand in a comment of Coq: no comment, no string begins or ends in it."""
    return " ".join(text.replace("(*", "( *").replace("*)", "* )").replace('"', "'").split())


def _axioms(name: str, theorems: Sequence[str], *, together: bool) -> str:
    lines = [f"From Claims Require {name}."]
    if together:
        whole = f"{name}.{theorems[-1]}"
        for theorem in reversed(theorems[:-1]):
            whole = f"({name}.{theorem},\n  {whole})"
        lines += [f"Definition every :=\n  {whole}.", "Print Assumptions every."]
    else:
        lines += [f"Print Assumptions {name}.{theorem}." for theorem in theorems]
    return "\n".join(lines) + "\n"


def _prelude_of(parts: Sequence[Part]) -> list[str]:
    return coqc.prelude(("Base", *(word for _, requires, _ in parts for word in requires)))


def _project(names: Sequence[str], parts: Sequence[Part]) -> str:
    listed = [f"prelude/{file}.v" for file in _prelude_of(parts)] + [f"claims/{name}.v" for name in names]
    return "\n".join(["-Q prelude Layerproof", "-Q claims Claims", *listed]) + "\n"


def _makefile(names: Sequence[str], parts: Sequence[Part]) -> str:
    rules = []
    for file in _prelude_of(parts):
        needed = [f"prelude/{other}.vo" for other in coqc.required(coqc.source_of(file))]
        rules.append(" ".join([f"prelude/{file}.vo:", f"prelude/{file}.v", *needed]))
    for name, requires, _ in parts:
        needed = [f"prelude/{file}.vo" for file in ("Base", *requires)]
        rules.append(" ".join([f"claims/{name}.vo:", f"claims/{name}.v", *needed]))
        for kind in ("", "_each"):
            rules.append(f"axioms/{name}{kind}.txt: axioms/{name}{kind}.v claims/{name}.vo")
    made = " ".join(f"claims/{name}.vo" for name in names)
    together = " ".join(f"axioms/{name}.txt" for name in names)
    each = " ".join(f"axioms/{name}_each.txt" for name in names)
    return _MAKEFILE.format(made=made, together=together, each=each, rules="\n".join(rules))


_MAKEFILE = """\
# make          checks every theorem
# make axioms   prints the axioms that they rest on, and fails if there is one that axioms/ALLOWED does not name
# make each     the same for each theorem by itself (half a second each)
COQC ?= coqc
FLAGS = -q -Q prelude Layerproof -Q claims Claims
NAMES = awk '/^(Axioms:|Closed under the global context|Chars |$$)/ {{ next }} /^[^ ]/ {{ print $$1 }}' | sort -u

.PHONY: all axioms each clean
all: {made}

axioms: {together}
\t@cat $^ | $(NAMES)
\t@cat $^ | $(NAMES) | grep -vxFf axioms/ALLOWED > axioms/others.txt; test ! -s axioms/others.txt

each: {each}
\t@for file in $^; do cat $$file; done
\t@cat $^ | $(NAMES) | grep -vxFf axioms/ALLOWED > axioms/others.txt; test ! -s axioms/others.txt

%.vo: %.v
\t$(COQC) $(FLAGS) $<

axioms/%.txt: axioms/%.v
\t$(COQC) $(FLAGS) $< > $@.new
\tmv $@.new $@

clean:
\trm -f */*.vo */*.vok */*.vos */*.glob */.*.aux */.*.cache .*.cache axioms/*.txt

{rules}
"""


def _readme(results: Sequence[Result], parts: Sequence[Part], chapters: Mapping[str, str]) -> str:
    proved = sum(1 for result in results if result.formal and not result.formal.refutes)
    refuted = sum(1 for result in results if result.formal and result.formal.refutes)
    said = [f"{proved} claim{'s' * (proved != 1)} proved"]
    if refuted:
        said.append(f"{refuted} refuted")
    lines = [
        "# Theorems of Coq",
        "",
        f"{' and '.join(said)}, as Coq {coqc.version()} accepted them. Written by layerproof; the scripts are",
        "generated, the statements are the claims'. To check them again, with nothing of layerproof:",
        "",
        f"    apt-get install --no-install-recommends {' '.join(coqc.PACKAGES)}   # or what your system has",
        "    make            # checks every theorem; -j for several at a time",
        "    make axioms     # the axioms that they rest on; fails if one is not in axioms/ALLOWED",
        "    make each       # the same for each theorem by itself",
        "",
        "`prelude/` holds the definitions and lemmas that are used; the definitions there, and the statements in",
        "`claims/`, are what a reader has to read. Division, roots, logarithms and powers have a value everywhere in",
        "Coq, so each theorem also proves that every part of its statement is defined.",
        "",
        "| file | chapter | theorems | needs |",
        "|---|---|---|---|",
    ]
    for name, requires, members in parts:
        chapter = chapters.get(members[0].claim.subject) or members[0].claim.subject
        needs = ", ".join(("Base", *requires))
        lines.append(f"| `claims/{name}.v` | {chapter} | {len(members)} | {needs} |")
    if missing := [result for result in results if result.formal is None]:
        lines += ["", f"## Not here: {len(missing)}", ""]
        for result in missing:
            found = result.by(Method.COQ)
            reason = found.reason if found is not None and found.verdict is Verdict.UNDECIDED else None
            lines.append(f"- `{result.claim.id}`: {' '.join((reason or 'not asked').split())}")
    return "\n".join(lines) + "\n"
