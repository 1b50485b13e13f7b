"""Scripts of the page that need no browser, tested by Deno."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
DENO = Path(sysconfig.get_path("scripts")) / "deno"


def test_the_pages_own_tests_pass() -> None:
    around = {**os.environ, "DENO_DIR": str(Path(sys.prefix) / "deno"), "NO_COLOR": "1"}
    command = [str(DENO), "test", "--quiet", "--allow-read", "tests/page"]
    run = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
