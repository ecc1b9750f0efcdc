"""What the tests of proofs by Coq need."""

import shutil

import pytest

coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (coqc was not found)")
