r"""A side-car of declarations beside a paper: what its letters seem to be, where that was seen, how much hangs on it.

Nothing is written into the paper.  What its prose says (``$W \in \mathbb{R}^{d \times p}$``) is proposed as said; the
rest is guessed from how the formulas use a letter, and a guess stays one, marked with ``?``, until the author takes the
mark away.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace

from ....language.reading import CannotRead
from ..bounds.semidefinite import is_order
from ..files.parts import Document, Step
from ..files.positions import Place
from ..files.tokens import Unbalanced, in_words, words
from ..letters.header import declare
from ..letters.setting import Misdeclared, Setting
from ..notation.kin import kin, like_their_kin
from ..notation.naming import latex_name, name_in
from ..notation.size_products import letters_of
from ..notation.spelling import plain
from ..page.listed import range_in
from ..page.relations import CONTRARY
from ..page.shapes_seen import function_of, gaps_in
from ..page.typings import ENTRYWISE, names_of
from .by_words import by_words, taken_by_maps
from .counted import counting, is_of_ones, sizes_of_ones
from .entries_seen import entries_seen, matrices_of_entries
from .equal_to import like_what_they_equal
from .families_seen import all_ranges, ends, ends_from_nought, families_of
from .fitting import fitted
from .labels_seen import is_labelled, labelled
from .names_seen import Seen, changes_in, indexed, is_large, letter_of, lone_terms, names_in, numbers_raised
from .pairs_seen import take_pairs
from .powers_raised import raised_to_real_powers
from .said import ENTRIES_SIGN, said_of_layers, said_of_names
from .side_car import Proposal
from .signs_seen import of_any_sign
from .sizes_seen import IDENTITY, like_their_products, sizes_of, taken_of_products
from .special_functions import of_mathematics
from .sums_seen import alike
from .times_seen import moving, still_beside, time_of, without_time

_ADJOINT = re.compile(r"[)\]]\s*\^\s*\{?\s*(?:\*|\\ast)|\\dagger\s*(?:\*|\\ast)|\*\s*\\dagger")
_ACTIVATIONS = (r"\sigma", r"\phi", r"\varphi", r"\psi", r"\rho")
"""Letters of functions that networks take of every entry of what stands in their brackets."""
_UNITS_OF_NETWORKS = frozenset({"relu", "silu", "gelu", "elu", "selu", "softplus", "swish", "leakyrelu", "heaviside"})
_ORDER = re.compile(r"[oO]|\\(?:tilde|widetilde|mathcal)\{(?:O|\\mathcal\{O\})\}|\\(?:Theta|Omega|tilde\{\\Omega\})")


@dataclass
class _Paper:
    """What a paper shows of its letters.

    Attributes:
        document: cut up.
        texts, prose: the formulas of its displays, and of its words.
        time: the letter of the time by which something in it is derived; empty if nothing is.
        seen: its names, and what formulas show of each.
        said: the type of a name that the paper says, with the words and where.
        valued: names that it says are numbers, and takes values of.
        numbers: names of which a superscript that counts is a power.
        sizes: of its vectors and matrices.
        compared: names that can only be numbers.
    """

    document: Document
    texts: list[str]
    prose: list[str]
    time: str
    seen: dict[str, Seen]
    said: dict[str, tuple[str, str, int]]
    valued: set[str]
    numbers: set[str]
    sizes: list[str]
    compared: set[str]

    def bare(self, text: str) -> str:
        """A formula without times, if the paper has one."""
        return without_time(text, self.time) if self.time else text

    @property
    def sides(self) -> list[list[str]]:
        """The sides of each equation."""
        return [[self.bare(side) for side in equation.sides] for equation in self.document.equations]

    def showing(self, what: str) -> list[str]:
        """The names of which formulas show something."""
        return [name for name, seen in self.seen.items() if seen.shows[what]]


_Family = tuple[str, str, Seen, set[str]]
"""A name with its index, what is proposed, what is seen of it, and the names that it takes."""


@dataclass
class _Draft:
    """What is proposed so far.

    Attributes:
        found: proposals that stand.
        guesses: a type for each other name.
        families: letters with an index that runs.
        known: types that are said, or that entries show.
        parts: names that are entries of matrices.
        indices: the size to which each index of these runs.
        run_to: the end of the range of each index.
    """

    found: list[Proposal]
    guesses: dict[str, str]
    families: list[_Family]
    known: dict[str, str]
    parts: set[str]
    indices: dict[str, str]
    run_to: dict[str, str]


def propose(document: Document) -> list[Proposal]:
    """What the letters of a document seem to be, those on which most hangs first."""
    paper = _shown(document)
    draft = _first_draft(paper)
    _fit(paper, draft)
    found = [*draft.found, *(_guessed(paper, name, guess) for name, guess in draft.guesses.items())]
    if paper.time:
        found = _in_time(found, paper)
    found = by_words(found, document.kinds, [*paper.texts, *paper.prose])
    found += [
        Proposal(rf"\dot{{{p.name}}}", p.what, paper.seen[p.name].shows["dotted"], "", p.place)
        for p in found
        if not paper.time and paper.seen[p.name].shows["dotted"] and p.what.startswith(("vector ", "matrix "))
    ]
    last = _families(paper, draft)
    shapes = _shapes(document, found, paper.seen)
    beside = [*_constants(shapes, {p.name for p in (*found, *last)}), *_sizes_alone(paper, [*found, *last])]
    clocks = [one for one in found if one.name == paper.time != "t"]  # else what moves would make one, and call it t
    first = sorted((one for one in found if one not in clocks), key=_order)
    made = [*clocks, *first, *sorted(last, key=_order), *beside, *shapes]
    made = [_undashed(one, paper, {p.name for p in made}) for one in made]
    made = _adjoints(made) if any(_ADJOINT.search(text) for text in paper.texts) else made
    members = {
        name: [_guessed(paper, n, extent.split(" for ")[0]) for n in names if "_" in n]
        for name, extent, _, names in draft.families
    }
    held = _without_defined(_that_hold(made, members), document, paper.said)
    timed = any(one.what == "time" or "trajectory" in one.what for one in held)
    return held if timed else [*held, *(one for one in made if one.what == "time")]  # a defined G was all that moved


def _guessed(paper: _Paper, name: str, what: str) -> Proposal:
    return Proposal(name, what, len(paper.seen[name].lines), "", paper.seen[name].place)


def _shown(document: Document) -> _Paper:
    """What the formulas and the words of a paper show."""
    texts = [text for equation in document.equations for text in equation.sides]
    prose = [text for _, text in document.prose]
    time = time_of([*texts, *prose])
    bare = (lambda text: without_time(text, time)) if time else str
    said = said_of_names(document)
    raised = {name for name in said if "^" in name} | changes_in([*texts, *prose]) | labelled([*texts, *prose])
    numbers = {"e", *(name for name, (kind, *_) in said.items() if "number" in kind.split(" "))}
    seen: dict[str, Seen] = {}
    _take(document, seen, bare, raised, numbers)
    if powers := numbers_raised(seen, {name_in(e.start) for e in document.equations}):
        seen.clear()
        numbers |= powers
        _take(document, seen, bare, raised, numbers)
    valued = {name for name in numbers & said.keys() if name in seen and _has_values(seen[name])}
    signs = {name for name, (kind, *_) in said.items() if kind in ENTRIES_SIGN and name in seen}
    by_entries = {name for name in signs if _is_shaped(seen[name])}
    said = {name: what for name, what in said.items() if name not in valued | by_entries}
    kinds = {name: kind for name, (kind, *_) in said.items()}
    equated = [*(e.start for e in document.equations), *(left for left, _ in _equations(document))]
    for function in of_mathematics([*texts, *prose], kinds, equated):
        seen.pop(function, None)
    vectors = {name for name, kind in kinds.items() if kind.startswith("vector ") and "function" not in kind}
    take_pairs(texts, seen, vectors)
    said = said_of_layers(document, said, seen)
    counts = ends(document.equations)
    sizes = sorted(_sizes(said, seen), key=lambda size: size in counts)  # one counts samples
    sizes += [size for size in sizes_of_ones(seen, prose) if size not in sizes and size not in said]
    return _Paper(document, texts, prose, time, seen, said, valued, numbers, sizes, _compared(document, seen))


def _first_draft(paper: _Paper) -> _Draft:
    """What each name seems to be by itself."""
    document, seen, said, sizes = paper.document, paper.seen, paper.said, paper.sizes
    kinds = {name: kind for name, (kind, *_) in said.items()}
    ranging = [*paper.prose, *(text for e in document.equations for step in e.steps for text in step.conditions)]
    run_to = all_ranges(document.equations, ranging)
    first = {name: _guess(name, what, sizes) for name, what in seen.items() if name not in said and what.lines}
    first |= dict.fromkeys(paper.valued & first.keys(), "function")
    square = f"matrix {sizes[0]} x {sizes[0]}" if sizes else "matrix d_0 x d_0"
    first |= {name: square for name in document.kinds.keys() & first.keys() if first[name].startswith("real")}
    firm = matrices_of_entries({name: what.indices for name, what in seen.items()}, first, run_to)
    known = kinds | firm
    parts, indices = entries_seen(seen, known, run_to)
    others = {name: what for name, what in seen.items() if name not in parts}
    families = list(families_of(document.equations, others, {*said, *sizes}, kinds, ranging, sizes))
    running = {*parts, *indices, *(name for *_, names in families for name in names)}
    alike_to_all = {indexed(name)[0]: extent.split(" for ")[0] for name, extent, *_ in families}
    draft = _Draft([], {}, families, known, parts, indices, run_to)
    for name, what in seen.items():
        constant = name in (r"\pi", "e") or IDENTITY.match(name) or is_of_ones(name)
        if name in running or not what.lines or name in sizes or constant:
            continue
        if _ORDER.fullmatch(name) and what.shows["applied"]:
            continue
        base = name.rstrip("'")
        if base != name and ENTRYWISE in (kinds.get(base), first.get(base)):  # it declares its derivatives
            continue
        if name in said:
            kind, source, place = said[name]
            whole = _whole(kind, what)
            draft.found.append(Proposal(name, whole or kind, len(what.lines), "" if whole else source, place))
        elif alike_to := firm.get(name) or (
            alike_to_all.get(indexed(name)[0]) if "_" in name and not what.shows["entrywise"] else None
        ):
            number = " number" * (what.shows["multiplied"] > 0 and alike_to in ("real", "positive", "nonnegative"))
            draft.found.append(_guessed(paper, name, f"{alike_to}{number}"))
        elif _is_pseudo_inverse(name, said, seen, sizes):
            continue
        elif guess := first[name]:
            draft.guesses[name] = _as_number(guess) if name in paper.compared else guess
    return draft


def _fit(paper: _Paper, draft: _Draft) -> None:
    """Change the guesses by each other, and by the formulas in which they stand together."""
    seen, known, compared, sides = paper.seen, draft.known, paper.compared, paper.sides
    guesses = like_their_kin(draft.guesses, known, paper.showing("norm"))
    guesses = _signed(guesses, seen, paper.document)
    guesses = alike(guesses, known, paper.texts, compared)
    with_sizes = {name: kind for name, kind, *_ in draft.families if sizes_of(kind)}
    said = [text for _, text, _ in paper.document.typings]
    taken = known | taken_by_maps(guesses, said, [*paper.texts, *paper.prose])
    shown = like_their_products(guesses | with_sizes, taken, sides, paper.showing("inverse"), compared, draft.run_to)
    draft.families = [(name, shown.get(name, kind), what, names) for name, kind, what, names in draft.families]
    sized = known | {size: "natural number" for size in paper.sizes if size not in known}
    guesses = like_what_they_equal({name: shown[name] for name in guesses}, sized, _at_any_time(paper))
    fixed = {p.name: p.what for p in draft.found} | {name: extent for name, extent, *_ in draft.families}
    shaped = [name for name, what in seen.items() if what.shows["transposed"] or what.shows["norm"]]
    taken_of = [name for name, what in seen.items() if what.shows["applied"] > what.shows["multiplied"]]
    bounds = {place for place, e in enumerate(paper.document.equations) if any(_bounds(step) for step in e.steps)}
    raised = [name for name in seen if "^" in name]
    guesses = fitted(guesses, fixed, sides, shaped, taken_of, paper.numbers, bounds, raised)
    guesses |= _inverted(guesses, seen)
    activations = [n for n, kind in guesses.items() if "function" in kind and letter_of(n) in _ACTIVATIONS]
    guesses |= dict.fromkeys(taken_of_products(activations, fixed | guesses, sides), ENTRYWISE)
    numbers = [name for name, kind in guesses.items() if kind in ("real", "real number")]
    vectors = {name: kind for name, kind in guesses.items() if kind.startswith("vector ") and "values" not in kind}
    parts, indices = entries_seen(numbers, known | vectors, draft.run_to)
    draft.parts, draft.indices = draft.parts | parts, {**indices, **draft.indices}
    draft.guesses = {name: kind for name, kind in guesses.items() if name not in parts}


def _at_any_time(paper: _Paper) -> list[tuple[str, str]]:
    r"""What is said to be equal, at any time: ``\Delta(t) = V(t)^\top V(t)`` says of what sort `\Delta` is."""
    found = _equations(paper.document)
    return [(without_time(left, paper.time), without_time(right, paper.time)) for left, right in found
            ] if paper.time else found  # fmt: skip


def _families(paper: _Paper, draft: _Draft) -> list[Proposal]:
    """The letters with an index that runs, and the indices of entries."""
    said, everywhere = paper.said, [*paper.texts, *paper.prose]
    found = [
        Proposal(
            name, extent, len(what.lines), *next((said[n][1:] for n in sorted(names) if n in said), ("", what.place))
        )
        for name, extent, what, names in draft.families
    ]
    if paper.time:
        moved = moving(everywhere, paper.time)
        found = [replace(one, what=_as_trajectory(one) or one.what) if one.name in moved else one for one in found]
    run = {letter for *_, names in draft.families for letter in names}
    indices = {**_summed_over(everywhere, draft.run_to, {*run, *said, *draft.guesses}), **draft.indices}
    found += [
        Proposal(letter, f"index 1..{size}", *_hanging_on(letter, draft.parts, paper.seen))
        for letter, size in sorted(indices.items()) if letter not in run
    ]  # fmt: skip
    return found


def _constants(shapes: Iterable[Proposal], proposed: Container[str]) -> list[Proposal]:
    """The constants of shapes, ``L-smooth``, that are not proposed otherwise."""
    found = [
        Proposal(name, "positive number", 0, "", p.place)
        for p in shapes for name in names_of(_constant(p.what)) if name not in proposed
    ]  # fmt: skip
    return list({p.name: p for p in found}.values())


def _sizes_alone(paper: _Paper, proposed: Iterable[Proposal]) -> list[Proposal]:
    """The sizes that formulas hold, and no vector or matrix that is proposed."""
    declared = {letter for p in proposed for size in sizes_of(p.what) for letter in letters_of(size)}
    return [
        _guessed(paper, size, "natural number")
        for size in paper.sizes if size in paper.seen and paper.seen[size].lines and size not in declared
    ]  # fmt: skip


def _take(
    document: Document,
    seen: dict[str, Seen],
    bare: Callable[[str], str],
    raised: Container[str],
    numbers: Container[str],
) -> None:
    """Take down the names of all formulas, each as `bare` has it."""
    for equation in document.equations:
        for step in equation.steps:
            said = [condition for condition in step.conditions if range_in(condition) is None]
            for text in (step.text, *said):  # i = 1, \dots, n says nothing of i but where it runs
                names_in(bare(text), step.line, seen, counts=True, known=raised, numbers=numbers)
        names_in(bare(equation.start), equation.line, seen, counts=True, known=raised, numbers=numbers)


def _undashed(one: Proposal, paper: _Paper, proposed: Container[str]) -> Proposal:
    """The function for its derivative, ``q'``, if displays hold that alone, and the prose says what ``q(z)`` is."""
    name = one.name.rstrip("'")
    if name == one.name or one.what != "function" or name in proposed or name in paper.said:
        return one
    begins = (*in_words(name), "(")
    for text in paper.prose:
        with contextlib.suppress(Unbalanced, ValueError, RecursionError):
            if "=" in text and tuple(plain(words(text))[: len(begins)]) == begins:
                return replace(one, name=name)
    return one


