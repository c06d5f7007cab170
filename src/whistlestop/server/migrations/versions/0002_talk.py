"""Mutes, rematches, and on PostgreSQL a notification for every event."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NOTICE = """
CREATE FUNCTION whistlestop_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('whistlestop', 't ' || NEW.table_id || ' ' || NEW.id);
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    """Make the tables and the trigger."""
    op.create_table(
        "mutes",
        sa.Column("player", sa.String(22), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("muted", sa.String(22), primary_key=True),
    )
    op.create_table(
        "rematches",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("again", sa.String(22), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(NOTICE)
        op.execute(
            "CREATE TRIGGER whistlestop_notice AFTER INSERT ON events "
            "FOR EACH ROW EXECUTE FUNCTION whistlestop_notice()"
        )
