"""What players and addresses have used of their limits, for processes that share the database."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "limits",
        sa.Column("what", sa.String(24), primary_key=True),
        sa.Column("who", sa.String(24), primary_key=True),
        sa.Column("process", sa.String(12), primary_key=True),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("limits_by_time", "limits", ["until"])
