"""What a statement of each kind says, in a sentence for who reads a claim; authors read the docstring of its class."""

from __future__ import annotations

_SAYS = {
    "Identity": "both sides are equal, and defined, wherever the hypotheses hold.",
    "Inequality": "it holds wherever the hypotheses hold.",
    "Chain": "each step is proved by itself; the first wrong one is named.",
    "Rate": "the time derivative along the flow, at every time and in every state in which the hypotheses hold.",
    "Conserved": "the quantity is constant along the flow, for as long as the hypotheses hold.",
    "Solution": "along the flow the closed form holds at all times from 0 on, from the given start.",
    "Limit": "the left side tends to the right; at a finite point from above, unless it says from below.",
    "Asymptotic": "the leading term, and the order of what is left.",
    "Substitution": "the change of variable takes one integral into the other.",
    "Integral": "the integral has this value.",
    "Series": "the sum, with finitely or infinitely many terms.",
    "Expectation": "the mean over independent random variables.",
    "Stationary": "the derivatives of the objective vanish there, with multipliers for the constraints.",
    "Induction": "the sequence is given by a recurrence; the formula holds for every whole number from the start on.",
    "MatrixIdentity": "for matrices, or traces, of every size.",
    "MatrixInequality": "for matrices, or traces, of every size.",
    "MatrixRate": "the time derivative along the flow, for matrices of every size.",
    "MatrixConserved": "the quantity is constant along the flow, for matrices of every size.",
    "MatrixSolution": "along the flow the closed form holds at all times from 0 on, for matrices of every size.",
    "Theorem": "it follows from the claims that it uses, line by line; each step is checked.",
}


def said(kind: str) -> str:
    """The kind of a statement and what it says; kinds of other packages say what their docstring says.

    >>> said("Conserved: `quantity` is constant along the flow.")
    'Conserved: the quantity is constant along the flow, for as long as the hypotheses hold.'
    """
    name, _, of_its_author = kind.partition(": ")
    return f"{name}: {_SAYS.get(name, of_its_author)}" if name else ""
