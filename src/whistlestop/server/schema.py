"""The database schema, the same for SQLite and PostgreSQL. `moves` is the source of truth; times are milliseconds."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
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
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_state", "state", "touched"),
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
    Column("until", BigInteger, nullable=False),  # until when streams count, or the time of a rate is used up
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
