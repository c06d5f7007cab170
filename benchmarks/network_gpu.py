"""Measure on a GPU how strong networks, and searches with them, are: thousands of games at once, each counted once.

    export WHISTLESTOP_TARGET=cuda
    python benchmarks/network_gpu.py new_york --compile
    python benchmarks/network_gpu.py new_york --player express --against planner --games 16384
    python benchmarks/network_gpu.py europe --seats 2 4 --player champion --rollouts 64 256 --games 4096 --out rates.csv
    python benchmarks/network_gpu.py europe --player champion --against treesearch --against-rollouts 1000 --games 1000
    python benchmarks/network_gpu.py new_york --file runs/new.npz --against express --games 16384
    python benchmarks/network_gpu.py new_york --styles --games 8192 --out styles.csv
    python benchmarks/network_gpu.py new_york --calibrate --games 20000 --write new_york.npz --out reliability.csv

The player has seat k % seats of game k, copies of another have the other seats, and every deal is played once from each
seat. Players are `express` (a network alone), `champion` (a search with a network), `montecarlo` and `treesearch`
(searches without one, and without a tree here) and every bot that follows the policy. Options that can be given several
values are all combined, one match for each combination. The settings of the search are those of the player; `champion`
among the others has the constants of the CPU's search.

The first match compiles the kernels one after the other, unless `--compile` did it before. `--calibrate` fits how
values become chances, for each number of seats, in games of the network alone against itself and planners, half of
each.
"""

import argparse
import itertools
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch
from network_calibration import calibrate
from network_compile import compile_all
from network_match import ITSELF, Match, Player, Result, contest
from network_players import DEVICE, SLOTS, Tuning

from whistlestop.bots.network import Network, network_for, read_network
from whistlestop.game.game import Game
from whistlestop.learn.evaluation import FIRST_SEED
from whistlestop.learn.training import add_line