def _adjoints(proposals: list[Proposal]) -> list[Proposal]:
    r"""Proposals of a paper that writes ``(A B)^*``: there ``A^{*}`` of a matrix is its transpose."""
    matrices = {p.name for p in proposals if "matrix" in p.what.split(" ")}
    kept: list[Proposal] = []
    turned: list[Proposal] = []
    for one in proposals:
        base = one.name.removesuffix("^{*}")
        if base == one.name or base not in matrices or one.said:
            kept.append(one)
        else:
            turned.append(replace(one, what=rf"= {base}^\top", key="define"))
    return [*kept, *turned]


def _in_time(found: list[Proposal], paper: _Paper) -> list[Proposal]:
    r"""Proposals of a paper that has a time: a number that moves is a trajectory, and what does not a constant."""
    moved = moving([*paper.texts, *paper.prose], paper.time)
    defined = {e.start for e in paper.document.equations}
    shaped = ("vector ", "matrix ")
    whole = [p.name for p in found if p.what.startswith(shaped) and "function" not in p.what and "values" not in p.what]
    said = {p.name for p in found if p.said and p.what.startswith("matrix ")}
    still = still_beside(paper.texts, whole, moved, said, paper.time) - defined
    made: list[Proposal] = []
    for one in found:
        if one.name == paper.time:
            made.append(replace(one, what="time"))
        elif one.name in still:
            made.append(replace(one, what=f"constant {one.what}", said=""))
        elif one.name in moved and (moves := _as_trajectory(one)):
            made.append(replace(one, what=moves))
        else:
            made.append(one)
    if not any(one.name == paper.time for one in made):
        made.append(Proposal(paper.time, "time", 0, "", found[0].place if found else 0))
    return made


