"""Who has a table open, resigned, ran out of time, or is asked to a rematch; names of people who share a browser."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns of seats, and the table of who is where."""
    op.add_column("seats", sa.Column("overruns", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("name", sa.String(30)))
    op.add_column("seats", sa.Column("invited", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(22), primary_key=True),
        sa.Column("player", sa.String(22), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
