"""Maps for research alone, which no menu lists: the environments find them by name.

- `tiny`: two cars, seven cards of one colour and three tickets; only the tickets are hidden, and it can be solved
"""

from pathlib import Path

FOLDER = Path(__file__).parent
