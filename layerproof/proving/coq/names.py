"""Names of symbols as Coq identifiers: readable, never reserved, and never the same for two."""

from __future__ import annotations

RESERVED = """
    as at cofix else end exists exists2 fix for forall fun if IF in let match mod Prop return Set then Type using where
    with Axiom Definition Lemma Theorem Proof Qed Record R Rplus Rmult Rinv Ropp Rminus Rdiv Rpower PI exp ln sin cos
    tan sinh cosh tanh atan arcsinh sqrt pow INR IZR Rabs Rmax Rmin nat Z N O S plus mult minus eq le lt gt ge not or
    and conj I True False powerRZ up id comp kron tsum tprod filter locally scal
    Series RInt_gen
"""
"""Words of the language, and names of the libraries that a term may use."""

LETTERS = "αalpha βbeta γgamma δdelta εepsilon ζzeta ηeta θtheta κkappa λlambda μmu νnu ξxi πpi ρrho σsigma τtau φphi χchi ψpsi ωomega"  # noqa: E501


def _words(text: str) -> list[str]:
    return text.split()


_TAKEN = frozenset(_words(RESERVED))
_GREEK = {word[0]: word[1:] for word in _words(LETTERS)}


def plain(text: str, kept: str = "_") -> str:
    """A text of ASCII letters, digits and what is `kept`, where an underscore stands for any run of others."""
    letters = [c if (c.isascii() and c.isalnum()) or c in kept else None for c in text]
    return "".join(c or "_" for k, c in enumerate(letters) if c or k == 0 or letters[k - 1])


class Names:
    """Coq identifiers for names: each thing keeps its own, and a new one never takes another's."""

    def __init__(self) -> None:
        self._known: dict[object, str] = {}
        self._used: set[str] = set()

    def of(self, key: object, name: str) -> str:
        """The identifier of the thing `key`, which is printed as `name`."""
        if key not in self._known:
            self._known[key] = self.fresh(name)
        return self._known[key]

    def has(self, name: str) -> bool:
        """Whether a name is an identifier that something has."""
        return name in self._used

    def fresh(self, name: str) -> str:
        """An identifier that nothing has, such as one for a bound variable."""
        spelled = "".join(_GREEK.get(c, c) for c in name.replace("'", "_prime").replace("*", "_star"))
        stem = plain(spelled).strip("_") or "x"
        if stem[0].isdigit() or stem in _TAKEN:
            stem = f"v_{stem}"
        found, number = stem, 2
        while found in self._used:
            found, number = f"{stem}_{number}", number + 1
        self._used.add(found)
        return found
