"""How the lines of the sources are read, from what is kept: that a line says what its claim says takes a proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache as once
from typing import TYPE_CHECKING

from ..running import cache
from ..running.catalogue import meaning, signature

if TYPE_CHECKING:
    from ..language.claims import Claim
    from ..language.printed import Printed

_PROGRAM = ("layerproof.export.proofreading", "layerproof.derivations.printed")


@once
def of_erratum(claim: Claim) -> tuple[str, str]:
    """Whether the line that an erratum quotes is proved to say what its claim says; see `proofreading.reading`."""

    def found() -> tuple[str, str]:
        from ..export.proofreading import reading

        return reading(claim)

    return _kept(claim, ("erratum", claim.erratum.printed if claim.erratum else ""), found)


def of_equation(claim: Claim, how: Printed, line: str) -> tuple[str, str]:
    """Whether a numbered equation is proved to say what a claim says; see `proofreading.read`."""

    def found() -> tuple[str, str]:
        from ..export.proofreading import read

        return read(claim, how, line)

    return _kept(claim, (how.label, line), found)


def _kept(claim: Claim, what: tuple[str, ...], find: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    meant = meaning(claim)
    if meant is None:
        return find()
    folder, _ = cache.trusted()
    store = cache.Cache(folder)
    key = cache.digest(json.dumps(["reading", cache.fingerprint(_PROGRAM), signature(), claim.id, meant, *what]))
    if (value := store.get(key)) is not None:
        return str(value["how"]), str(value["why"])
    how, why = find()
    store.put(key, {"how": how, "why": why})
    return how, why
