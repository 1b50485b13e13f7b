"""The doors by which mail comes in: LMTP and SMTP on a port, a mailbox that is polled, and the demonstration's own."""
