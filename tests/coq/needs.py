"""What the tests of kernel proofs need."""

import shutil

import pytest

coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed (coqc was not found)")
