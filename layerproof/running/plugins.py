"""Subjects and kinds of statement that other packages add, through entry points.

    [project.entry-points."layerproof.subjects"]
    spin-glasses = "my_package.spin_glasses"          # a module of claims, or a list of them: "module:CLAIMS"

    [project.entry-points."layerproof.kinds"]
    Homogeneous = "my_package.kinds:Homogeneous"      # a subclass of Statement, then in `from layerproof import ...`

A plugin is imported when its subject, or its kind, is first asked for, and never before: neither by ``import
layerproof`` nor by ``--help``.  It is first imported in a process of its own, so that one that hangs or crashes costs a
message and nothing else.  What the project has under a name stays: no plugin replaces it.  ``LAYERPROOF_PLUGINS=0``
switches all plugins off.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import processes
from .userfile import Problem

if TYPE_CHECKING:
    from ..language.claims import Claim
    from ..language.statements import Statement

SUBJECTS, KINDS = "layerproof.subjects", "layerproof.kinds"
SWITCH = "LAYERPROOF_PLUGINS"
LIMIT = 30.0
"""Seconds that a plugin may take to be imported."""


class PluginError(ImportError):
    """A plugin that cannot be used; the message names it, and says what to do."""


@dataclass(frozen=True)
class Plugin:
    """One entry point: the name it offers, and who offers it."""

    entry: EntryPoint

    @property
    def name(self) -> str:
        """The subject, or the name of the kind."""
        return self.entry.name

    @property
    def package(self) -> str:
        """The distribution, with its version."""
        return f"{self.entry.dist.name} {self.entry.dist.version}" if self.entry.dist else "an unknown package"

    def __str__(self) -> str:
        return f"plugin {self.name!r} of {self.package} ({self.entry.value})"

    def load(self) -> Any:
        """What the entry point names, imported here only after that went well in a process of its own.

        Raises:
            PluginError: if it fails, hangs or crashes.
        """
        if self.entry.module not in sys.modules:
            outcome = processes.run(self._imported, processes.Limits(LIMIT, None, patience=1.0))
            if outcome.failure:
                reason = f"its import did not end within {LIMIT:g} s" if outcome.failure == "time" else outcome.reason
                raise self.fault(reason)
        try:
            with contextlib.redirect_stdout(sys.stderr):  # ours is for results
                return self.entry.load()
        except (Exception, SystemExit) as error:
            raise self.fault(f"{type(error).__name__}: {error}") from error

    def _imported(self) -> None:
        self.entry.load()

    def fault(self, reason: str) -> PluginError:
        """The error that says so on one line."""
        reason = " ".join(reason.split())
        package = self.entry.dist.name if self.entry.dist else "the package"
        return PluginError(f"{self} is left out: {reason}; mend or uninstall {package}, or set {SWITCH}=0")


def enabled() -> bool:
    """Whether plugins are used: unless the environment variable says ``0``, ``no``, ``off`` or ``false``."""
    return os.environ.get(SWITCH, "").strip().lower() not in ("0", "no", "off", "false")


def offered(group: str) -> dict[str, list[Plugin]]:
    """The plugins of a group, by name; nothing is imported.  Of one name, the first by package comes first."""
    found: dict[str, list[Plugin]] = {}
    if enabled():
        plugins = [Plugin(entry) for entry in entry_points(group=group)]
        for plugin in sorted(dict.fromkeys(plugins), key=lambda plugin: (plugin.name, plugin.package)):
            found.setdefault(plugin.name, []).append(plugin)
    return found


def subjects(ours: Collection[str]) -> tuple[str, ...]:
    """Our subjects in their order, then those of plugins by name."""
    return (*ours, *(name for name in offered(SUBJECTS) if name not in ours))


def claims(subject: str, ours: Collection[str], problems: list[Problem]) -> list[Claim]:
    """The claims that a plugin has on `subject`, in the order of their module; none if the subject is one of `ours`.

    Args:
        subject: its name.
        ours: the subjects that no plugin may redefine.
        problems: where each plugin that is left out is told, on one line.
    """
    candidates = offered(SUBJECTS).get(subject, [])
    kept: list[Claim] = []
    for number, plugin in enumerate(candidates):
        try:
            if subject in ours:
                raise plugin.fault(f"there is a subject {subject!r} already; it needs another name")
            if number:
                raise plugin.fault(f"{candidates[0].package} has a subject of this name; it needs another name")
            kept = _claims_in(plugin)
        except PluginError as error:
            problems.append(Problem("plugins", str(error)))
    return kept


def _claims_in(plugin: Plugin) -> list[Claim]:
    from ..language.claims import Claim

    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", plugin.name):
        raise plugin.fault("a subject is named in lower case with hyphens, as the ids of its claims begin")
    found = plugin.load()
    values = vars(found).values() if isinstance(found, ModuleType) else [found]
    made: dict[int, Claim] = {}
    for value in values:
        for claim in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(claim, Claim) and claim.subject == plugin.name:
                made[id(claim)] = claim
    if not made:
        raise plugin.fault(f"it holds no claim whose id begins with '{plugin.name}/'")
    return list(made.values())


def kind(name: str) -> type[Statement] | None:
    """The kind of statement of this name that a plugin adds; None if none does.

    Raises:
        PluginError: if the plugin cannot be imported, or is no kind of statement.
    """
    if name.startswith("_"):  # asked of every module by Python itself
        return None
    for plugin in offered(KINDS).get(name, []):
        from ..language.statements import Statement

        found = plugin.load()
        if not (isinstance(found, type) and issubclass(found, Statement)):
            raise plugin.fault(f"got {found!r}; expected a subclass of layerproof.Statement")
        return found
    return None
