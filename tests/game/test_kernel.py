"""The targets, and the name of the cache."""

import os
import subprocess
import sys

import pytest

from whistlestop.game import kernel


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True
    )


def test_an_unknown_target_is_refused_with_a_sentence():
    done = run("import whistlestop.game.kernel", WHISTLESTOP_TARGET="gpu")
    assert done.returncode == 1
    assert done.stderr == "WHISTLESTOP_TARGET is 'gpu'; it can be cpu, none, cuda, wasm.\n"


def test_a_cache_is_named_by_a_digest_of_all_sources_that_its_kernels_depend_on(tmp_path, monkeypatch):
    package = tmp_path / "whistlestop"
    for name in ("game", "bots"):
        (package / name).mkdir(parents=True)
    monkeypatch.setattr(kernel, "__file__", str(package / "game" / "kernel.py"))

    def folders():
        kernel.cache_folder.cache_clear()
        return kernel.cache_folder("game"), kernel.cache_folder("bots")

    game, bots = folders()
    (package / "bots" / "racer.py").write_text("FAST = 1\n")
    assert folders() == (game, kernel.cache_folder("bots"))
    assert kernel.cache_folder("bots") != bots
    game, bots = folders()
    (package / "game" / "engine.py").write_text("FAST = 1\n")
    assert not {game, bots} & set(folders())
    game, bots = folders()
    env = kernel.cache_folder("env")
    (package / "env" / "kernels").mkdir(parents=True)
    (package / "env" / "kernels" / "games.py").write_text("FAST = 1\n")
    (package / "env" / "vector.py").write_text("FAST = 1\n")
    assert folders() == (game, bots)
    assert kernel.cache_folder("env") != env
    kernel.cache_folder.cache_clear()


def test_the_cache_is_where_the_user_says(tmp_path, monkeypatch):
    monkeypatch.setenv("WHISTLESTOP_CACHE", str(tmp_path))
    assert kernel.cache_root() == tmp_path
    monkeypatch.delenv("WHISTLESTOP_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert kernel.cache_root() == tmp_path / "cache" / "whistlestop"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert kernel.cache_root().name == "whistlestop"


@kernel.entry
def bits_of(word: int) -> int:
    return kernel.bits(word)


@kernel.entry
def lowest_of(word: int) -> int:
    return kernel.lowest(word)


@pytest.mark.parametrize("word", [1, 6, 0b1010 << 50, 1 << 61, (1 << 62) - 1])
def test_bits_are_counted_and_found(word):
    assert bits_of(word) == word.bit_count()
    assert lowest_of(word) == (word & -word).bit_length() - 1
    assert bits_of(0) == 0
