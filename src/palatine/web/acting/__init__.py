"""What comes by the thousand, past the framework: actions, and listening to changes."""
