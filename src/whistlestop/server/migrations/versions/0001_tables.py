"""Players, tables, moves and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("forgotten", sa.Boolean, nullable=False),
    )
    make_tables()
    make_seats()
    make_moves()


def make_tables() -> None:
    """The table of game tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("host", sa.String(22), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("watchable", sa.Boolean, nullable=False),
        sa.Column("clock", sa.String(8), nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("gone_after", sa.Integer, nullable=False),
        sa.Column("stand_in", sa.String(40), nullable=False),
        sa.Column("first", sa.Integer),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("step", sa.String(8), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
        sa.Column("proposal", sa.Text, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_state", "tables", ["state", "touched"])


def of_a_table() -> "sa.Column[str]":
    """The column for the game table that a row belongs to."""
    return sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def make_seats() -> None:
    """Seats, and first choices that are still sealed."""
    op.create_table(
        "seats",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(22)),
        sa.Column("bot", sa.String(40)),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("hash", sa.String(64)),
        sa.Column("added", sa.LargeBinary),
        sa.Column("left", sa.BigInteger, nullable=False),
    )
    op.create_index("seats_by_player", "seats", ["player"])
    op.create_table(
        "sealed",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("move", sa.Text, nullable=False),
    )


def make_moves() -> None:
    """Moves, events, and bots' turns."""
    op.create_table(
        "moves",
        of_a_table(),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "events",
        of_a_table(),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("player", sa.String(22)),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "turns",
        of_a_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("leased", sa.BigInteger, nullable=False),
    )