def _as_trajectory(one: Proposal) -> str:
    """What a number is that moves: of a family each of its members; of what the paper says its sign stays."""
    kind, of, where = one.what.partition(" for ")
    sign = kind.removesuffix(" number") if one.said else ""
    if kind.removesuffix(" number") in ("real", "positive", "nonnegative"):
        return " ".join([*([sign] if sign in ("positive", "nonnegative") else []), "trajectory"]) + of + where
    return ""


def _summed_over(texts: Iterable[str], ends_of: Mapping[str, str], taken: Container[str]) -> dict[str, str]:
    r"""The indices of sums without a range, ``\sum_\mu x^\mu``, of which the paper says where they run."""
    found = {one[1] or one[2] for text in texts for one in _UNRANGED.finditer(text)}
    return {letter: ends_of[letter] for letter in sorted(found) if letter in ends_of and letter not in taken}


_UNRANGED = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*(?:\{\s*([A-Za-z]|\\[a-z]+)\s*\}|(\\[a-z]+|[A-Za-z]))(?!\s*\^)")


def _hanging_on(letter: str, parts: set[str], seen: dict[str, Seen]) -> tuple[int, str, Place | int]:
    """How many lines hang on an index of entries, why it is one, and where it is first seen."""
    whole = [seen[name] for name in parts if letter in name.partition("_")[2]]
    return len(set().union(*(what.lines for what in whole))), "", min((what.place for what in whole), default=0)


