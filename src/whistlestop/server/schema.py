"""The database schema, the same for SQLite and PostgreSQL. `moves` is the source of truth; times are milliseconds."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
players = Table(
    "players",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # when they last made a request or had a stream open
    Column("forgotten", Boolean, nullable=False, default=False),
    Column("shown_to", String(8), nullable=False, server_default="met"),  # whom they show their profile
    Column("emblem", Integer),  # the number of the sign beside their name; null if they chose none
)
devices = Table(
    "devices",
    metadata,
    Column("id", String(22), primary_key=True),  # made of the token that the device holds
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(40), nullable=False),  # made of the browser's user agent
    Column("added", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("signed_out", Boolean, nullable=False, server_default=false()),
    Index("devices_by_player", "player"),
)
one_time = Table(
    "one_time",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the code or the challenge, which is not stored itself
    Column("kind", String(8), nullable=False),  # code, add or sign_in
    Column("player", String(22)),  # null for a challenge to somebody who isn't signed in
    Column("until", BigInteger, nullable=False),
    Index("one_time_by_player", "player"),
)
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(700), primary_key=True),  # the credential's id in base64url
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),  # the authenticator's own count, to detect copies
    Column("label", String(40), nullable=False),
    Column("added", BigInteger, nullable=False),
    Index("passkeys_by_player", "player"),
)
tables = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("seq", Integer, nullable=False),  # the number of the last event, and the version of the row
    Column("map", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("host", String(22), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("watchable", Boolean, nullable=False),
    Column("clock", String(8), nullable=False),  # none, turn or game
    Column("seconds", Integer, nullable=False),  # of the clock: for a turn or for the game
    Column("gone_after", Integer, nullable=False),  # seconds; 0 means never
    Column("stand_in", String(40), nullable=False),  # the level of the bot that plays for people who are away
    Column("first", Integer),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("tournament", String(22)),  # whose round the table belongs to
    Column("state", String(12), nullable=False),
    Column("step", String(8), nullable=False),  # of the start: seats, hashes, bytes, done
    Column("secret", LargeBinary, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("undone", Integer, nullable=False),  # the number of undos
    Column("proposal", Text, nullable=False),  # JSON, or empty
    Column("began", BigInteger, nullable=False),  # when the turn, or the step of the start, began
    Column("deadline", BigInteger),  # when to check whether somebody's time is up
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("prescribed", String(22)),  # the deal that it plays; null if its own people make the key
    Column("deal_over", Boolean, nullable=False, server_default=false()),  # whether everybody may know that deal
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_state", "state", "touched"),
    Index("tables_by_deal", "prescribed"),
)
deals = Table(  # made beforehand, and played at several tables
    "deals",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("map", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("closes", BigInteger),  # when it is over at the latest; null if something else ends it
    Column("over", Boolean, nullable=False, server_default=false()),  # whether its secret is public
    Index("deals_by_closing", "over", "closes"),
)
tries = Table(  # everybody plays a deal once
    "tries",
    metadata,
    Column("deal", String(22), ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(22), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ranked", Boolean, nullable=False),  # players who are newer than the deal are not
    Index("tries_by_player", "player"),
    Index("tries_by_table", "table_id"),
)
daily_deals = Table(
    "daily_deals",
    metadata,
    Column("map", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),  # in UTC, such as 2026-11-19
    Column("deal", String(22), ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
    Column("par", String(22), nullable=False),  # the table where bots play it, once somebody has begun
)
duplicates = Table(  # matches in which everybody plays the same boards
    "duplicates",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("host", String(22), nullable=False),
    Column("map", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("boards", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("started", BigInteger),  # null while people can join
)
duplicate_players = Table(
    "duplicate_players",
    metadata,
    Column("duplicate", String(22), ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(22), primary_key=True),
    Column("joined", BigInteger, nullable=False),
    Index("duplicate_players_by_player", "player"),
)
boards = Table(
    "boards",
    metadata,
    Column("duplicate", String(22), ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True),
    Column("board", Integer, primary_key=True),  # 1, 2, 3 …
    Column("deal", String(22), ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
    Index("boards_by_deal", "deal"),
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(22)),
    Column("bot", String(40)),  # the level of the bot that holds the seat
    Column("away", Boolean, nullable=False),  # whether a bot plays for the person
    Column("hash", String(64)),
    Column("added", LargeBinary),  # the bytes that the person adds to the key
    Column("left", BigInteger, nullable=False),  # of the person's time for the game
    Column("overruns", Integer, nullable=False, server_default="0"),  # turns in a row that ran out of time
    Column("resigned", Boolean, nullable=False, server_default=false()),  # for good, whatever `away` says
    Column("name", String(30)),  # of one of several people who share a browser
    Column("invited", Boolean, nullable=False, server_default=false()),  # kept for a person until they agree
    Column("shares", Boolean),  # whether anybody may watch the replay; null if the person has not said
    Column("shows_name", Boolean, nullable=False, server_default=true()),  # to those who watch it
    Column("holidays", Text, nullable=False, server_default=""),  # that may count for this turn: FROM-UNTIL ...
    Index("seats_by_player", "player"),
)
sealed = Table(
    "sealed",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("move", Text, nullable=False),
)
moves = Table(
    "moves",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # before the move
    Column("lines", Text, nullable=False),  # the move and the deals that followed, as in a record
    Column("at", BigInteger, nullable=False),
)
events = Table(
    "events",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("player", String(22)),  # who wrote it, if it is a chat message
    Column("body", Text, nullable=False),  # JSON: the part that is the same for all readers
    Column("at", BigInteger, nullable=False),
)
turns = Table(
    "turns",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),  # when the turn began: a bot takes its minimum time from here
    Column("leased", BigInteger, nullable=False),  # until when a process has leased it
)
reports = Table(
    "reports",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", String(16), primary_key=True),  # of the code that computed it
    Column("rollouts", Integer, primary_key=True),  # for each decision
    Column("body", Text, nullable=False),  # JSON, complete
)
results = Table(  # a row for each seat of a game that was finished or given up
    "results",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(22)),  # null for bots, for people who were deleted, and for people who share a browser
    Column("bot", String(40)),
    Column("map", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("closed", BigInteger, nullable=False),
    Column("gave_up", Boolean, nullable=False),  # a bot played the seat of a person at the end, or they resigned
    Column("place", Integer, nullable=False),  # whoever gave up is last
    Column("points", Integer),  # this and what follows only if the game was played to its end
    Column("tickets", Integer),  # how many tickets the seat had
    Column("completed", Integer),
    Column("longest", Integer),  # spaces of the longest path, where the rules ask for it
    Column("number", Integer),  # of the rated game, in the order in which they count
    Column("rating_before", Double),  # null if the seat doesn't count: nobody has measured the bot
    Column("deviation_before", Double),
    Column("rating", Double),
    Column("deviation", Double),
    Index("results_by_player", "player", "closed"),
    Index("results_by_number", "number"),
)
presence = Table(
    "presence",
    metadata,
    Column("table_id", String(22), primary_key=True),
    Column("player", String(22), primary_key=True),
    Column("until", BigInteger, nullable=False),  # renewed by the processes where the player has the table open
)
limits = Table(
    "limits",
    metadata,
    Column("what", String(24), primary_key=True),
    Column("who", String(24), primary_key=True),  # a digest of a player or an address
    Column("process", String(12), primary_key=True),  # that holds streams; empty for rates, which all share
    Column("amount", Integer, nullable=False),  # of open streams
    # until when the time of a rate is used up, or a process counts; when a number of streams has changed
    Column("until", BigInteger, nullable=False),
    Index("limits_by_time", "until"),
)
mutes = Table(
    "mutes",
    metadata,
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("muted", String(22), primary_key=True),
)
rematches = Table(
    "rematches",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("again", String(22), nullable=False),
)
blocks = Table(
    "blocks",
    metadata,
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String(22), primary_key=True),
    Index("blocks_by_blocked", "blocked"),
)
removals = Table(
    "removals",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(22), primary_key=True),  # whom the host has removed
)
holidays = Table(
    "holidays",
    metadata,
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("began", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index("holidays_by_end", "until"),
)
invitations = Table(
    "invitations",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("map", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),  # for each turn
    Column("rated", Boolean, nullable=False),
    Column("at_once", Integer, nullable=False),  # how many games of it may be open or played at the same time
    Column("listed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("invitations_by_player", "player"),
)
invitation_tables = Table(
    "invitation_tables",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("invitation", String(22), ForeignKey("invitations.id", ondelete="CASCADE"), nullable=False),
    Index("tables_by_invitation", "invitation"),
)
wishes = Table(
    "wishes",
    metadata,
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("id", String(22), nullable=False, unique=True),
    Column("map", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("clock", String(8), nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # renewed while the player's stream is open
)
pairings = Table(
    "pairings",
    metadata,
    Column("wish", String(22), ForeignKey("wishes.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
)
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("version", Integer, nullable=False),  # one more after each change
    Column("name", String(40), nullable=False),  # empty if the host gave it none
    Column("host", String(22), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("format", String(8), nullable=False),  # robin, swiss or knockout
    Column("map", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),  # the most of a Swiss tournament; 0 until it begins if it follows
    Column("most", Integer, nullable=False),  # entrants
    Column("clock", String(8), nullable=False),  # turn or game
    Column("seconds", Integer, nullable=False),
    Column("stand_in", String(40), nullable=False),  # the level of the bots
    Column("rated", Boolean, nullable=False),
    Column("starts", BigInteger),  # null: when the host says so
    Column("state", String(12), nullable=False),  # open, running, finished or called_off
    Column("why", String(12), nullable=False, server_default=""),  # it was called off
    Column("round", Integer, nullable=False),  # the current or the last one
    Column("secret", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("began", BigInteger),
    Column("ended", BigInteger),
    Index("tournaments_by_state", "state", "starts"),
    Index("tournaments_by_host", "host"),
)
entrants = Table(
    "entrants",
    metadata,
    Column("tournament", String(22), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("entry", Integer, primary_key=True),  # in the order in which they entered
    Column("player", String(22)),  # null for somebody who was deleted
    Column("number", Integer),  # by the lot, once the tournament begins
    Column("removed", Boolean, nullable=False),  # by the host
    Column("dropped", Integer),  # after which round they dropped out
    Column("at", BigInteger, nullable=False),
    Index("entrants_by_player", "player"),
)
meetings = Table(  # a row for each entrant in each round, and one for each match of a bracket that stays empty
    "meetings",
    metadata,
    Column("tournament", String(22), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("meeting", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("entry", Integer),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE")),  # null for a bye
    Index("meetings_by_table", "table_id"),
)
channels = Table(  # where a player wants to get notices
    "channels",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("way", String(8), nullable=False),  # push, mail or webhook
    Column("address", Text, nullable=False),  # the endpoint of a browser, an e-mail address, a URL
    Column("public_key", LargeBinary),  # of the browser: notices to it are encrypted
    Column("secret", LargeBinary),  # shared with the browser or the webhook
    Column("device", String(22)),  # the device of the browser; who signs it out removes the channel
    Column("language", String(8), nullable=False),
    Column("confirmed", Boolean, nullable=False),  # false until the owner of an e-mail address has agreed
    Column("added", BigInteger, nullable=False),
    Index("channels_by_player", "player"),
)
outbox = Table(  # a row for each notice to each channel; who has sent one deletes it
    "outbox",
    metadata,
    Column("id", String(22), primary_key=True),  # the message's own id: the same if it is sent again
    Column("channel", String(22), nullable=False),  # which may be gone by now
    Column("way", String(8), nullable=False),
    Column("player", String(22), nullable=False),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE")),  # null for a confirmation
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when it happened
    Column("due", BigInteger, nullable=False),  # when to send it
    Column("leased", BigInteger, nullable=False, server_default="0"),  # until when a process has leased it
    Column("tries", Integer, nullable=False, server_default="0"),
    Index("outbox_by_due", "due"),
)
silent_tables = Table(
    "silent_tables",
    metadata,
    Column("player", String(22), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)
