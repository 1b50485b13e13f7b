"""Rendering of outgoing mail: subject, text, HTML with the map as a picture, and headers."""
