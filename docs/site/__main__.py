"""Build the site into build/docs: `python docs/site`. Warnings are errors."""

from __future__ import annotations

import sys

from pages import TOP, assemble
from sphinx.cmd.build import main

SOURCE, SITE = TOP / "build" / "docs-source", TOP / "build" / "docs"

assemble(SOURCE)
code = main(["--quiet", "--fail-on-warning", "--keep-going", "--fresh-env", "-b", "html", str(SOURCE), str(SITE)])
if code == 0:
    print(f"Built {SITE}: {len(list(SITE.glob('*.html')))} pages.")
sys.exit(code)
