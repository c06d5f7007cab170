"""Channels by which players get notices, the outbox, and the tables about which a player wants none."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables; nobody has a channel yet."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("player", sa.String(22), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("device", sa.String(22)),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
    )
    op.create_index("channels_by_player", "channels", ["player"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("channel", sa.String(22), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("player", sa.String(22), nullable=False),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("leased", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("outbox_by_due", "outbox", ["due"])
    op.create_table(
        "silent_tables",
        sa.Column("player", sa.String(22), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    )