def _equations(document: Document) -> list[tuple[str, str]]:
    """What the prose, and the first step of each chain, say that something is."""
    found = [(left, right) for _, text in document.prose if "=" not in (right := text.partition("=")[2])
             and (left := text.partition("=")[0].removesuffix(":")) != text]  # fmt: skip
    return found + [
        (e.start, e.steps[0].text) for e in document.equations if e.steps and e.steps[0].relation in ("=", ":=")
    ]


def _constant(shape: str) -> str:
    r"""The constant of ``L-smooth`` and ``\mu-strongly convex``; empty where there is none."""
    return shape.rsplit("-", 1)[0] if shape.endswith(("-smooth", "-strongly convex")) else ""


def _shapes(document: Document, found: list[Proposal], seen: dict[str, Seen]) -> list[Proposal]:
    """What the prose says of functions that are proposed; for which of them it holds throughout is guessed."""
    functions = [p.name for p in found if p.what == "function"]
    made: dict[tuple[str, str], Proposal] = {}
    for place, formulas, what in document.shapes:
        name = function_of(formulas, functions)
        if name:
            made.setdefault((name, what), Proposal(name, what, len(seen[name].lines), "", place, "hypotheses"))
    shaped = {name for name, _ in made}
    for name, point in gaps_in(text for equation in document.equations for text in equation.sides):
        if name in shaped and point in seen:
            what = f"least at {point}"
            made.setdefault(
                (name, what), Proposal(name, what, len(seen[name].lines), "", seen[point].place, "hypotheses")
            )
    return list(made.values())


