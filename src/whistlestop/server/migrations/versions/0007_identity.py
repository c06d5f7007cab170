"""Devices, one-time codes and passkeys; emblems, blocks, removals, and who waits for a game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables, and the column of players. A token that was issued before becomes a device when it is used."""
    op.add_column("players", sa.Column("emblem", sa.Integer))
    make_sign_in()
    make_company()
    for table, column in (
        ("devices", "player"), ("one_time", "player"), ("passkeys", "player"), ("blocks", "blocked"),
    ):  # fmt: skip
        op.create_index(f"{table}_by_{column}", table, [column])


def owner(table: str, primary_key: bool = False) -> sa.Column[str]:
    """The column that names a row's player or table."""
    name = "player" if table == "players" else "table_id"
    foreign_key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(22), foreign_key, primary_key=primary_key, nullable=False)


def make_sign_in() -> None:
    """Devices, and the ways to sign one in."""
    op.create_table(
        "devices",
        sa.Column("id", sa.String(22), primary_key=True),
        owner("players"),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("signed_out", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "one_time",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.String(22)),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(700), primary_key=True),
        owner("players"),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
    )


def make_company() -> None:
    """Who doesn't play with whom, and who waits for a game."""
    op.create_table(
        "blocks",
        owner("players", primary_key=True),
        sa.Column("blocked", sa.String(22), primary_key=True),
    )
    op.create_table(
        "removals",
        owner("tables", primary_key=True),
        sa.Column("player", sa.String(22), primary_key=True),
    )
    op.create_table(
        "wishes",
        owner("players", primary_key=True),
        sa.Column("id", sa.String(22), nullable=False, unique=True),
        sa.Column("map", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("clock", sa.String(8), nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("wish", sa.String(22), sa.ForeignKey("wishes.id", ondelete="CASCADE"), primary_key=True),
        owner("tables"),
    )
