"""Deals that several tables play, the daily ones, and duplicate matches."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add deals, and the one that a table plays; the tables of before play none."""
    op.add_column("tables", sa.Column("prescribed", sa.String(22)))
    op.add_column("tables", sa.Column("deal_over", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_by_deal", "tables", ["prescribed"])
    op.create_table(
        "deals",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger),
        sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("deals_by_closing", "deals", ["over", "closes"])
    op.create_table(
        "tries",
        sa.Column("deal", sa.String(22), sa.ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ranked", sa.Boolean, nullable=False),
    )
    op.create_index("tries_by_player", "tries", ["player"])
    op.create_index("tries_by_table", "tries", ["table_id"])
    op.create_table(
        "daily_deals",
        sa.Column("map", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("deal", sa.String(22), sa.ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
        sa.Column("par", sa.String(22), nullable=False),
    )
    add_duplicates()


def add_duplicates() -> None:
    """Add matches in which everybody plays the same boards."""
    op.create_table(
        "duplicates",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("host", sa.String(22), nullable=False),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("boards", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
    )
    op.create_table(
        "duplicate_players",
        sa.Column("duplicate", sa.String(22), sa.ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(22), primary_key=True),
        sa.Column("joined", sa.BigInteger, nullable=False),
    )
    op.create_index("duplicate_players_by_player", "duplicate_players", ["player"])
    op.create_table(
        "boards",
        sa.Column("duplicate", sa.String(22), sa.ForeignKey("duplicates.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("deal", sa.String(22), sa.ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("boards_by_deal", "boards", ["deal"])
