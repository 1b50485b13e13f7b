"""The systemd units, checked by systemd itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

UNITS = sorted((Path(__file__).parents[2] / "deploy" / "systemd").glob("*.service"))


def asked(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_unit_and_finds_it_safe(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    path = tmp_path / unit.name.replace("@", "@8081")
    path.write_text(text.replace("/opt/palatine/current/bin/palatine", "/bin/true"))
    verified = asked("verify", path)
    assert (verified.returncode, verified.stderr) == (0, "")
    told = asked("security", "--offline=true", "--threshold=20", path)  # 2.0 of 10
    assert told.returncode == 0, told.stdout
