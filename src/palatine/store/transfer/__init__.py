"""The whole database: `copying` it into another, `backup_file`, `rows` of every table as plain values, `sizes`."""
