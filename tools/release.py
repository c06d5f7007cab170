"""Check everything that a release needs, build it into dist/, and print the commands that would publish it.

    make release VERSION=0.2.0

It publishes nothing and changes nothing outside dist/.
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSION_FILE = "src/whistlestop/__init__.py"
TESTED = ".venv/.tested"
"""What `make test` leaves once all has passed: the commit, and a line for each file that differed from it."""


def main() -> None:
    """Take all steps; the first that fails ends it with a sentence."""
    version = sys.argv[1] if len(sys.argv) == 2 else ""
    for check in CHECKS:
        check(ROOT, version)
    build()
    write_notes(version)
    prove()
    print(COMMANDS.format(version=version))


def check_version(root: Path, version: str) -> None:
    """The version is one, and the one of the sources."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        sys.exit("Name the version: make release VERSION=0.2.0")
    found = re.search(r'^__version__ = "(.*)"$', (root / VERSION_FILE).read_text(encoding="utf-8"), re.M)
    if found is None or found[1] != version:
        sys.exit(f"{VERSION_FILE} doesn't say {version}. Write the version there, and commit.")


def check_tree(root: Path, version: str) -> None:
    """Everything is committed, and the version is not tagged yet."""
    if changed := git(root, "status", "--porcelain"):
        sys.exit(f"Commit these first, or remove them:\n{changed}")
    if git(root, "tag", "--list", f"v{version}"):
        sys.exit(f"The tag v{version} exists already. Choose another version.")


def check_changelog(root: Path, version: str) -> None:
    """The changelog has a section for the version, with a date, and nothing above it."""
    if not section(root, version):
        sys.exit(f"CHANGELOG.md has no section '## {version} - YYYY-MM-DD' with text. Rename 'Unreleased', and commit.")
    if section(root, "Unreleased"):
        sys.exit("CHANGELOG.md still has text under 'Unreleased'. Move it into the section of the version, and commit.")


def check_tests(root: Path, version: str) -> None:
    """`make test` has passed on exactly this commit."""
    tested = root / TESTED
    if not tested.exists() or tested.read_text(encoding="utf-8").split() != [git(root, "rev-parse", "HEAD")]:
        sys.exit(f"The tests haven't passed on this commit. Run `make test` before you release {version}.")


CHECKS: tuple[Callable[[Path, str], None], ...] = (check_version, check_tree, check_changelog, check_tests)


def git(root: Path, *words: str) -> str:
    """What a command of git prints."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def section(root: Path, title: str) -> str:
    """The text of a section of the changelog; empty if there is none. A version's title ends with a date."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    date = "" if title == "Unreleased" else r" - \d{4}-\d\d-\d\d"
    found = re.search(rf"^## {re.escape(title)}{date}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1].strip() if found else ""


def build() -> None:
    """Build wheel and sdist, and check how PyPI would show them."""
    run("make", "wheel")
    run(sys.executable, "-m", "uv", "tool", "run", "twine", "check", "--strict", *packages())


def packages() -> list[str]:
    """The files to publish."""
    return sorted(str(file.relative_to(ROOT)) for file in (ROOT / "dist").glob("whistlestop-*"))


def write_notes(version: str) -> None:
    """Write the notes of the release and the digests of its files beside them."""
    (ROOT / "dist" / "NOTES.md").write_text(f"{section(ROOT, version)}\n", encoding="utf-8")
    digests = [f"{hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}  {Path(name).name}\n" for name in packages()]
    (ROOT / "dist" / "SHA256SUMS").write_text("".join(digests), encoding="utf-8")


def prove() -> None:
    """Install the wheel with every Python, and play on it."""
    wheel = next(name for name in packages() if name.endswith(".whl"))
    run("make", "test-pythons", WHEEL=str(ROOT / wheel))


def run(*words: str, **environment: str) -> None:
    """Run a command that must succeed."""
    if subprocess.run(words, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode:
        sys.exit(f"`{' '.join(words)}` failed, so nothing can be released.")


COMMANDS = """
Everything is ready in dist/, and nothing is published. These commands publish version {version}:

    git tag --annotate v{version} --file dist/NOTES.md --cleanup=verbatim
    git push origin v{version}
    .venv/bin/uv publish dist/whistlestop-{version}*
"""

if __name__ == "__main__":
    main()
