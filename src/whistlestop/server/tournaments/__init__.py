"""Tournaments at a server: entries, rounds and what people see of them. The arithmetic is in `whistlestop.tournaments`.

- `stored`: a tournament as the database has it, and what follows from that
- `entry`: make one, enter, drop out, remove somebody, call it off
- `rounds`: the job that starts tournaments and their rounds, in all processes
- `answers`: a tournament as JSON
"""
