"""Slow games: people's holidays, and standing invitations."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the holidays and the invitations; seats know the holidays that count for their turn."""
    op.add_column("seats", sa.Column("holidays", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "holidays",
        sa.Column("player", sa.String(22), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("began", sa.BigInteger, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("holidays_by_end", "holidays", ["until"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("player", sa.String(22), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("at_once", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("invitations_by_player", "invitations", ["player"])
    op.create_table(
        "invitation_tables",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("invitation", sa.String(22), sa.ForeignKey("invitations.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("tables_by_invitation", "invitation_tables", ["invitation"])
