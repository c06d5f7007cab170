"""Another Debian in a folder, for what this system lacks: a newer Python, and base images. Only root makes one."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from debian import found_or_installed

HOME = Path("/var/tmp/whistlestop-debian")
"""They are kept here: each takes minutes to make and a few hundred megabytes."""
ENTER = """
mount --bind /tmp "$0/tmp" && mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" &&
mount --bind /etc/ssl/certs "$0/etc/ssl/certs" && cp -L /etc/resolv.conf "$0/etc/resolv.conf" && exec chroot "$0" "$@"
"""
"""It shares /tmp and the certificates with this system. The mounts end with the program that is run."""


def make_root(suite: str, *packages: str) -> Path:
    """The folder of a Debian suite with some packages."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        pytest.fail("Only root on Debian can make another Debian in a folder.")
    program = found_or_installed(lambda: shutil.which("debootstrap"), "debootstrap")
    root = HOME / suite
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        flags = ["--variant=minbase", "--include=python3,python3-venv,ca-certificates"]
        check([program, *flags, suite, str(root), mirror(), "/usr/share/debootstrap/scripts/sid"])
        (root / "made").touch()
    if packages:
        check([*within(root), "apt-get", "install", "-qy", "--no-install-recommends", *packages])
    return root


def mirror() -> str:
    """Where this system has its own packages from."""
    words = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
    sites = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return next(site for site in sites if site.rstrip("/").endswith("/debian"))


def within(root: Path) -> list[str]:
    """The words before a command that is run in such a folder."""
    return ["unshare", "--mount", "sh", "-c", ENTER, str(root)]


def check(words: list[str]) -> None:
    """Run a command that must succeed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{' '.join(words)}: {(done.stdout + done.stderr)[-1000:]}")