def _that_hold(proposals: list[Proposal], members: Mapping[str, list[Proposal]]) -> list[Proposal]:
    """Those that a header understands, one after the other; the time of trajectories declares itself.

    A family whose index is something else as well is proposed by its members, each as a letter.
    """
    setting = Setting(presumes=True)
    moving = any(p.what == "trajectory" for p in proposals)
    found: list[Proposal] = []
    waiting = list(proposals)
    while waiting:
        proposal = waiting.pop(0)
        if moving and proposal.name == "t":
            continue
        try:
            declare(setting, proposal.key, f"{proposal.name} {proposal.what}")
        except Misdeclared:
            waiting += sorted(members.get(proposal.name, ()), key=_order) if " for " in proposal.what else []
            continue
        found.append(proposal)
    return found


def _without_defined(proposals: list[Proposal], document: Document, said: Container[str]) -> list[Proposal]:
    """Proposals without those for names that a display defines, ``G := A^\top A``, if the others let it be read."""
    for equation in document.equations:
        name = name_in(equation.start)
        others = [one for one in proposals if one.name != name]
        if not equation.steps or equation.steps[0].relation != ":=" or name in said or len(others) == len(proposals):
            continue
        setting = Setting(presumes=True)
        for one in others:
            declare(setting, one.key, f"{one.name} {one.what}")
        with contextlib.suppress(CannotRead, ValueError):
            setting.read(equation.steps[0].text)
            proposals = others
    return proposals


