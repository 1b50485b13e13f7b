"""The licences of everything that is shipped, as a text: `python deploy/licences.py > THIRD-PARTY.txt`.

Of libraries it takes what is installed of `requirements/serve.txt`; of pictures, fonts and scripts of the pages what
the page of credits tells. It ends with an error when a library does not say what its licence is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from piplicenses_lib import LICENSE_UNKNOWN, FromArg, PackageInfo, get_packages

from palatine.web import credits
from palatine.web.rendering import STATIC_FOLDER

LOCKED = Path(__file__).parents[1] / "requirements" / "serve.txt"


def locked(path: Path = LOCKED) -> list[str]:
    """The names of the libraries, as they are locked."""
    return re.findall(r"^([\w.-]+)(?:\[.*?\])?==", path.read_text(encoding="utf-8"), re.MULTILINE)


def told(library: PackageInfo) -> str:
    """What a library says its licence is, and the texts of it. Raises ValueError for one that says nothing."""
    names = sorted(library.license_names - {LICENSE_UNKNOWN})
    texts = [text.strip() for _, text in (*library.licenses, *library.notices, *library.others)]
    if not names and not texts:
        raise ValueError(f"{library.name} does not say what its licence is.")
    return "\n\n".join([f"{library.name} {library.version}: {', '.join(names) or 'as below'}", *texts])


def libraries() -> Iterator[str]:
    """Each library that is installed here; one of another system is not, as colorama is of Windows."""
    here = {library.name: library for library in get_packages(FromArg.MIXED)}
    yield from (told(here[name]) for name in sorted(set(locked()) & here.keys()))


def of_the_pages() -> Iterator[str]:
    """What the pages bring along: fonts, drawings, scripts."""
    for font in credits.font_credits():
        text = (STATIC_FOLDER / "fonts" / font["file"]).read_text(encoding="utf-8").strip()
        yield f"The font {font['name']}, by {font['by']}\n\n{text}"
    for game, text in credits.drawing_credits().items():
        yield f"Drawings of {game}\n\n{text.strip()}"
    for name, text in credits.library_licences().items():
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
