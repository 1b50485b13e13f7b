"""Match files: the format (`matchfile`), checks (`verify`), export and import (`exchange`)."""
