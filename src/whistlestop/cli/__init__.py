"""The command `whistlestop`, one command a file; `main` reads the arguments and imports what the command needs."""
