"""What is stored: one schema for SQLite and PostgreSQL. The table of moves is the truth; all times are milliseconds."""

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
    Column("seen", BigInteger, nullable=False),  # when they last asked for something or held a stream open
    Column("forgotten", Boolean, nullable=False, default=False),
)
tables = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("seq", Integer, nullable=False),  # of the last event; every change is one, so this is the version too
    Column("map", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("host", String(22), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("watchable", Boolean, nullable=False),
    Column("clock", String(8), nullable=False),  # none, turn or game
    Column("seconds", Integer, nullable=False),  # of the clock
    Column("gone_after", Integer, nullable=False),  # seconds, 0: never
    Column("stand_in", String(40), nullable=False),  # the level that plays for whoever is gone
    Column("first", Integer),
    Column("state", String(12), nullable=False),
    Column("step", String(8), nullable=False),  # of the start: seats, hashes, bytes, done
    Column("secret", LargeBinary, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("undone", Integer, nullable=False),  # how often moves were taken back
    Column("proposal", Text, nullable=False),  # JSON, or nothing
    Column("began", BigInteger, nullable=False),  # when the turn, or the step of the start, began
    Column("deadline", BigInteger),  # when somebody must look whether time is up
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
    Column("bot", String(40)),  # the level that sits here, where no person does
    Column("away", Boolean, nullable=False),  # a bot plays for the person
    Column("hash", String(64)),
    Column("added", LargeBinary),  # the person's bytes
    Column("left", BigInteger, nullable=False),  # of a budget of time
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
    Column("player", String(22)),  # whose words these are
    Column("body", Text, nullable=False),  # JSON: what all readers are told alike
    Column("at", BigInteger, nullable=False),
)
turns = Table(
    "turns",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),  # when the move may be made, for its pace
    Column("leased", BigInteger, nullable=False),  # until when a process has it
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
