"""Administration: moderation, audit log, health, merging, erasing and exporting accounts."""
