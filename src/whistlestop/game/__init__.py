"""The rules of the games, compiled. Knows no map by name, no server and no bot."""
