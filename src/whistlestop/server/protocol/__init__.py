"""The protocol: every body, answer and event of the HTTP API, as pydantic models.

- `requests`: the bodies of requests
- `views`: what a seat sees, its moves, and the result
- `tables`: tables, players and errors
- `maps`: maps, levels of bots and boards to draw
- `lessons`: lessons for learners
- `puzzles`: positions with one best move
- `status`: what the server is still getting ready
- `events`: the kinds of events, and one model for each

The server writes its answers with orjson and does not run them through these models. They are the API's document
(`/openapi.json`), the source of the browser client's types (`web/src/lib/protocol.ts`), and what
`tests/server/test_protocol.py` checks whole games against.
"""
