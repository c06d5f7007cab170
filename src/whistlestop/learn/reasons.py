"""Error codes of training and their English."""

from whistlestop.game.reasons import WhistlestopError

ENGLISH = {
    "no_torch": "Training needs PyTorch. Install `whistlestop[train]`.",
    "no_gpu": "PyTorch finds no GPU here. Without WHISTLESTOP_TARGET=cuda the CPU is used.",
    "bad_checkpoint": "{file} is not a checkpoint, or it is damaged: {problem}. Choose another output folder.",
    "other_training": "{file} is a checkpoint of another map or another network. Choose another output folder.",
    "other_shape": "{start} and {rival} have layers of different sizes; the learner and its rival need the same.",
    "no_such_opponent": "No opponent named {name!r}. Available opponents: {opponents}.",
    "bad_seed": "The seed of a training run is a number from 1 to {most:,}, not {given:,}. Evaluations need the rest.",
    "no_such_seats": "{map} has {least} to {most} seats, not {given}.",
}


class BadTraining(WhistlestopError):
    """A training run that can't begin."""

    english = ENGLISH
