"""Deals that several tables play."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0008"


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
