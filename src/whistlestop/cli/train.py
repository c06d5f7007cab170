"""`whistlestop train`: train a network for the bot `express` by playing; progress goes to standard output."""

import argparse
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from whistlestop.cli.arguments import add_map, add_maps, comma_separated, positive
from whistlestop.game.kernel import TARGET
from whistlestop.game.map_files import shown
from whistlestop.learn.reasons import BadTraining


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `train`."""
    parser.description = (
        "Train a network by playing against itself and other bots. It needs PyTorch. With WHISTLESTOP_TARGET=cuda "
        "everything runs on a GPU. The same command goes on from the checkpoint in the output folder."
    )
    add_map(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="folder for the network and the checkpoint (default: MAP)"
    )
    parser.add_argument(
        "--start", type=Path, metavar="FILE", help="begin with this network (default: an untrained one)"
    )
    parser.add_argument(
        "--rival",
        type=Path,
        metavar="FILE",
        help="this network is the opponent `earlier` and never replaced (default: an earlier copy of the learner)",
    )
    parser.add_argument("--rounds", type=positive, metavar="N", help="rounds of playing and learning (default: 300)")
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after this long (default: when all is done)")
    parser.add_argument("--plays", type=positive, metavar="N", help="games at once (default: 65536, on a CPU 512)")
    parser.add_argument("--steps", type=positive, metavar="N", help="decisions per game and round (default: 24)")
    parser.add_argument("--width", type=positive, metavar="N", help="width of the network's layers (default: 512)")
    parser.add_argument("--seats", type=seat_counts, metavar="N,N", help="numbers of seats (default: all)")
    parser.add_argument(
        "--opponents",
        type=shares,
        metavar="NAME=SHARE,...",
        help="shares of the opponents (default: "
        "itself=0.4,planner=0.2,veteran=0.2,destination_hungry=0.05,earlier=0.15)",
    )
    parser.add_argument(
        "--rate", type=ends, metavar="A,B", help="learning rate at first and at last (default: 0.0005,0.00003)"
    )
    parser.add_argument(
        "--entropy", type=ends, metavar="A,B", help="reward for trying moves, likewise (default: 0.004,0.0005)"
    )
    parser.add_argument(
        "--margin", type=ends, metavar="A,B", help="share of the reward for the margin, likewise (default: 0.5,0.15)"
    )
    parser.add_argument("--games", type=positive, metavar="N", help="games of an evaluation (default: 8192)")
    parser.add_argument("--evaluated", type=positive, metavar="N", help="rounds between evaluations (default: 50)")
    parser.add_argument("--seed", type=positive, metavar="N", help="seed of the games and of the network (default: 1)")
    add_maps(parser)


def seat_counts(text: str) -> dict[int, float]:
    """Numbers of seats separated by commas, each with the same share."""
    return {positive(word): 1.0 for word in comma_separated(text)}


def shares(text: str) -> dict[str, float]:
    """Names with shares: `itself=0.5,planner=0.5`."""
    try:
        found = {name: float(share) for name, share in (word.split("=") for word in comma_separated(text))}
    except ValueError:
        found = {}
    if not found or min(found.values()) < 0 or not 0 < sum(found.values()) < float("inf"):
        raise argparse.ArgumentTypeError(f"{shown(text)!r} is not names with shares, such as itself=0.5,planner=0.5")
    return found


def ends(text: str) -> tuple[float, float]:
    """Two numbers: `0.0005,0.00003`."""
    try:
        first, last = (float(word) for word in comma_separated(text))
    except ValueError:
        first = last = -1.0
    if not (0 <= first < float("inf") and 0 <= last < float("inf")):
        raise argparse.ArgumentTypeError(f"{shown(text)!r} is not two numbers, such as 0.0005,0.00003")
    return first, last


def run(args: argparse.Namespace) -> int:
    """Train."""
    if find_spec("torch") is None:
        raise BadTraining("no_torch")
    from whistlestop.bots.network import read_network
    from whistlestop.learn.room import all_games
    from whistlestop.learn.training import Settings, Training

    device = "cuda" if TARGET == "cuda" else "cpu"
    settings = Settings() if device == "cuda" else Settings(plays=512, batch=4096, games=512)
    names = (
        "rounds", "plays", "steps", "width", "seats", "opponents", "rate", "entropy", "margin", "games", "evaluated",
        "seed",
    )  # fmt: skip
    given = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    games = all_games(args.map, args.maps)
    start, rival = (read_network(file, games[0]) if file else None for file in (args.start, args.rival))
    for network in (rival, start):
        if network is not None:
            given |= {"width": int(network.shape["width"][0]), "blocks": int(network.shape["blocks"][0])}
    if start is not None and rival is not None and start.shape.tobytes() != rival.shape.tobytes():
        raise BadTraining("other_shape", start=str(args.start), rival=str(args.rival))
    training = Training(
        games,
        replace(settings, **given),
        args.output or Path(args.map),
        device,
        lambda text: print(text, flush=True),
        start,
        rival,
    )
    training.run(float("inf") if args.minutes is None else args.minutes)
    return 0
