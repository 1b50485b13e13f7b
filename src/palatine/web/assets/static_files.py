"""Static files as served: read once, compressed once, cached by browsers without limit."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from typing import Any, NamedTuple

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from palatine.web.assets.page_bundle import bundle
from palatine.web.compression import COMPRESSED_TYPES, accepts_gzip
from palatine.web.rendering import BUNDLE_FOLDER, STATIC_FOLDER, STYLE_BUNDLES, static_path
from palatine.web.seat_keys import AnyRequest

CACHE_HEADERS = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
"""Headers for unlimited caching: the URL path changes when any file changes."""
MODULES = STATIC_FOLDER / "js"


class StaticFile(NamedTuple):
    """A file and its gzipped content; b"" if compression would not make it smaller."""

    kind: str
    plain: bytes
    small: bytes


@cache
def served_paths() -> frozenset[str]:
    """Return all paths that are served; the server reads no other file."""
    files = {path.relative_to(STATIC_FOLDER).as_posix() for path in STATIC_FOLDER.rglob("*") if path.is_file()}
    made = [path.name for path in (MODULES / "pages").glob("*.js")] + [f"{name}.css" for name in STYLE_BUNDLES]
    return frozenset(files | {f"{BUNDLE_FOLDER}/{name}" for name in made})


@cache
def static_file(path: str) -> StaticFile:
    """Return the file served at a path."""
    folder, _, name = path.partition("/")
    plain = _bundle(name) if folder == BUNDLE_FOLDER else (STATIC_FOLDER / path).read_bytes()
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    is_packed = not kind.encode().startswith((b"text/", *COMPRESSED_TYPES))
    return StaticFile(kind, plain, b"" if is_packed else gzip.compress(plain, 9, mtime=0))


def _bundle(name: str) -> bytes:
    """Return the script bundle or the joined style sheets of a page."""
    page = name.rpartition(".")[0]
    if name.endswith(".js"):
        return bundle(MODULES, page).encode()
    return b"\n".join([(STATIC_FOLDER / sheet).read_bytes() for sheet in STYLE_BUNDLES[page]])


def serve(place: FromPath[str], request: AnyRequest) -> Response[Any]:
    """Return a static file of a page."""
    place = place.removeprefix("/")
    if place not in served_paths():
        raise NotFoundException
    kind, plain, small = static_file(place)
    if small and accepts_gzip(request.scope["headers"]):
        return Response(small, media_type=kind, headers={**CACHE_HEADERS, "content-encoding": "gzip"})
    return Response(plain, media_type=kind, headers=CACHE_HEADERS)


def handler() -> Any:
    """Return the route handler of all static files."""
    address = f"{static_path()}/{{place:path}}"
    methods = [HttpMethod.GET, HttpMethod.HEAD]
    return route(address, http_method=methods, sync_to_thread=False, include_in_schema=False)(serve)
