"""The image of deploy/, built by Buildah on a base of Debian, and run as compose.yaml asks: `make test-deploy`.

No engine is needed: the image's files become a read-only root, in which its entrypoint runs as its user without any
capability. The official base images are not used, because a registry is not there everywhere.
"""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from debian import found_or_installed
from install.installed import ROOT, play_a_game
from install.test_deploy import COMPOSE
from release.debian_root import HOME, check, make_root
from server.postgres import Postgres
from server.serving import CLIENTS, Person, Server

BASE = "localhost/whistlestop-base"
ENTER = """
cd "$0" && data=$1 && cache=$2 && secrets=$3 && shift 3 && mount --bind . . && cd "$0" && mount -o remount,bind,ro . &&
mount -t tmpfs tmpfs tmp && mount -t proc proc proc && mount --bind /dev dev && mount --bind "$secrets" mnt &&
mount --bind "$data" var/lib/whistlestop && mount --bind "$cache" var/cache/whistlestop && exec chroot . "$@"
"""
"""What an engine does: a read-only root with two volumes, a folder for secrets, and a /tmp of its own."""
SECONDS_TO_START = 30
"""Compiling the rules takes minutes; loading them takes seconds, also on a busy machine."""


@dataclass
class Image:
    """An image: its files, and how it wants to be run."""

    root: Path
    config: dict[str, Any]

    def words(self, volumes: Path, **environment: str) -> list[str]:
        """The words before a command in a container, with the folders `data`, `cache` and `secrets` of `volumes`."""
        user, group = self.config["User"].split(":")
        for name in ("data", "cache"):
            (volumes / name).mkdir(exist_ok=True)
            os.chown(volumes / name, int(user), int(group))
        (volumes / "secrets").mkdir(exist_ok=True)
        folders = [str(volumes / name) for name in ("data", "cache", "secrets")]
        drop = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups", "--bounding-set=-all", "--no-new-privs"]
        variables = [*self.config["Env"], *(f"{name}={value}" for name, value in environment.items())]
        return ["unshare", "--mount", "sh", "-c", ENTER, str(self.root), *folders, *drop, "env", "-i", *variables]

    def run(self, volumes: Path, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command in a container."""
        return subprocess.run([*self.words(volumes), *words], capture_output=True, text=True, check=False)

    def serve(self, volumes: Path, database: str, **environment: str) -> Server:
        """Start the server of a container. It listens on this machine alone."""
        words = self.words(volumes, WHISTLESTOP_HOST="127.0.0.1", **environment)
        began = time.monotonic()
        server = Server(database, program=[*words, *self.config["Entrypoint"]])
        assert time.monotonic() - began < SECONDS_TO_START, server.log
        return server


def buildah(*words: str | Path) -> str:
    """What a command of Buildah prints; its images are kept beside the Debians."""
    program = found_or_installed(lambda: shutil.which("buildah"), "buildah")
    place = ["--root", HOME / "images", "--runroot", HOME / "run"]
    done = subprocess.run([program, *place, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"buildah {words[0]}: {(done.stdout + done.stderr)[-3000:]}")
    return done.stdout.strip()


def make_base() -> None:
    """An image of Debian with Python and Node, in place of the official ones."""
    if BASE in buildah("images", "--format", "{{.Name}}").split():
        return
    root, archive = make_root("trixie", "npm"), HOME / "base.tar"
    left_out = [f"--exclude=./{name}/*" for name in ("proc", "sys", "dev", "tmp", "var/cache/apt")]
    check(["tar", "-C", str(root), *left_out, "-cf", str(archive), "."])
    container = buildah("from", "scratch")
    buildah("add", "--quiet", container, archive, "/")
    buildah("commit", "--quiet", container, BASE)
    buildah("rm", container)
    archive.unlink()


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """The image, built from these sources, with its files mounted."""
    make_base()
    bases = [word for name in ("NODE", "PYTHON") for word in ("--build-arg", f"{name}_IMAGE={BASE}")]
    certificates = ["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro"]
    flags = ["--isolation", "chroot", "--format", "docker", "--pull-never", "--layers", "--quiet"]
    name = buildah("bud", *flags, *certificates, *bases, "-f", "deploy/Containerfile", ".").splitlines()[-1]
    config = json.loads(buildah("inspect", "--type", "image", name))["Docker"]["config"]
    container = buildah("from", "--pull-never", name)
    yield Image(Path(buildah("mount", container)), config)
    buildah("rm", container)


@pytest.fixture(autouse=True)
def _closed_clients() -> Iterator[None]:
    yield
    while CLIENTS:
        CLIENTS.pop().close()


def test_a_container_serves_plays_stops_and_goes_on(image: Image, tmp_path: Path) -> None:
    database = "/var/lib/whistlestop/whistlestop.db"
    server = image.serve(tmp_path, database)
    try:
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        assert fields["Uid"].split() == [image.config["User"].split(":")[0]] * 4
        assert int(fields["CapEff"], 16) == int(fields["CapBnd"], 16) == 0
        assert "compil" not in "".join(server.log).lower(), "the image has compiled the rules"
        assert httpx.get(f"{server.url}/api/status").json()["engine"]["ready"]
        play_a_game(server)
        health = [word.replace(":8765", f":{server.port}") for word in image.config["Healthcheck"]["Test"]]
        assert health.pop(0) == "CMD"
        assert image.run(tmp_path, *health).returncode == 0
        ann = Person(server.url, "Ann")
        table = ann.make(["you", "open"])
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 10
        assert image.run(tmp_path, *health).returncode != 0
    finally:
        server.stop()
    server = image.serve(tmp_path, database)
    try:
        assert ann.at(server.url).do("GET", f"/tables/{table}")["state"] == "open"
    finally:
        server.stop()


def test_nothing_but_volumes_and_tmp_can_be_written(image: Image, tmp_path: Path) -> None:
    places = (
        "/x",
        "/opt/whistlestop/x",
        "/usr/x",
        "/home/x",
        "/tmp/x",
        *(f"{one}/x" for one in image.config["Volumes"]),
    )
    writable = [place for place in places if image.run(tmp_path, "touch", place).returncode == 0]
    assert writable == ["/tmp/x", "/var/cache/whistlestop/x", "/var/lib/whistlestop/x"]


def test_all_kernels_are_compiled_for_every_processor(image: Image, tmp_path: Path) -> None:
    assert image.run(tmp_path, "entrypoint", "--version").returncode == 0, "this copies the kernels"
    kernels = f"/var/cache/whistlestop/{next((tmp_path / 'cache').iterdir()).name}"
    done = image.run(tmp_path, "env", f"WHISTLESTOP_CACHE={kernels}", "whistlestop", "warm")
    assert "Everything was already compiled." in done.stdout, done
    assert "NUMBA_CPU_NAME=generic" in image.config["Env"]


def test_backup_and_restore_in_a_container(image: Image, tmp_path: Path) -> None:
    server = image.serve(tmp_path, "/var/lib/whistlestop/whistlestop.db")
    try:
        done = image.run(tmp_path, "whistlestop", "backup", "/var/lib/whistlestop/copy.db")
        assert done.returncode == 0, done.stderr
    finally:
        server.stop()
    done = image.run(tmp_path, "whistlestop", "restore", "/var/lib/whistlestop/copy.db")
    assert done.returncode == 0, done.stderr


def test_the_server_of_the_compose_file_reaches_postgresql_by_a_password_from_a_file(
    image: Image, tmp_path: Path
) -> None:
    postgres = Postgres()
    try:
        postgres.sql("CREATE ROLE whistlestop LOGIN PASSWORD 'hard to guess'")
        postgres.sql("CREATE DATABASE whistlestop OWNER whistlestop")
        rules = postgres.folder / "data" / "pg_hba.conf"
        rules.write_text(f"host all whistlestop 127.0.0.1/32 scram-sha-256\n{rules.read_text()}")
        postgres.sql("SELECT pg_reload_conf()")
        (tmp_path / "secrets").mkdir()
        (tmp_path / "secrets" / "database_password").write_text("hard to guess\n")
        given = COMPOSE["services"]["whistlestop"]["environment"]
        database = given["WHISTLESTOP_DATABASE"].replace("@database/", f"@127.0.0.1:{postgres.port}/")
        secret = given["PGPASSWORD_FILE"].replace("/run/secrets/", "/mnt/")
        server = image.serve(tmp_path, database, PGPASSWORD_FILE=secret, WHISTLESTOP_PROXY=given["WHISTLESTOP_PROXY"])
        try:
            play_a_game(server)
        finally:
            assert server.stop() == 0
    finally:
        postgres.stop()
