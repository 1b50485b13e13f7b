"""Transfer of whole databases: copies, backup files, row counts and sizes."""
