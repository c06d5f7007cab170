"""`python -m whistlestop` is the command `whistlestop`."""

import sys

from whistlestop.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
