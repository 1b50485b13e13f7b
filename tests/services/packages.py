"""The servers that `make test-services` needs, from Debian's packages.

`python tests/services/packages.py --install` installs what is missing: as root, or with a sudo that asks nothing. It
ends with an error where a server cannot be had. What it installs is not started (the tests start their own, on free
ports and in folders of their own), and nothing that is installed is removed for it.
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
"""A program of each package."""
ANSWERS = "postfix postfix/main_mailer_type select No configuration\n"
"""What a package would ask its installer."""
NOT_STARTED = Path("/usr/sbin/policy-rc.d")
"""While this says 101, Debian starts no server that it installs."""


def missing() -> list[str]:
    """The packages that are not there."""
    return [package for package, program in PROGRAMS.items() if not Path(program).exists()]


def install(packages: list[str]) -> None:
    """Install packages. Ends with an error where that fails."""
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
    """Run a command as root. Ends with an error, and what the command said, where it fails."""
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
