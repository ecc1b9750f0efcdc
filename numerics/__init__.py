"""Numbers: integrations, enclosures, regressions and sums for models of this theory, and the numeric check of claims.

What is named here is imported when it is first asked for; the modules have more.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checks import check as check
    from .checks import rerun as rerun
    from .checks.enclosed import enclose_solution as enclose_solution
    from .flows.enclosures import Enclosure as Enclosure
    from .flows.enclosures import enclose as enclose
    from .flows.ensembles import Ensemble as Ensemble
    from .flows.ensembles import integrate as integrate
    from .flows.ensembles import integrate_flow as integrate_flow
    from .flows.matrix_flows import integrate_layers as integrate_layers
    from .regression.learnability import learnability as learnability
    from .regression.spectra import Spectrum as Spectrum
    from .regression.spectra import power_law as power_law
    from .scaling.data import PowerLaw as PowerLaw
    from .scaling.data import sample as sample
    from .scaling.skills import MultilinearModel as MultilinearModel

_WHERE = {
    "check": ".checks",
    "rerun": ".checks",
    "enclose_solution": ".checks.enclosed",
    "Enclosure": ".flows.enclosures",
    "enclose": ".flows.enclosures",
    "Ensemble": ".flows.ensembles",
    "integrate": ".flows.ensembles",
    "integrate_flow": ".flows.ensembles",
    "integrate_layers": ".flows.matrix_flows",
    "learnability": ".regression.learnability",
    "Spectrum": ".regression.spectra",
    "power_law": ".regression.spectra",
    "PowerLaw": ".scaling.data",
    "sample": ".scaling.data",
    "MultilinearModel": ".scaling.skills",
}

__all__ = [
    "Enclosure",
    "Ensemble",
    "MultilinearModel",
    "PowerLaw",
    "Spectrum",
    "check",
    "enclose",
    "enclose_solution",
    "integrate",
    "integrate_flow",
    "integrate_layers",
    "learnability",
    "power_law",
    "rerun",
    "sample",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_WHERE[name], __name__), name)
