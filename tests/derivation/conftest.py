"""What several tests of derivations share."""

from __future__ import annotations

import pytest

from layerproof.tools.latex_lines import excuses


@pytest.fixture
def no_mends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would mend a line is not looked for: that takes most of the time, and makes no tick."""
    monkeypatch.setattr(excuses, "mend", lambda tasks, limiting, questions=None: None)
