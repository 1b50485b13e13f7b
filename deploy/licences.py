"""The licences of everything that is shipped, as a text: `python deploy/licences.py > THIRD-PARTY.txt`.

Of libraries it takes what is installed of `requirements/serve.txt`; of pictures, fonts and scripts of the pages what
the page of credits tells. It ends with an error when a library does not say what its licence is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from palatine.web import credits
from palatine.web.rendering import STATIC

LOCKED = Path(__file__).parents[1] / "requirements" / "serve.txt"
NAMED = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)


def locked(path: Path = LOCKED) -> list[str]:
    """The names of the libraries, as they are locked."""
    return re.findall(r"^([\w.-]+)(?:\[.*?\])?==", path.read_text(encoding="utf-8"), re.MULTILINE)


def licence_of(library: Distribution) -> str:
    """What a library says its licence is; "" when it says nothing."""
    told = library.metadata
    if told.get("License-Expression"):
        return str(told["License-Expression"])
    classified = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier", []) if "License ::" in each]
    if classified:
        return ", ".join(classified)
    lines = (told.get("License") or "").strip().splitlines()
    return lines[0] if lines else ""


def texts_of(library: Distribution) -> Iterator[str]:
    """The texts of its licence that it brings along."""
    for path in library.files or ():
        if ".dist-info" in str(path) and NAMED.search(path.name):
            yield Path(str(path.locate())).read_text(encoding="utf-8", errors="replace").strip()


def libraries() -> Iterator[str]:
    """Each library that is installed here, with its licence and the texts of it. Raises ValueError for one without."""
    for name in sorted(locked()):
        try:
            library = distribution(name)
        except PackageNotFoundError:
            continue  # of another system, as colorama is of Windows
        licence, texts = licence_of(library), list(texts_of(library))
        if not licence and not texts:
            raise ValueError(f"{name} does not say what its licence is.")
        yield "\n\n".join([f"{name} {library.version}: {licence or 'as below'}", *texts])


def of_the_pages() -> Iterator[str]:
    """What the pages bring along: fonts, drawings, scripts."""
    for font in credits.fonts():
        text = (STATIC / "fonts" / font["file"]).read_text(encoding="utf-8").strip()
        yield f"The font {font['name']}, by {font['by']}\n\n{text}"
    for game, text in credits.drawings().items():
        yield f"Drawings of {game}\n\n{text.strip()}"
    for name, text in credits.libraries().items():
        yield f"The script {name}\n\n{text.strip()}"


def main() -> int:
    """Print all of it."""
    try:
        parts = [*libraries(), *of_the_pages()]
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"\n\n{'=' * 80}\n\n".join(parts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
