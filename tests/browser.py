"""A Chromium for the tests: an installed one, Playwright's own, or Debian's.

    from browser import launch
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = launch(playwright)

`python tests/browser.py --install` installs one if none starts: Playwright's, or else Debian's packages. With root or
password-less sudo, the packages are installed. Otherwise, they are unpacked in the virtual environment.
PALATINE_CHROMIUM is the path of the browser to use. PALATINE_VERBOSE shows the output of the installers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]
PACKAGES = ["chromium", "libatomic1", "fonts-dejavu-core"]
"""A browser, a library for Playwright's Node.js, and fonts."""
UNPACKED = Path(sys.prefix) / "debian"
CHECK = "from browser import start; start()"


def use_unpacked() -> None:
    """Let programs find the libraries and fonts that were unpacked instead of installed."""
    if not UNPACKED.is_dir():
        return
    found = [*UNPACKED.glob("usr/lib/*-linux-gnu/**/lib*.so*"), *UNPACKED.glob("lib/*-linux-gnu/lib*.so*")]
    libraries = sorted({str(path.parent) for path in found})
    known = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    os.environ["LD_LIBRARY_PATH"] = ":".join(dict.fromkeys([*filter(None, known), *libraries]))
    if not Path("/etc/fonts").exists():
        os.environ["FONTCONFIG_FILE"] = str(UNPACKED / "fonts.conf")


use_unpacked()


def candidates() -> Iterator[str | None]:
    """Yield the paths where a Chromium may be. None stands for Playwright's own."""
    if named := os.environ.get("PALATINE_CHROMIUM"):
        yield named
    yield from [path for path in map(shutil.which, NAMES) if path]
    yield None
    yield str(UNPACKED / "usr" / "lib" / "chromium" / "chromium")


def launch(playwright: Any) -> Any:
    """Return the first headless Chromium that starts. Raises Playwright's Error if none does."""
    for path in candidates():
        try:
            return playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            last = error
    raise last


def start() -> None:
    """Start a Chromium and stop it again. Raises Playwright's Error if none starts."""
    with sync_playwright() as playwright:
        launch(playwright).close()


# Installation


def works() -> bool:
    """Return whether a Chromium starts. Runs in a subprocess, because a broken driver hangs."""
    return _run([sys.executable, "-c", CHECK], cwd=Path(__file__).parent)


def install() -> None:
    """Install Playwright's Chromium or, if that fails or does not start, Debian's."""
    packages = ", ".join(PACKAGES)
    ways = {
        _playwrights: "Playwright's Chromium to its cache folder",
        _debians: f"Debian's packages {packages}",
        _unpack: f"Debian's packages {packages}, unpacked to {UNPACKED}",
    }
    for way, what in ways.items():
        print(f"Installing a browser for the tests: {what} ...", file=sys.stderr)
        if way() and works():
            return
    sys.exit("No Chromium could be got; install one, or name one in PALATINE_CHROMIUM.")


def _playwrights() -> bool:
    return _run([sys.executable, "-m", "playwright", "install", "chromium"])


def _debians() -> bool:
    """Install Debian's packages as root, or with sudo without a password."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    return _run([*root, "apt-get", "update"]) and _run([*root, "apt-get", "install", "-y", *PACKAGES])


def _unpack() -> bool:
    """Unpack Debian's packages and their dependencies into the virtual environment."""
    apt = UNPACKED / "apt"
    for folder in ("lists/partial", "archives/partial"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    places = {"State": apt, "Cache": apt, "State::status": "/var/lib/dpkg/status"}
    command = ["apt-get", "-o", "Debug::NoLocking=1"]
    for name, place in places.items():
        command += ["-o", f"Dir::{name}={place}"]
    if not _run([*command, "update"]):
        return False
    if not _run([*command, "install", "-y", "--no-install-recommends", "--download-only", *PACKAGES]):
        return False
    unpacked = [_run(["dpkg", "-x", str(path), str(UNPACKED)]) for path in sorted(apt.glob("archives/*.deb"))]
    shutil.rmtree(apt)
    fonts = f"<dir>{UNPACKED}/usr/share/fonts</dir><cachedir>{UNPACKED}/fonts</cachedir>"
    (UNPACKED / "fonts.conf").write_text(f"<fontconfig>{fonts}</fontconfig>\n", encoding="utf-8")
    use_unpacked()
    return all(unpacked)


def _run(command: list[str], cwd: Path | None = None) -> bool:
    """Run a command and return whether it succeeds."""
    told = None if os.environ.get("PALATINE_VERBOSE") else subprocess.DEVNULL
    around = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        run = subprocess.run(
            command,
            stdout=told,
            stderr=told,
            stdin=subprocess.DEVNULL,
            timeout=900,
            check=False,
            cwd=cwd,
            env=around,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return run.returncode == 0


if __name__ == "__main__" and not works():
    if "--install" not in sys.argv:
        sys.exit("No Chromium starts here.")
    install()
