"""Lessons: games with cues for a learner, from the folder `lessons` of a map. The browser client plays them.

- `lesson`: reads a lesson, and replays it by the rules
- `texts`: what a lesson says, in every language
- `reasons`: why a lesson is refused
"""
