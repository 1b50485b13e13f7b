"""The servers that `make test-services` needs, from Debian's packages.

`python tests/services/packages.py --install` installs the missing ones, as root or with a sudo that needs no
password. It exits with an error if a package cannot be installed. The installed servers are not started, because
the tests start their own on free ports and in separate folders. No installed package is removed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAMS = {
    "postfix": "/usr/sbin/postfix",
    "dovecot-imapd": "/usr/lib/dovecot/imap",
    "postgresql": "/usr/bin/pg_createcluster",
    "openssl": "/usr/bin/openssl",
    "systemd": "/usr/bin/systemd-analyze",
    "nginx-light": "/usr/sbin/nginx",
    "caddy": "/usr/bin/caddy",
}
"""A program of each package, by which the package is found."""
ANSWERS = "postfix postfix/main_mailer_type select No configuration\n"
"""Answers to the questions that a package asks during installation."""
NOT_STARTED = Path("/usr/sbin/policy-rc.d")
"""While this script exits with 101, Debian does not start the servers that it installs."""


def missing() -> list[str]:
    """Return the packages that are not installed."""
    return [package for package, program in PROGRAMS.items() if not Path(program).exists()]


def install(packages: list[str]) -> None:
    """Install packages. Exit with an error if that fails."""
    print(f"Installing {', '.join(packages)} ...", file=sys.stderr)
    run("debconf-set-selections", said=ANSWERS)
    ours = not NOT_STARTED.exists()
    if ours:
        run("sh", "-c", f"printf '#!/bin/sh\\nexit 101\\n' > {NOT_STARTED} && chmod 755 {NOT_STARTED}")
    try:
        run("apt-get", "update")
        run("apt-get", "install", "-y", "--no-install-recommends", "--no-remove", *packages)
    finally:
        if ours:
            run("rm", "-f", str(NOT_STARTED))


def run(*command: str, said: str = "") -> None:
    """Run a command as root. If it fails, exit with an error and the command's output."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    around = [*root, "env", "DEBIAN_FRONTEND=noninteractive", *command]
    try:
        ran = subprocess.run(around, input=said, text=True, capture_output=True, timeout=900, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        sys.exit(f"{command[0]}: {error}")
    if ran.returncode:
        sys.exit(f"{' '.join(command)}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")


if __name__ == "__main__":
    if "--install" in sys.argv and missing():
        install(missing())
    if missing():
        sys.exit(f"These packages are needed, and are not there: {', '.join(missing())}")
