"""Administration: moderation, its audit log, merging, erasing and exporting accounts, health."""
