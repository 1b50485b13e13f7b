"""Signing in over HTTP: what comes in and goes out, what requests have in common; what programs may do instead, and
seats that a browser kept the keys of."""
