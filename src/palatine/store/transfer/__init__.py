"""The whole house: `moving` it into another place, `house_file`, `rows` of every table as plain values, `sizes`."""
