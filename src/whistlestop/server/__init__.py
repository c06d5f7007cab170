"""The server: tables that friends share, players, storage and news. It adds no rule to the rules."""
