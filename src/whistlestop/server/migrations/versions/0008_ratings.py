"""Results of games that are over, ratings of people, and who may see a profile."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the results; `whistlestop ratings rebuild` fills in those of the games of before, none of which was rated."""
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("shown_to", sa.String(8), nullable=False, server_default="met"))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(22)),
        sa.Column("bot", sa.String(40)),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=False),
        sa.Column("gave_up", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("tickets", sa.Integer),
        sa.Column("completed", sa.Integer),
        sa.Column("longest", sa.Integer),
        sa.Column("number", sa.Integer),
        sa.Column("rating_before", sa.Double),
        sa.Column("deviation_before", sa.Double),
        sa.Column("rating", sa.Double),
        sa.Column("deviation", sa.Double),
    )
    op.create_index("results_by_player", "results", ["player", "closed"])
    op.create_index("results_by_number", "results", ["number"])
