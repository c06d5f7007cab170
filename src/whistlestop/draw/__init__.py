"""Boards as pictures: where things lie on a map (`layout`), and how they look (`picture`)."""
