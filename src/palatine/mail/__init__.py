"""Play by email: inbound mail, command processing and outbound mail."""
