"""The exit codes of every command."""

OK = 0
REFUSED = 1
"""Something can't be done; a sentence on stderr says why."""
USAGE = 2
"""The command line was not understood; argparse uses the same number."""
INTERRUPTED = 130
"""Ctrl-C."""
