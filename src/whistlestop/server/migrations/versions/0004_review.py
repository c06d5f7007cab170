"""Who lets others watch a replay, and reports of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the answers of seats, and the table of reports. Nobody has been asked about the games of before."""
    op.add_column("seats", sa.Column("shares", sa.Boolean))
    op.add_column("seats", sa.Column("shows_name", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.String(16), primary_key=True),
        sa.Column("rollouts", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