STYLES = ("veteran", "planner", "racer", "route_focused", "destination_hungry", "long_route", "one_step")
LEARNED = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What `--styles` combines."""
NETWORKS = ("express", "champion")
USUAL = Tuning()


def parse() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map")
    parser.add_argument("--compile", action="store_true", help="only compile the kernels, all at the same time")

    def several(name: str, kind: type, default: Any, text: str) -> None:
        shown = " ".join(map(str, default)) if default is not None else "as the network says"
        parser.add_argument(name, type=kind, nargs="+", default=default, help=f"{text} (default: {shown})")

    several("--seats", int, [2], "numbers of seats")
    several("--player", str, ["express"], "who plays one seat")
    several("--against", str, ["planner"], "who plays the others")
    several("--rollouts", int, [256], "rollouts for each searched decision of the player")
    several("--ahead", int, [USUAL.ahead], "decisions that the network plays on")
    several("--tried", int, [USUAL.tried], "the most moves that are tried")
    several("--sure", float, [USUAL.sure], "a move that is this likely is played without a search")
    several("--behind", float, [USUAL.behind], "a move whose logit is this much below the best is not tried")
    several("--trust", float, [USUAL.trust], "how much the values of moves differ, squared")
    several("--doubt", float, [USUAL.doubt], "what a point less of the policy costs")
    several("--gap", float, [USUAL.gap], "the most points that cost something")
    several("--thought", str, ["as_champion"], f"what the others are thought of as: bots joined by +, or {ITSELF}")
    several("--belief", int, [1], "1: guesses follow the network's belief")
    several("--learned", float, [1.0], "how much of what the network has learned counts")
    several("--style", str, ["own"], "the bot that rates the candidates in place of the network's prior")
    parser.add_argument("--file", type=Path, help="the player's network (default: the one that comes with Whistlestop)")
    parser.add_argument("--against-file", type=Path, help="the others' network (default: likewise)")
    parser.add_argument("--against-rollouts", type=int, default=256, help="the others' rollouts (default: 256)")
    parser.add_argument("--games", type=int, default=4096, help="games of each match (default: 4096)")
    parser.add_argument("--seed", type=int, default=0, help="moves on to other deals (default: 0)")
    parser.add_argument("--slots", type=int, default=SLOTS, help=f"guesses played on at once (default: {SLOTS})")
    parser.add_argument(
        "--precision", choices=("bf16", "tf32", "fp32"), default="tf32", help="of networks (default: tf32)"
    )
    parser.add_argument("--out", type=Path, help="a CSV file that gets a row for each match")
    parser.add_argument("--styles", action="store_true", help="measure styles of express against planner")
    parser.add_argument("--calibrate", action="store_true", help="fit how values become chances of winning")
    parser.add_argument("--write", type=Path, help="where --calibrate writes the network")
    args = parser.parse_args()
    if args.styles:
        args.player, args.style, args.learned = ["express"], list(STYLES), list(LEARNED)
    return args


def network_of(file: Path | None, game: Game) -> Network:
    """A network from a file, or the one that comes with Whistlestop."""
    return network_for(game) if file is None else read_network(file, game)


def player_of(options: dict[str, Any], file: Path | None, game: Game) -> Player:
    """The player with some options."""
    name = options["player"]
    if name == "champion" and options["style"] != "own":
        raise SystemExit("Only express can have a style: a search plays on with its own candidates.")
    thought = None if options["thought"] == "as_champion" else tuple(options["thought"].split("+"))
    tuning = Tuning(
        **{one.name: options[one.name] for one in fields(Tuning) if one.name in options and one.name != "thought"},
        thought=thought,
        believes=bool(options["belief"]),
    )
    return Player(
        name, network_of(file, game) if name in NETWORKS else None, options["rollouts"], tuning, options["learned"],
        None if options["style"] == "own" else options["style"],
    )  # fmt: skip


def describe(name: str, result: Result) -> str:
    """A match in one line."""
    searched, decisions = result.searched, max(1, result.decisions)
    line = f"{name}: {result.rate}; {result.decisions:,} decisions, {result.seconds:.1f} s"
    if not searched:
        return line
    cost = f"{1000 * result.deciding / searched:.2f} ms each"
    return f"{line}, {searched / decisions:.1%} searched ({cost}), {result.changed / searched:.1%} of them changed"


def play_all(args: argparse.Namespace) -> None:
    """Play a match for each combination of the options."""
    varied = {name: values for name, values in vars(args).items() if isinstance(values, list)}
    bf16 = args.precision == "bf16"
    for combination in itertools.product(*varied.values()):
        options = dict(zip(varied, combination, strict=True))
        game = Game(args.map, options["seats"])
        player = player_of(options, args.file, game)
        other = options["against"]
        network = network_of(args.against_file, game) if other in NETWORKS else None
        against = Player(other, network, args.against_rollouts)
        seed = FIRST_SEED + (args.seed << 32)
        if player.decides or against.decides:
            result = Match(game, player, against, args.games, args.slots, bf16, seed).play()
        else:
            result = contest(game, player, against, args.games, seed)
        chosen = [f"{name} {value}" for name, value in options.items() if len(varied[name]) > 1]
        print(describe(", ".join([args.map, options["player"], *chosen]), result), flush=True)
        if args.out and result.rate:
            low, high = result.rate.interval
            add_line(args.out, {
                "map": args.map, **options, "games": args.games, "share": round(result.rate.share, 4),
                "low": round(low, 4), "high": round(high, 4), "points": round(result.rate.points, 1),
                "decisions": result.decisions, "searched": result.searched, "changed": result.changed,
                "seconds": round(result.seconds, 1), "deciding": round(result.deciding, 2), "seed": args.seed,
                "file": args.file or "", "against_file": args.against_file or "",
                "against_rollouts": args.against_rollouts, "precision": args.precision,
            })  # fmt: skip


def main() -> None:
    """Measure and print."""
    args = parse()
    if args.compile:
        compile_all()
        return
    torch.set_float32_matmul_precision("highest" if args.precision == "fp32" else "high")
    print(f"on {DEVICE}, {args.precision}", flush=True)
    if args.calibrate:
        network = network_of(args.file, Game(args.map))
        calibrate(args.map, network, args.games, args.write, args.out)
    else:
        play_all(args)


if __name__ == "__main__":
    main()
