"""The bot `champion`: the strongest."""

from whistlestop.bots.treesearch import make as make
