"""Debian's packages that tests need: installed if they are missing, as root or with sudo, by one process at a time."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Found = TypeVar("Found")


def found_or_installed(find: Callable[[], Found | None], package: str) -> Found:
    """What `find` finds, once the package that holds it is installed."""
    with open(Path(tempfile.gettempdir()) / f"whistlestop-{package}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = find()
        if found is None:
            install(package)
            found = find()
    assert found is not None
    return found


def install(package: str) -> None:
    """Install a package; a test that can't have it fails with what to do."""
    if shutil.which("apt-get") is None:
        pytest.fail(f"The tests need {package}: install it so that it is found.")
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-qy", "--no-install-recommends", package]):
        done = subprocess.run([*sudo, "apt-get", *words], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(f"{package} can't be installed; install it by hand. {done.stderr[-500:]}")
