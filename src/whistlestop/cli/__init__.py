"""The command `whistlestop`: each command is a module with `add_arguments(parser)` and `run(args)`.

Commands:

- `serve`: run a server; `backup`, `restore`: copy its database and put a copy back
- `ratings`: compute results and ratings of people again
- `site`: write the static edition
- `play`: play in the terminal; `replay`: step through a record; `verify`: check one
- `maps`: list and check maps; `draw`: draw a board; `layout`: solve a board's layout
- `simulate`: random games; `arena`: bots against each other; `dataset`: positions from their games
- `warm`: compile the rules ahead of time

What they share:

- `main`: picks the command, imports only its module, and turns errors into sentences and exit codes
- `exit_codes`: the exit codes
- `arguments`: types and options that several commands have
- `console`: where commands write, and their progress bars
- `preparation`: what a server makes while it already serves
- `compiling`: the notice before the first start, which compiles the rules
- `database`: the SQLite database of `backup` and `restore`
- `person`, `prompt`: a person at the terminal, and reading what they type
- `screen`, `menu`, `events`: what the terminal shows: the position, the legal moves, what happened
"""
