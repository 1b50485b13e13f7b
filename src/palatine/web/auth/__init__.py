"""Sign-in over HTTP: models, request helpers, token scopes and migration of old seat keys."""
