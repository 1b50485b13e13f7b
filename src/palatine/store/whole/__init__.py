"""A whole house copied: `moving` into another place, `house_file` as a file, `rows` of every table as plain values."""
