"""The bot `planner`: finds a cheap network for its tickets, builds it before others do, and minds the time.

- **Network**: the cheapest path for its best ticket, then for the next, sharing tracks; what it holds in its hand makes
  a track cheaper, tunnels and ferries dearer. When somebody takes a track of the plan, it plans anew.
- **Tickets** are chosen by points less what their network costs, those that can't be done in time counting as lost.
- **Tempo**: a card loses worth in a full hand and when somebody's cars run out, so that it spends rather than hoards.
- **Contested** tracks, where others have built, are claimed first.
- **Stations** are its insurance: it builds one where a single borrowed route saves a ticket.

It is the anchor of the ladder, 1000 on every map: its play never changes (tests/test_bots.py holds a digest of it).
"""

from whistlestop.bots.chart import Taste
from whistlestop.bots.follower import Follower

TASTE = Taste()


class Planner(Follower):
    """Plans."""

    taste = TASTE
