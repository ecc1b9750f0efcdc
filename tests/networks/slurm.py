"""A Slurm of one node, for the tests: started by root where slurm-wlm and munge of Debian are installed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = ("munged", "munge", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo")
CONFIGURATION = """\
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={other}
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/ctld.log
SlurmdLogFile={folder}/d.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Why there can be no Slurm; nothing if there can."""
    if absent := [name for name in PROGRAMS if shutil.which(name) is None]:
        return f"no {absent[0]}: install slurm-wlm and munge"
    return "" if os.geteuid() == 0 else "a Slurm for the tests is started by root alone"


def _works(*command: str, within: float = 20.0) -> bool:
    """Whether a command comes to succeed."""
    until = time.monotonic() + within
    while time.monotonic() < until:
        if subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0:
            return True
        time.sleep(0.3)
    return False


@contextlib.contextmanager
def started(folder: Path) -> Iterator[str]:
    """A Slurm whose `SLURM_CONF` is in the environment, while it lasts; gives what went wrong, or nothing."""
    ports = []
    for _ in range(2):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            ports.append(free.getsockname()[1])
    host = socket.gethostname().partition(".")[0]
    text = CONFIGURATION.format(host=host, folder=folder, port=ports[0], other=ports[1], cores=os.cpu_count() or 1)
    (folder / "slurm.conf").write_text(text)
    for name in ("state", "spool"):
        (folder / name).mkdir()
    before = os.environ.get("SLURM_CONF")
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    try:
        yield _start(folder)
    finally:
        for name in ("slurmd", "slurmctld", "munged"):
            with contextlib.suppress(OSError, ValueError):
                os.kill(int((folder / f"{name}.pid").read_text()), signal.SIGTERM)
        os.environ.pop("SLURM_CONF")
        if before is not None:
            os.environ["SLURM_CONF"] = before


def _start(folder: Path) -> str:
    if subprocess.run(("munge", "-n"), capture_output=True, check=False).returncode:
        Path("/run/munge").mkdir(exist_ok=True)
        shutil.chown("/run/munge", "munge", "munge")
        words = ("su", "-s", "/bin/sh", "munge", "-c", "/usr/sbin/munged")
        subprocess.run(words, capture_output=True, check=False)
        if not _works("munge", "-n"):
            return "munged does not start"
        with contextlib.suppress(OSError):  # ours to stop
            shutil.copy("/run/munge/munged.pid", folder / "munged.pid")
    for name in ("slurmctld", "slurmd"):
        done = subprocess.run(
            (name, "-f", str(folder / "slurm.conf")), capture_output=True, text=True, timeout=60, check=False
        )
        if done.returncode:
            return f"{name} does not start: {done.stderr.strip()[-300:]}"
        time.sleep(1)
    idle = ("sh", "-c", "sinfo -h -o %T | grep -q idle")
    return "" if _works(*idle) else "its node does not become idle"