def _order(proposal: Proposal) -> tuple[int, str]:
    return -proposal.lines, proposal.name


def _whole(said: str, seen: Seen) -> str:
    """The type of what is said to be a number, and is taken the factorial of; empty if it is not."""
    if not (seen.shows["counts"] or seen.shows["counts down"]):
        return ""
    return {"positive number": "natural number", "nonnegative number": "nonnegative integer number"}.get(said, "")


def _is_pseudo_inverse(
    name: str, said: dict[str, tuple[str, str, int]], seen: dict[str, Seen], sizes: list[str]
) -> bool:
    """Whether a name is ``X^+`` of what is a matrix, as far as it shows."""
    base = name.removesuffix("^{+}")
    if base == name:
        return False
    kind = said[base][0] if base in said else _guess(base, seen[base], sizes) if base in seen else ""
    return "matrix" in kind


def _sizes(said: dict[str, tuple[str, str, int]], seen: dict[str, Seen]) -> list[str]:
    """The letters that stand for sizes, the most used first."""
    found: dict[str, int] = {}
    for name, (kind, *_) in said.items():
        for size in itertools.chain.from_iterable(map(letters_of, sizes_of(kind))):
            found[size] = found.get(size, 0) + (len(seen[name].lines) if name in seen else 1)
    return sorted(found, key=lambda size: -found[size])


def _guess(name: str, seen: Seen, sizes: list[str]) -> str:
    """The type that the use of a name suggests; empty if nothing should be guessed."""
    shows = seen.shows
    tokens = words(name)
    letter, large = letter_of(name), is_large(name)
    bold = any(t in (r"\mathbf", r"\boldsymbol") for t in tokens)
    size = sizes[0] if sizes else "d_0"
    if "".join(tokens[2:-1]).lower() in _UNITS_OF_NETWORKS and tokens[0] in (r"\mathrm", r"\operatorname"):
        return ENTRYWISE
    if shows["operates"] or shows["curried"]:
        return ""  # what it is of has no brackets, or gives a function
    if (shows["counts"] or shows["counts down"]) and not shows["applied"]:
        return "real"
    if shows["several"] and not (shows["transposed"] or shows["norm"]):
        return "function"
    if shows["derived"] and (large or letter in (r"\ell", "f")) and not (bold or shows["transposed"] or shows["norm"]):
        return "function"
    if shows["dotted"] and not (bold or shows["transposed"] or shows["norm"]):
        return "trajectory"
    if shows["applied"] > shows["bare"] and shows["valued"]:
        return f"vector function {size}"
    whole = shows["between"] or (shows["frobenius"] and not shows["applied"])
    turned = shows["inverse"] > shows["inverted"]
    shaped = shows["transposed"] or shows["norm"] or turned or shows["traced"] or whole
    if shows["applied"] > shows["bare"] + shows["multiplied"] and not shaped:
        return f"vector function {size}" if bold else "function"
    if large and (bold or shows["transposed"] or shows["inverse"] or shows["traced"] or whole):
        return f"matrix {size} x {size}"
    if letter == r"\Sigma" and not shows["applied"]:
        return f"matrix {size} x {size}"
    arrow = tokens[0] == r"\vec"
    if arrow or (bold and not large) or shows["transposed"] or shows["norm"] or shows["paired"]:
        a_path = shows["transposed"] or shows["entrywise"] or shows["paired value"] or is_labelled(name)
        with_values = shows["applied"] and shows["norm"] and not a_path
        return f"vector {size}{' with values' if with_values else ''}"
    if shows["applied"] > shows["bare"] or (shows["applied"] > 1 and not shows["multiplied"]):
        return "function"
    return "real number" if shows["multiplied"] or letter in ("c", r"\eta", r"\lambda", r"\alpha") else "real"


