"""The wheel in a clean environment for every Python found: it plays, serves, has a version."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SECONDS = 600


def pythons() -> dict[str, str]:
    """Return the Python programs by version, from the path and pyenv."""
    found: dict[str, str] = {}
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in VERSIONS:
        programs = [*map(str, kept.glob(f"{version}.*/bin/python")), shutil.which(f"python{version}") or ""]
        if programs[0] and _runs(programs[0]):
            found[version] = programs[0]
    return found


def _runs(program: str) -> bool:
    return (
        subprocess.run([program, "-c", "import venv, ensurepip"], capture_output=True, check=False).returncode == 0
    )


def run(*words: str | Path, **around: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PALATINE"))}
    done = subprocess.run(
        list(words), env={**clean, **around}, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    python = next(iter(pythons().values()))
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (found,) = folder.glob("palatine-*.whl")
    return found


def test_the_version_is_told_from_one_place(wheel: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert wheel.name.startswith(f"palatine-{version}-")
    told = [
        path.relative_to(ROOT)
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"(?m)^__version__ *= *[\"']", path.read_text(encoding="utf-8"))
    ]
    assert told == []


@pytest.mark.parametrize("version", pythons())
def test_it_plays_and_serves_where_nothing_else_is(wheel: Path, version: str, tmp_path: Path) -> None:
    place = tmp_path / "env"
    run(pythons()[version], "-m", "venv", place)
    run(place / "bin" / "pip", "install", "--quiet", "--requirement", ROOT / "requirements" / "play.txt")
    run(place / "bin" / "pip", "install", "--quiet", "--no-deps", wheel)
    palatine = place / "bin" / "palatine"
    assert run(palatine, "--version").split()[1] == wheel.name.split("-")[1]
    assert "1 game," in run(palatine, "simulate", "lord-and-master", "--games", "1", "--processes", "1")
    for address in served(palatine, tmp_path):
        page = httpx.get(address, timeout=60)
        assert page.status_code == 200
        assert "Palatine" in page.text
        assert httpx.get(f"{address}readyz", timeout=60).status_code == 200


def served(palatine: Path, folder: Path) -> Iterator[str]:
    """Yield the address of a server while it is used."""
    command = [palatine, "serve", "--no-browser", "--port", "0", "--database", folder / "p.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()
        assert process.wait(20) == 0
