"""What several tests of derivations share."""

from __future__ import annotations

from typing import Any

import pytest

from layerproof.running.processes import Outcome
from layerproof.tools.latex_lines.judging import lines
from layerproof.tools.latex_lines.slips import excuses


@pytest.fixture
def no_mends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would mend a line is not looked for: that takes most of the time, and makes no tick."""
    monkeypatch.setattr(excuses, "mend", lambda tasks, limiting, questions=None: None)


@pytest.fixture(autouse=True)
def no_question_ends_in_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in the process of a question would be one more line that is open, and seen by nobody."""
    before = lines._answer

    def answer(outcome: Outcome) -> dict[str, Any]:
        assert outcome.failure != "exception", outcome.reason
        return before(outcome)

    monkeypatch.setattr(lines, "_answer", answer)
