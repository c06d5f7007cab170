"""Migrations of the database schema. They run when a server starts."""