def _has_values(seen: Seen) -> bool:
    r"""Whether brackets stand after a name so often that ``F > 0`` is said of its values."""
    return seen.shows["applied"] >= 3 and seen.shows["applied"] > 2 * seen.shows["multiplied"]


def _is_shaped(seen: Seen) -> bool:
    r"""Whether a letter is no number, as a transpose or a norm of it shows: ``y \ge 0`` is then said of its entries."""
    return bool(seen.shows["transposed"] or seen.shows["norm"]) and not seen.shows["multiplied"]


def _compared(document: Document, seen: dict[str, Seen]) -> set[str]:
    r"""The names that are a term of a side of an inequality, ``\varphi(x) + c \le d``: only numbers are compared.

    Not of ``v \ge 0``, which is said of vectors by entries, too.
    """
    found: set[str] = set()
    for equation in document.equations:
        sides = equation.sides
        for k, step in enumerate(equation.steps):
            if step.relation in ("<", "<=", ">", ">="):
                of_signs = "0" in sides[k : k + 2]
                for side in sides[k : k + 2]:
                    found |= lone_terms(side) if not of_signs or {"+", "-"} & set(side) else set()
    return found & seen.keys()


def _as_number(guess: str) -> str:
    """A guess for what is compared: no vector and no matrix."""
    if guess.startswith("vector function") or guess.endswith("with values"):
        return "function"
    return "real" if guess.startswith(("vector ", "matrix ")) else guess


def _bounds(step: Step) -> bool:
    """Whether a step compares numbers by their size: with 0, vectors are compared, too."""
    return step.relation in CONTRARY and step.text.strip() != "0" and not is_order(step.source, step.relation)


def _inverted(guesses: Mapping[str, str], seen: dict[str, Seen]) -> dict[str, str]:
    r"""The inverses, ``\mathbf{T}^{-1}(z)``, of vector functions: each is one of its own; those of others are known."""
    vectors = [
        name for name, kind in guesses.items() if kind.startswith("vector function") and seen[name].shows["inverted"]
    ]
    found = {f"{name}^{{-1}}": guesses[name] for name in vectors}
    for name in found:
        seen[name] = seen[name.removesuffix("^{-1}")]
    return found


_ANY_SIGN = re.compile(r"[a-z]")
_SMALL = (r"\eta", r"\epsilon", r"\varepsilon", r"\lambda", r"\sigma", r"\kappa")


def _signed(guesses: dict[str, str], seen: dict[str, Seen], document: Document) -> dict[str, str]:
    """The guesses, with ends of sums as natural numbers, and as positive what is called so, or divides."""
    natural = {latex_name(end) for end in ends(document.equations)}
    from_nought = {latex_name(end) for end in ends_from_nought(document.equations)}
    counted = counting(seen, (text for equation in document.equations for text in equation.sides))
    any_sign = of_any_sign(_equations(document))
    constants = [_constant(what) for *_, what in document.shapes]
    called = {name for text in (*document.positive, *constants) for name in names_of(text)}
    called |= raised_to_real_powers(text for equation in document.equations for text in equation.sides)
    found = {}
    for name, kind in guesses.items():
        base = words(name)[0]
        divides = seen[name].shows["divides"] and not _ANY_SIGN.fullmatch(base)
        if kind in ("real", "real number"):
            if name in natural or seen[name].shows["counts down"]:
                kind = "natural number"
            elif name in from_nought or seen[name].shows["counts"]:
                kind = "nonnegative integer number"
            elif name in counted:
                kind = counted[name]
            elif name in called or (name in _SMALL and name not in any_sign) or divides:
                kind = "positive number"
        found[name] = kind
    signed = {kin(name): kind for name, kind in found.items() if kind == "positive number"}
    signed.pop("", None)
    return {
        name: signed.get(kin(name), kind) if kind in ("real", "real number") else kind for name, kind in found.items()
    }
