"""What a mail asks is done: a function for each command, all through the one façade of the table."""
