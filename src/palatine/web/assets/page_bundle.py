"""The modules of a page in one script, so that a browser asks once: each in a function of its own, those it imports
before it. Nothing has to be built; this is done when a page is asked for the first time.

What modules may say to be bundled so: `import { a, b as c } from "./x.js";` and `import "./x.js";` on a line,
`export` before a class, a function or a constant at the beginning of a line, or `export { a as b };`, and
`await import("./x.js")`. Types are checked, and tests run, on the modules themselves.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";[^\S\n]*\n?', re.MULTILINE)
DECLARED = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
LISTED = re.compile(r"\bexport\s*\{([^}]*)\};?")
LATER = re.compile(r'\bawait import\("([^"]+)"\)')
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
COMMENTS = re.compile(r"^\s*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/\s*)$\n?", re.MULTILINE)
"""Those that have lines of their own."""
TYPES = re.compile(r"/\*\* @(?:type|param) \{(?:[^*]|\*(?!/))*\*/ ?")
"""Types written within a line."""
TRAILING = re.compile(r"(?<=[;,{}]) // [^\"'`\n]*$", re.MULTILINE)
"""Comments at the end of a line."""


@cache
def bundle(root: Path, page: str) -> str:
    """Return the script of a page under `root`, the folder of all modules. Raises FileNotFoundError."""
    return Bundle(root).of(root / "pages" / f"{page}.js")


class Bundle:
    """Modules in the order in which they can be run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names: dict[Path, str] = {}
        self.texts: list[str] = []
        self.open: set[Path] = set()
        """Those that are being put there."""

    def of(self, page: Path) -> str:
        text = self._linked(page, page.read_text(encoding="utf-8"))
        return "\n".join([*self.texts, text])

    def _name(self, path: Path) -> str:
        """What a module is called in the bundle; it and all that it imports are put there."""
        if path in self.open:
            raise ValueError(f"{path} imports itself, by way of others.")
        if path not in self.names:
            self.open.add(path)
            name = self.names[path] = f"$${len(self.names)}"
            text, given = _without_exports(self._linked(path, path.read_text(encoding="utf-8")))
            head = f"// {path.relative_to(self.root).as_posix()}\nconst {name} = (() => {{"
            self.texts.append(f"{head}\n{text}\nreturn {{ {', '.join(given)} }};\n}})();")
            self.open.remove(path)
        return self.names[path]

    def _linked(self, path: Path, text: str) -> str:
        """A module with its imports from the bundle."""
        if path.parent.name != "vendor":
            text = TRAILING.sub("", TYPES.sub("", COMMENTS.sub("", text)))

        def imported(found: re.Match[str]) -> str:
            names, place = found.groups()
            name = self._name((path.parent / place).resolve())
            return "" if names is None else f"const {{ {', '.join(_pairs(names, swap=False))} }} = {name};\n"

        def later(found: re.Match[str]) -> str:
            return self._name((path.parent / found[1]).resolve())

        text = LATER.sub(later, IMPORT.sub(imported, text))
        if left := [line for line in LEFT.findall(text) if not (DECLARED.match(line) or LISTED.match(line))]:
            raise ValueError(f"{path}: this cannot be bundled: {left[0]}")
        return text


def _without_exports(text: str) -> tuple[str, list[str]]:
    """A module's text, and what it gives, as the properties of an object."""
    given = [found[2] for found in DECLARED.finditer(text)]
    text = DECLARED.sub(r"\1 \2", text)
    for found in LISTED.finditer(text):
        given += _pairs(found[1], swap=True)
    return LISTED.sub("", text), given


def _pairs(names: str, *, swap: bool) -> list[str]:
    """`a, b as c` of an import as `a, b: c`; of an export, which names its own first, as `a, c: b`."""
    found = []
    for each in filter(None, map(str.strip, names.split(","))):
        one, _, other = each.partition(" as ")
        found.append(one if not other else f"{other}: {one}" if swap else f"{one}: {other}")
    return found
