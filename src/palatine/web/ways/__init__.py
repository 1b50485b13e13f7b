"""Signing in over HTTP: what comes in and goes out, what requests have in common."""
