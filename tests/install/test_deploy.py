"""The files of deploy/: well-formed, hardened, true to the settings of the server, and what the documentation shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from debian import found_or_installed
from install.installed import ROOT
from install.test_wheel import SERIES

from whistlestop.server.settings import Settings, variable

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNIT = (DEPLOY / "whistlestop.service").read_text(encoding="utf-8")
EXPOSURE = 15
"""How much of the system the unit may leave open, as `systemd-analyze security` counts: 100 is all of it."""


def program(name: str) -> str:
    """A program beside this Python."""
    return str(Path(sys.executable).parent / name)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf", "nginx-hosts.conf", "whistlestop.service", "compose.yaml"])
def test_the_documentation_shows_the_file_itself(name: str) -> None:
    blocks = re.findall(r"```\w*\n(.*?)```", PAGE, re.DOTALL)
    assert (DEPLOY / name).read_text(encoding="utf-8") in blocks


def test_every_variable_is_a_setting() -> None:
    known = {variable(name) for name in Settings.__dataclass_fields__} | {"WHISTLESTOP_CACHE"}
    for file in DEPLOY.iterdir():
        used = set(re.findall(r"\bWHISTLESTOP_[A-Z_]+", file.read_text(encoding="utf-8")))
        assert used <= known, file.name


def test_the_containerfile_passes_its_linter() -> None:
    done = subprocess.run(
        [program("hadolint"), str(DEPLOY / "Containerfile")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_is_built_from_files_that_exist_and_are_not_ignored() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    given = {line.removeprefix("!") for line in (ROOT / ".containerignore").read_text().splitlines() if line[:1] == "!"}
    copied = [
        word.rstrip("/")
        for line in re.findall(r"^COPY (?!--from)(?:--chmod=\d+ )?(.*) \S+$", text, re.M)
        for word in line.split()
    ]
    assert len(copied) > 8
    for path in copied:
        assert (ROOT / path).exists(), path
        assert any(f"{path}/".startswith(f"{root}/") for root in given), path
    assert os.readlink(ROOT / ".dockerignore") == ".containerignore"
    assert re.findall(r"python:(\d\.\d+)", text)[0] in SERIES


def test_the_compose_file_has_the_form_of_its_specification() -> None:
    check = [program("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_compose_file_names_nothing_that_it_does_not_have() -> None:
    """A schema doesn't see this."""
    services = COMPOSE["services"]
    for service in services.values():
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(COMPOSE["volumes"])
        assert set(service["secrets"]) <= set(COMPOSE["secrets"])
        assert set(service.get("depends_on", {})) <= set(services)
        assert service["restart"] == "unless-stopped"
        secrets = [value for name, value in service["environment"].items() if name.endswith("_FILE")]
        assert secrets == ["/run/secrets/database_password"]
        assert not [name for name in service["environment"] if name.endswith("PASSWORD")]
    assert "healthcheck" in services["database"]
    server = services["whistlestop"]
    assert (server["read_only"], server["cap_drop"]) == (True, ["ALL"])
    assert all(port.startswith("127.0.0.1:") for port in server["ports"]), "the proxy is the only way in"
    subnet = COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert server["environment"]["WHISTLESTOP_PROXY"] == subnet
    password = COMPOSE["secrets"]["database_password"]["file"]
    ignored = subprocess.run(["git", "check-ignore", "-q", f"deploy/{password}"], cwd=ROOT, check=False)
    assert ignored.returncode == 0 or not (ROOT / ".git").exists()


def test_the_entrypoint_copies_the_kernels_of_its_image_once(tmp_path: Path) -> None:
    home, cache = tmp_path / "opt", tmp_path / "cache"
    (home / "kernels" / "abc").mkdir(parents=True)
    (home / "kernels" / "abc" / "complete").touch()
    (home / "image-id").write_text("one\n")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "whistlestop").write_text('#!/bin/sh\necho "$WHISTLESTOP_CACHE $PGPASSWORD $*"\n')
    (tmp_path / "bin" / "whistlestop").chmod(0o755)
    (tmp_path / "password").write_text("hard to guess\n")
    script = (DEPLOY / "entrypoint.sh").read_text(encoding="utf-8").replace("/opt/whistlestop", str(home))
    variables = {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "WHISTLESTOP_CACHE": str(cache),
        "PGPASSWORD_FILE": str(tmp_path / "password"),
    }

    def begin() -> str:
        done = subprocess.run(
            ["sh", "-c", script, "entrypoint", "serve", "--workers", "2"],
            env=variables, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    cache.mkdir()
    (cache / "image-zero").mkdir()
    (cache / "image-one.part").mkdir()
    assert begin() == f"{cache}/image-one hard to guess serve --workers 2\n"
    assert [path.name for path in cache.iterdir()] == ["image-one"]
    assert (cache / "image-one" / "abc" / "complete").exists()
    (cache / "image-one" / "mark").touch()
    assert begin().startswith(f"{cache}/image-one ")
    assert (cache / "image-one" / "mark").exists(), "it was copied again"


@pytest.fixture(scope="module")
def systemd_analyze() -> str:
    return found_or_installed(lambda: shutil.which("systemd-analyze"), "systemd")


def test_systemd_finds_no_fault_in_the_unit(systemd_analyze: str, tmp_path: Path) -> None:
    unit = tmp_path / "whistlestop.service"
    unit.write_text(UNIT.replace("/opt/whistlestop/bin/whistlestop", sys.executable))
    done = subprocess.run([systemd_analyze, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "whistlestop.service" not in done.stderr, done.stderr


def test_the_unit_is_hardened(systemd_analyze: str) -> None:
    command = [systemd_analyze, "security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE}"]
    done = subprocess.run([*command, DEPLOY / "whistlestop.service"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
