"""The page's type declarations, which match the server's structs."""

from __future__ import annotations

import os
from typing import Any

from palatine.web import create_app
from palatine.web.rendering import STATIC_FOLDER
from web.wire_types import declarations

PLACE = STATIC_FOLDER / "js" / "types" / "wire.d.ts"


def test_the_page_knows_what_goes_over_the_wire(services: Any) -> None:
    """PALATINE_UPDATE_GOLDEN=1 updates the file."""
    made = declarations(create_app(services))
    if os.environ.get("PALATINE_UPDATE_GOLDEN"):
        PLACE.write_text(made, encoding="utf-8")
    assert PLACE.read_text(encoding="utf-8") == made
