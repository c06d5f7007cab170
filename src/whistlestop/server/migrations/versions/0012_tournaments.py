"""Tournaments, their entrants and who meets whom."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the tables, and the column of tables that belong to a round."""
    op.add_column("tables", sa.Column("tournament", sa.String(22)))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("host", sa.String(22), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("format", sa.String(8), nullable=False),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("clock", sa.String(8), nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("stand_in", sa.String(40), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("starts", sa.BigInteger),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("why", sa.String(12), nullable=False, server_default=""),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("began", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_table(
        "entrants",
        of_tournament(),
        sa.Column("entry", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(22)),
        sa.Column("number", sa.Integer),
        sa.Column("removed", sa.Boolean, nullable=False),
        sa.Column("dropped", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "meetings",
        of_tournament(),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("meeting", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Integer),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE")),
    )
    op.create_index("tournaments_by_state", "tournaments", ["state", "starts"])
    op.create_index("tournaments_by_host", "tournaments", ["host"])
    op.create_index("entrants_by_player", "entrants", ["player"])
    op.create_index("meetings_by_table", "meetings", ["table_id"])


def of_tournament() -> sa.Column[str]:
    """The column that names a row's tournament."""
    return sa.Column("tournament", sa.String(22), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)
