"""The mechanics of the rules, one a file: its phase, what is legal, what it does."""
