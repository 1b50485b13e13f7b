"""The static files as they are served: read once, compressed once, cached by browsers without limit."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from typing import Any, NamedTuple

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from palatine.web.assets.page_bundle import bundle
from palatine.web.compression import KINDS, accepts_gzip
from palatine.web.rendering import BUNDLES, STATIC, STYLES, static_path
from palatine.web.seat_keys import AnyRequest

FOREVER = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
"""Where the files are served changes with any of them."""
MODULES = STATIC / "js"


class StaticFile(NamedTuple):
    """A file, and the same compressed; b"" where that would be no smaller."""

    kind: str
    plain: bytes
    small: bytes


@cache
def places() -> frozenset[str]:
    """All files that are served; nothing else is read from the disk."""
    files = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    made = [path.name for path in (MODULES / "pages").glob("*.js")] + [f"{name}.css" for name in STYLES]
    return frozenset(files | {f"{BUNDLES}/{name}" for name in made})


@cache
def static_file(place: str) -> StaticFile:
    """What is served at a place."""
    folder, _, name = place.partition("/")
    plain = _bundle(name) if folder == BUNDLES else (STATIC / place).read_bytes()
    kind = mimetypes.guess_type(place)[0] or "application/octet-stream"
    is_packed = not kind.encode().startswith((b"text/", *KINDS))
    return StaticFile(kind, plain, b"" if is_packed else gzip.compress(plain, 9, mtime=0))


def _bundle(name: str) -> bytes:
    """The modules or the style sheets of a page in one."""
    page = name.rpartition(".")[0]
    if name.endswith(".js"):
        return bundle(MODULES, page).encode()
    return b"\n".join([(STATIC / sheet).read_bytes() for sheet in STYLES[page]])


def serve(place: FromPath[str], request: AnyRequest) -> Response[Any]:
    """A file of the page."""
    place = place.removeprefix("/")
    if place not in places():
        raise NotFoundException
    kind, plain, small = static_file(place)
    if small and accepts_gzip(request.scope["headers"]):
        return Response(small, media_type=kind, headers={**FOREVER, "content-encoding": "gzip"})
    return Response(plain, media_type=kind, headers=FOREVER)


def handler() -> Any:
    """The handler of all static files."""
    address = f"{static_path()}/{{place:path}}"
    methods = [HttpMethod.GET, HttpMethod.HEAD]
    return route(address, http_method=methods, sync_to_thread=False, include_in_schema=False)(serve)
