"""Numba's simulator waits for its threads by asking again and again; it must give way to them quickly."""

import sys

sys.setswitchinterval(0.0002)
