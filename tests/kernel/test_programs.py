"""The closure of a program: imports in any place and by any name are followed, to where a name is defined."""

from __future__ import annotations

import shutil

import pytest

from layerproof.ground import programs
from layerproof.ground.programs import Part

TREE = {
    "__init__.py": "",
    "networks/__init__.py": "",
    "networks/training/__init__.py": "from .engine import train as train\nfrom .graphs import record\n",
    "networks/training/engine.py": "from ..models import layers\n\ndef train():\n    return 1\n",
    "networks/training/graphs.py": "record = 1\n",
    "networks/models/__init__.py": "",
    "networks/models/layers.py": "x = 1\n",
    "networks/one.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .two import y\n"
    "def measure():\n    from .training import train\n    from layerproof.networks.data import d\n",
    "networks/two.py": "y = 2\n",
    "networks/data.py": "import numpy\nfrom layerproof.numerics import flow\nd = 1\n",
    "networks/parts.py": "from .two import y\nfrom .helpers import right, wrong\nK = 3  # three\n\n"
    "def predict():\n    return y\n\ndef measure():\n    return right() + K\n",
    "networks/helpers.py": "from .models.layers import x\nfrom . import data\n\n"
    "def right():\n    return x\n\ndef wrong():\n    return data.d\n",
    "numerics/__init__.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .flows import flow as flow\n"
    "    from .others import other\n_WHERE = {'flow': '.flows', 'other': '.others'}\n"
    "def __getattr__(name):\n    import importlib\n    return importlib.import_module(_WHERE[name], __name__)\n",
    "numerics/flows.py": "def flow(): ...\n",
    "numerics/others.py": "other = 1\n",
    "numerics/whole.py": "import layerproof.numerics\n",
    "derivations/__init__.py": "",
    "derivations/quoted.py": "import importlib\nhere = importlib.import_module('layerproof.numerics.others')\n",
    "derivations/chosen.py": "from importlib import import_module\nKINDS = {'A': 'quoted'}\n"
    "def get(kind):\n    return import_module(f'{__package__}.{KINDS[kind]}')\n",
    "derivations/kinds/__init__.py": "from importlib import import_module\n"
    "def get(kind):\n    return import_module(f'{__name__}.{kind}')\n",
    "derivations/kinds/a.py": "",
    "derivations/kinds/b.py": "",
    "derivations/kinds/prelude/Base.v": "Lemma one : True.",
    "derivations/pages.py": "from .kinds import a\nclass C:\n    def latex(self):\n        from .. import numerics\n",
}


@pytest.fixture
def tree(tmp_path):
    """A small layerproof, all in one folder."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def closure(tree, *begin):
    """The closure, less the common beginning of the names."""
    found = programs.closure(begin, {"layerproof": tree})
    return {name.removeprefix("layerproof.") for name in found}


@pytest.mark.parametrize(
    ("begin", "found"),
    [
        ("networks.one", {"networks.training.engine", "networks.models.layers", "networks.data", "numerics.flows"}),
        ("numerics.whole", {"numerics", "numerics.flows", "numerics.others"}),
        ("derivations.quoted", {"numerics.others"}),
        ("derivations.chosen", {"derivations.quoted", "numerics.others"}),
        ("derivations.kinds", {"derivations.kinds.a", "derivations.kinds.b", "derivations.kinds.prelude.Base.v"}),
        ("derivations.pages", {"derivations.kinds.a", "derivations.kinds.prelude.Base.v"}),
    ],
)
def test_the_closure_follows_names_to_where_they_are_defined(tree, begin, found):
    assert closure(tree, f"layerproof.{begin}") == {begin, *found}


def test_a_module_is_found_by_its_name_and_by_its_file(tree):
    assert closure(tree, "layerproof.networks.one") == closure(tree, tree / "networks/one.py")
    with pytest.raises(ValueError, match=r"got 'layerproof\.none'; expected the name of a module"):
        closure(tree, "layerproof.none")


def digest(tree, *begin):
    return programs.digest(begin, {"layerproof": tree})


@pytest.mark.parametrize(
    ("file", "old", "new", "changes"),
    [
        ("networks/models/layers.py", "x = 1", "x = 2", True),
        ("networks/models/layers.py", "x = 1", '"""A remark."""\n\nx = 1  # another', False),
        ("networks/training/engine.py", "return", "'''It.'''\n    return", False),
        ("networks/training/engine.py", "return 1", "return '''1'''", True),
        ("networks/training/graphs.py", "1", "2", False),
        ("networks/two.py", "2", "3", False),
        ("numerics/flows.py", "...", "return 1", True),
        ("numerics/others.py", "1", "2", False),
        ("networks/one.py", "def measure", "class C:\n    def other(self): ...\ndef measure", True),
        ("networks/data.py", "d = 1", "d = 1\ndef latex():\n    return 1", False),
    ],
)
def test_what_changes_numbers_changes_the_hash(tree, file, old, new, changes):
    before = digest(tree, "layerproof.networks.one")
    (tree / file).write_text(TREE[file].replace(old, new))
    assert (digest(tree, "layerproof.networks.one") != before) == changes


@pytest.mark.parametrize(
    ("file", "old", "new", "changes"),
    [
        ("networks/parts.py", "return y", "return 2 * y", False),
        ("networks/parts.py", "K = 3", "K = 4", True),
        ("networks/parts.py", "# three", "# 3", False),
        ("networks/parts.py", "right() + K", "right() - K", True),
        ("networks/parts.py", "K = 3", "print(1)\nK = 3", True),
        ("networks/two.py", "y = 2", "y = 3", False),
        ("networks/helpers.py", "return x", "return -x", True),
        ("networks/helpers.py", "data.d", "-data.d", False),
        ("networks/models/layers.py", "x = 1", "x = 2", True),
        ("networks/data.py", "d = 1", "d = 2", False),
    ],
)
def test_of_a_part_counts_what_it_uses(tree, file, old, new, changes):
    part = Part(tree / "networks/parts.py", ("measure",))
    before = digest(tree, part)
    (tree / file).write_text(TREE[file].replace(old, new))
    assert (digest(tree, part) != before) == changes


def test_a_part_that_is_not_there_is_named(tree):
    with pytest.raises(ValueError, match="defines no nothing at its top level"):
        digest(tree, Part(tree / "networks/parts.py", ("nothing",)))


def test_the_same_program_elsewhere_has_the_same_hash(tree, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "deep"
    shutil.copytree(tree, other)
    assert digest(tree, "layerproof.networks.one") == digest(other, "layerproof.networks.one")


def test_a_users_file_is_followed_to_the_files_beside_it(tree, tmp_path_factory):
    desk = tmp_path_factory.mktemp("desk")
    (desk / "mine.py").write_text("import helper\nimport numpy\nfrom layerproof.networks.models import layers\n")
    (desk / "helper.py").write_text("from pages import one\n")
    (desk / "pages").mkdir()
    (desk / "pages" / "one.py").write_text("")
    found = programs.closure([desk / "mine.py"], {"layerproof": tree})
    assert set(found) == {"user/mine.py", "user/helper.py", "user/one.py", "layerproof.networks.models.layers"}


def test_other_peoples_libraries_are_named(tree):
    assert programs.libraries(["layerproof.networks.one"], {"layerproof": tree}) == ("numpy",)
