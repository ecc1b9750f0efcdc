"""Files that a user names: what was there and is no regular file stays what it is."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from layerproof.ground.files import Untrusted, read_regular, write_atomically


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "out.json").write_text("old")
    (tmp_path / "out.json").symlink_to(tmp_path / "far" / "out.json")
    (tmp_path / "dangling.json").symlink_to(tmp_path / "far" / "new.json")
    for name in ("out.json", "dangling.json"):
        write_atomically(tmp_path / name, "new")
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / name).read_text() == "new"
    assert sorted(file.name for file in (tmp_path / "far").iterdir()) == ["new.json", "out.json"]


def test_a_fifo_is_written_to(tmp_path: Path) -> None:
    fifo = tmp_path / "out.json"
    os.mkfifo(fifo)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(fifo.read_text()))
    reader.start()
    write_atomically(fifo, "new")
    reader.join(10)
    assert heard == ["new"]
    assert stat.S_ISFIFO(fifo.stat().st_mode)


@pytest.mark.skipif(os.getuid() != 0, reason="makes a device")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    device = tmp_path / "null"
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        device.write_text("")
    except PermissionError:
        pytest.skip("may not make a device here")
    write_atomically(device, "new")
    assert stat.S_ISCHR(device.stat().st_mode)
    assert device.read_text() == ""


def test_the_null_device_is_there_after_writing_to_it() -> None:
    write_atomically(Path(os.devnull), "new")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    file.write_text("old")
    file.chmod(0o640)
    write_atomically(file, "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_where_this_process_prints_is_written_to(tmp_path: Path) -> None:
    """``--json /dev/stdout`` with stdout sent to a file: both are in it, neither over the other."""
    program = """
import sys
from pathlib import Path
from layerproof.ground.files import write_atomically
print("before", flush=True)
write_atomically(Path("/dev/stdout"), "json\\n")
print("after", flush=True)
"""
    with open(tmp_path / "out", "w", encoding="utf-8") as out:
        subprocess.run([sys.executable, "-c", program], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == "before\njson\nafter\n"
    piped = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert piped.stdout == "before\njson\nafter\n"


def test_a_lone_surrogate_is_written_as_json_says_it(tmp_path: Path) -> None:
    write_atomically(tmp_path / "out.json", '"\ud800"')
    assert (tmp_path / "out.json").read_bytes() == b'"\\ud800"'


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for place in (tmp_path / "fifo", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"regular|directory"):
            read_regular(place)
    (tmp_path / "large").write_text("x" * 100)
    with pytest.raises(Untrusted, match="larger"):
        read_regular(tmp_path / "large", largest=99)
