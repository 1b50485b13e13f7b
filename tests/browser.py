"""A Chromium for the tests: the one that is there, Playwright's own, or Debian's.

    from browser import launch

    with sync_playwright() as playwright, launch(playwright) as chromium:
        ...

`python tests/browser.py --install` gets one when there is none. PALATINE_CHROMIUM names one to use.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]


def candidates() -> Iterator[str | None]:
    """Where a Chromium may be; None stands for Playwright's own."""
    if named := os.environ.get("PALATINE_CHROMIUM"):
        yield named
    yield from [path for path in map(shutil.which, NAMES) if path]
    yield None


def launch(playwright: Any) -> Any:
    """A headless Chromium, the first that starts. Raises Playwright's Error when none does."""
    for path in candidates():
        try:
            return playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            last = error
    raise last


def works() -> bool:
    """Whether there is a Chromium that starts."""
    with sync_playwright() as playwright:
        try:
            launch(playwright).close()
        except Error:
            return False
    return True


def install() -> None:
    """Get Playwright's Chromium; where it cannot be had or does not start, Debian's."""
    print("Getting a browser for the tests ...", file=sys.stderr)
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    playwright = [sys.executable, "-m", "playwright", "install"]
    debian = [[*root, "apt-get", "update", "-qq"], [*root, "apt-get", "install", "-y", "-qq", "chromium"]]
    for commands in ([[*playwright, "chromium"]], [[*playwright, "--with-deps", "chromium"]], debian):
        if all(_run(command) for command in commands) and works():
            return
    sys.exit("No Chromium could be installed; install one, or name one in PALATINE_CHROMIUM.")


def _run(command: list[str]) -> bool:
    """Whether the command succeeds; what it says is shown only when asked for, in PALATINE_VERBOSE."""
    told = None if os.environ.get("PALATINE_VERBOSE") else subprocess.DEVNULL
    try:
        run = subprocess.run(command, stdout=told, stderr=told, stdin=subprocess.DEVNULL, timeout=600, check=False)
        return run.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


if __name__ == "__main__":
    if not works():
        if "--install" not in sys.argv:
            sys.exit("No Chromium starts here.")
        install()
