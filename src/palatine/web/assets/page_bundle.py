"""Bundles of the JavaScript modules of a page, so that browsers send only one request.

Each module becomes a function, placed after the modules it imports. There is no build step: the server bundles a page
on the first request for it.

The bundler supports only this syntax:

* `import { a, b as c } from "./x.js";` and `import "./x.js";` on one line,
* `export` before a class, a function or a constant at the start of a line,
* `export { a as b };`,
* `await import("./x.js")`.

Type checks and tests run on the modules themselves.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

IMPORT_PATTERN = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";[^\S\n]*\n?', re.MULTILINE)
EXPORT_PATTERN = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
EXPORT_LIST_PATTERN = re.compile(r"\bexport\s*\{([^}]*)\};?")
DYNAMIC_IMPORT_PATTERN = re.compile(r'\bawait import\("([^"]+)"\)')
UNHANDLED_PATTERN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
COMMENT_PATTERN = re.compile(r"^\s*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/\s*)$\n?", re.MULTILINE)
"""Comments on lines of their own."""
TYPE_COMMENT_PATTERN = re.compile(r"/\*\* @(?:type|param) \{(?:[^*]|\*(?!/))*\*/ ?")
"""Type comments within a line."""
TRAILING_COMMENT_PATTERN = re.compile(r"(?<=[;,{}]) // [^\"'`\n]*$", re.MULTILINE)
"""Comments at the end of a line."""


@cache
def bundle(root: Path, page: str) -> str:
    """Return the script of a page under `root`, the folder of all modules.

    Raises FileNotFoundError.
    """
    return Bundle(root).script_of(root / "pages" / f"{page}.js")


class Bundle:
    """The modules of a page in an order in which they can run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names: dict[Path, str] = {}
        self.texts: list[str] = []
        self.open: set[Path] = set()
        """Modules being added, to detect import cycles."""

    def script_of(self, page: Path) -> str:
        text = self._linked(page, page.read_text(encoding="utf-8"))
        return "\n".join([*self.texts, text])

    def _name(self, path: Path) -> str:
        """Return the name of a module in the bundle; add it and its imports if needed."""
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
        """Return a module's text with its imports taken from the bundle."""
        if path.parent.name != "vendor":
            text = TRAILING_COMMENT_PATTERN.sub("", TYPE_COMMENT_PATTERN.sub("", COMMENT_PATTERN.sub("", text)))

        def imported(found: re.Match[str]) -> str:
            names, place = found.groups()
            name = self._name((path.parent / place).resolve())
            return "" if names is None else f"const {{ {', '.join(_pairs(names, swap=False))} }} = {name};\n"

        def later(found: re.Match[str]) -> str:
            return self._name((path.parent / found[1]).resolve())

        text = DYNAMIC_IMPORT_PATTERN.sub(later, IMPORT_PATTERN.sub(imported, text))
        if left := [
            line
            for line in UNHANDLED_PATTERN.findall(text)
            if not (EXPORT_PATTERN.match(line) or EXPORT_LIST_PATTERN.match(line))
        ]:
            raise ValueError(f"{path}: this cannot be bundled: {left[0]}")
        return text


def _without_exports(text: str) -> tuple[str, list[str]]:
    """Return a module's text without exports, and its exports as object properties."""
    given = [found[2] for found in EXPORT_PATTERN.finditer(text)]
    text = EXPORT_PATTERN.sub(r"\1 \2", text)
    for found in EXPORT_LIST_PATTERN.finditer(text):
        given += _pairs(found[1], swap=True)
    return EXPORT_LIST_PATTERN.sub("", text), given


def _pairs(names: str, *, swap: bool) -> list[str]:
    """Return the names of an import or export clause as object properties.

    `a, b as c` becomes `a, b: c` for an import and `a, c: b` for an export (`swap`).
    """
    found = []
    for each in filter(None, map(str.strip, names.split(","))):
        one, _, other = each.partition(" as ")
        found.append(one if not other else f"{other}: {one}" if swap else f"{one}: {other}")
    return found
