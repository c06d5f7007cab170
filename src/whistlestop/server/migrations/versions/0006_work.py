"""On PostgreSQL a notification for every bot's turn that no process has leased, so that workers wake up."""

from alembic import op

revision = "0006"
down_revision = "0005"

NOTICE = """
CREATE FUNCTION whistlestop_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('whistlestop_turns', '');
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    """Make the trigger. Servers of before lease every turn when they write it, and never set it off."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(NOTICE)
        op.execute(
            "CREATE TRIGGER whistlestop_turn AFTER INSERT OR UPDATE ON turns "
            "FOR EACH ROW WHEN (NEW.leased = 0) EXECUTE FUNCTION whistlestop_turn()"
        )
