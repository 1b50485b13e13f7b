"""The web application: pages, HTTP API and live updates.

    from palatine.web import create_app, serve

The package uses matches only through `palatine.matches` and games only through `palatine.core`.
"""

from palatine.web.app import create_app
from palatine.web.serving.serve import serve

__all__ = ["create_app", "serve"]
