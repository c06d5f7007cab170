"""Training: who plays in the league, what is learned from, the files of a run, and that playing becomes better."""

import contextlib
import csv
import math
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from positions import game_of
from small import tiny_game

from whistlestop.bots import make_bot
from whistlestop.bots.network import UNCALIBRATED, network_for, read_network
from whistlestop.bots.network_bot import NetworkBot
from whistlestop.cli.main import main
from whistlestop.game.kernel import TARGET
from whistlestop.game.record import Record
from whistlestop.learn.reasons import BadTraining

torch = pytest.importorskip("torch", reason="the extra `train`")

from whistlestop.learn.evaluation import WinRate, evaluate  # noqa: E402 - these import PyTorch
from whistlestop.learn.experience import Experience, rewards, sample  # noqa: E402
from whistlestop.learn.league import EARLIER, ITSELF, OPPONENTS, PRIOR, ROWS, Shares, assign  # noqa: E402
from whistlestop.learn.model import Model  # noqa: E402
from whistlestop.learn.room import all_games, make_room  # noqa: E402
from whistlestop.learn.training import Settings, Training  # noqa: E402

SMALL = Settings(rounds=2, plays=24, steps=6, width=32, blocks=1, batch=64, games=2)


def lines_of(file: Path) -> list[dict[str, str]]:
    """The lines of a CSV file."""
    with file.open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


@pytest.fixture
def _no_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uncompiled, the whole games of evaluations take longer than all the rest."""
    monkeypatch.setattr(Training, "evaluate", lambda self: [])


@pytest.fixture(autouse=True)
def _one_thread() -> Any:
    """On a busy machine, several threads wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_shares_say_who_plays() -> None:
    games = all_games("new_york")
    shares = Shares({"itself": 0.5, "planner": 0.25, "earlier": 0.25}, {2: 0.5, 3: 0.5})
    found = assign(games, shares, 1000, seed=70)
    assert np.bincount(found.opponent, minlength=len(OPPONENTS)).tolist() == [250, 0, 0, 500, 250]
    assert np.bincount(found.plays["cell"]).tolist() == [500, 500]
    assert (np.diff(found.opponent) >= 0).all()
    assert found.plays["seed"].tolist() == list(range(70, 1070))
    seats = found.plays["cell"] + 2
    among_bots = found.opponent < ITSELF
    assert (found.plays["learners"][among_bots] == 1 << found.seat[among_bots]).all()
    assert (found.plays["learners"][~among_bots] == (1 << seats[~among_bots]) - 1).all()
    assert (found.trained[found.opponent == EARLIER] == 1 << found.seat[found.opponent == EARLIER]).all()
    assert (found.plays["weights"] // ROWS == found.plays["cell"]).all()
    assert (found.plays["prior"] == found.plays["cell"] * ROWS + PRIOR).all()


def test_a_room_shows_legal_decisions_of_the_learner_only() -> None:
    games = all_games("new_york")
    found = assign(games, Shares({"planner": 0.5, "itself": 0.5}, {2: 0.5, 4: 0.5}), 8, seed=3, ahead=6)
    model = Model(games, 32, 1)
    room = make_room(games, model.shape, model.priors, found.plays, "cpu")
    room.reset()
    for _ in range(6):
        assert room.mask.any(1).all()
        assert ((torch.from_numpy(found.plays["learners"]) >> room.seat) & 1 == 1).all()
        best = room.moves.long().gather(1, room.prior.long().argmax(1)[:, None])
        assert room.mask.gather(1, best).all()
        room.step(best[:, 0])


def test_an_illegal_move_is_never_sampled() -> None:
    """However much better the model rates it."""
    games = all_games("new_york")
    found = assign(games, Shares({"itself": 1.0}, {2: 1.0}), 8, seed=3)
    torch.manual_seed(4)
    model = Model(games, 32, 1)
    with torch.no_grad():
        model.leave.bias.normal_(0, 1000)
    room = make_room(games, model.shape, model.priors, found.plays, "cpu")
    room.reset()
    for _ in range(20):
        log_probs = model(model.scaled(room.rows), room.mask, room.moves, room.prior).log_probs
        moves = sample(log_probs)
        assert room.mask.gather(1, moves[:, None]).all()
        assert room.mask.gather(1, log_probs.argmax(1)[:, None]).all()
        room.step(moves)


def test_the_win_adds_up_to_nothing_and_the_margin_counts_a_little() -> None:
    totals = torch.tensor([[30, 20, 0], [25, 25, 10], [9, 12, 15]])
    places = torch.tensor([[1, 2, 0], [1, 1, 3], [3, 2, 1]])
    won = rewards(totals, places, stride=10.0, margin_share=0.0)
    assert won.tolist() == [[1, -1, 0], [0.25, 0.25, -0.5], [-0.5, -0.5, 1]]
    margin = rewards(totals, places, stride=10.0, margin_share=1.0)
    expected = [[0.5, -0.5, 0], [0, 0, -15 / 25], [-6 / 16, -3 / 13, 3 / 13]]
    assert margin.tolist() == [pytest.approx(row) for row in expected]


def test_advantages_follow_each_seat_to_the_end_of_its_game() -> None:
    """With decay 1 an advantage is what the seat gets in the end, or expects at its next decision, minus its value."""
    room: Any = SimpleNamespace(
        device="cpu", rows=None, hidden=None, seat=torch.tensor([0]), done=torch.tensor([False]),
        totals=torch.zeros(1, 2), mask=torch.zeros(1, 1), moves=torch.zeros(1, 1), prior=torch.zeros(1, 1),
    )  # fmt: skip
    room.rows = room.hidden = torch.zeros(1, 1)
    experience = Experience(room, 6)
    experience.seat[:, 0] = torch.tensor([0, 1, 0, 0, 1, 0])
    experience.value[:, 0] = torch.tensor([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    experience.done[2] = True
    experience.reward[2, 0] = torch.tensor([1.0, -1.0])
    model: Any = SimpleNamespace(scaled=lambda rows: rows, criticise=lambda rows, hidden: torch.tensor([0.9]))
    experience.add_advantages(model, 1.0)
    expected = [1 - 0.1, -1 - 0.2, 1 - 0.3, 0.9 - 0.4, 0.0, 0.9 - 0.6]
    assert experience.advantage[:, 0].tolist() == pytest.approx(expected)


def test_the_model_and_its_network_agree() -> None:
    """Both compute in 32 bits but add in another order, so they agree to some digits."""
    games = all_games("new_york")
    torch.manual_seed(3)
    model = Model(games, 64, 2)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    found = assign(games, Shares({"planner": 1.0}, {2: 1.0}), 2, seed=3)
    room = make_room(games, model.shape, model.priors, found.plays, "cpu")
    room.reset()
    opinion = model(model.scaled(room.rows), room.mask, room.moves, room.prior)
    network = model.network()
    for k in range(2):
        record = Record(games[0], 3 + k)
        while record.mover != found.seat[k]:
            record.play(make_bot("planner").choose(record.view(record.mover), random.Random(1)))
        _, scratch = NetworkBot(lambda game: network).decide(record.view(record.mover))
        start, growth, bend = UNCALIBRATED
        value = opinion.value[k].item()
        assert scratch.values[0] == pytest.approx(
            1 / (1 + math.exp(-start - growth * value - bend * value**3)), abs=1e-3
        )
        legal = record.legal_moves()
        logits = scratch.logits[legal] - scratch.logits[legal].max()
        expected = opinion.log_probs[k][legal] - opinion.log_probs[k][legal].max()
        assert logits.tolist() == pytest.approx(expected.tolist(), abs=1e-3)


def test_a_model_takes_over_a_network() -> None:
    game = game_of("new_york", 2)
    network = network_for(game)
    width, blocks = int(network.shape["width"][0]), int(network.shape["blocks"][0])
    model = Model(all_games("new_york"), width, blocks)
    assert not np.array_equal(model.network().parameters, network.parameters)
    model.load_network(network)
    assert np.array_equal(model.network().parameters, network.parameters)


def test_the_command_trains_two_rounds_and_a_third_from_its_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, run = tiny_game(tmp_path, "under"), tmp_path / "run"
    options = ["--plays", "24", "--steps", "6", "--width", "32", "--games", "1"]
    command = ["train", game.name, "--maps", str(tmp_path / "under"), "-o", str(run), *options]
    assert main([*command, "--rounds", "2"]) == 0
    assert [line["round"] for line in lines_of(run / "curve.csv")] == ["1", "2"]
    evaluated = lines_of(run / "evaluation.csv")
    assert [(line["round"], line["opponent"]) for line in evaluated] == [
        (n, opponent) for n in ("0", "2") for opponent in ("planner", "veteran")
    ]
    lines_drawn = ElementTree.parse(run / "evaluation.svg").findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines_drawn] == [2, 2]
    network = read_network(run / f"{game.name}.npz", game)
    record = Record(game, 1)
    while not record.over:
        record.play(NetworkBot(lambda game: network).choose(record.view(record.mover), random.Random(1)))
    with (run / "curve.csv").open("a", encoding="utf-8") as file:
        file.write("3,9.9\n")  # as a run leaves it that is stopped by force before its next checkpoint
    assert main([*command, "--rounds", "3", "--minutes", "0"]) == 0
    assert [line["round"] for line in lines_of(run / "curve.csv")] == ["1", "2"]
    assert main([*command, "--rounds", "3"]) == 0
    assert "Going on after round 2 of 3." in capsys.readouterr().out
    assert [line["round"] for line in lines_of(run / "curve.csv")] == ["1", "2", "3"]
    assert [line["round"] for line in lines_of(run / "evaluation.csv")] == ["0", "0", "2", "2", "3", "3"]


@pytest.mark.usefixtures("_no_evaluation")
def test_a_seed_gives_the_same_network_on_a_cpu(tmp_path: Path) -> None:
    games, learned = [tiny_game(tmp_path, "under")], []
    for folder, seed in (("one", 3), ("two", 3), ("three", 4)):
        training = Training(games, Settings(**{**vars(SMALL), "seed": seed}), tmp_path / folder, "cpu", str)
        training.run()
        learned.append(training.learner.average.network().parameters.tobytes())
    assert learned[0] == learned[1] != learned[2]


@pytest.mark.usefixtures("_no_evaluation")
def test_a_run_that_goes_on_has_the_same_earlier_copy(tmp_path: Path) -> None:
    games = [tiny_game(tmp_path, "under")]
    settings = Settings(**{**vars(SMALL), "renewed": 100})
    before = Training(games, settings, tmp_path / "run", "cpu", str)
    before.run()
    after = Training(games, settings, tmp_path / "run", "cpu", str)
    copies = [training.earlier.network().parameters.tobytes() for training in (before, after)]
    assert copies[0] == copies[1] != after.learner.average.network().parameters.tobytes()


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    games = [tiny_game(tmp_path, "under")]
    Training(games, SMALL, tmp_path / "run", "cpu", str).write()
    with pytest.raises(BadTraining, match="is a checkpoint of another map or another network"):
        Training(games, Settings(**{**vars(SMALL), "width": 64}), tmp_path / "run", "cpu", str)
    with pytest.raises(BadTraining, match="is a checkpoint of another map or another network"):
        Training([game_of("new_york", 2)], SMALL, tmp_path / "run", "cpu", str)
    (tmp_path / "run" / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(BadTraining, match="is not a checkpoint, or it is damaged"):
        Training(games, SMALL, tmp_path / "run", "cpu", str)


@pytest.mark.usefixtures("_no_evaluation")
def test_a_rival_stays_as_it_is(tmp_path: Path) -> None:
    """An exploiter learns against a network that never changes, also after it goes on from its checkpoint."""
    games = [tiny_game(tmp_path, "under")]
    torch.manual_seed(5)
    rival = Model(games, SMALL.width, SMALL.blocks).network()
    settings = Settings(**{**vars(SMALL), "rounds": 1, "renewed": 1, "opponents": {"earlier": 1.0}})
    Training(games, settings, tmp_path / "run", "cpu", str, rival=rival).run()
    training = Training(games, settings, tmp_path / "run", "cpu", str, rival=rival)
    assert training.round == 1
    assert training.earlier.network().parameters.tolist() == pytest.approx(rival.parameters.tolist(), abs=1e-6)
    assert training.learner.average.network().parameters.tolist() != rival.parameters.tolist()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_training_on_a_gpu_needs_one(tmp_path: Path) -> None:
    with pytest.raises(BadTraining, match="PyTorch finds no GPU here"):
        Training([game_of("new_york", 2)], SMALL, tmp_path, "cuda", str)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "5"], "new_york has 2 to 4 seats, not 5."),
        (["--seed", "1024"], "The seed of a training run is a number from 1 to 1,023, not 1,024."),
        (["--opponents", "nobody=1"], "No opponent named 'nobody'. Available opponents: planner, veteran,"),
        (["--opponents", "planner"], "'planner' is not names with shares, such as itself=0.5,planner=0.5"),
        (["--opponents", "planner=-1"], "is not names with shares"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(SystemExit):
        assert main(["train", "new_york", "-o", str(tmp_path), *words]) != 0
    assert sentence in capsys.readouterr().err


def test_a_win_rate_has_an_interval() -> None:
    rate = WinRate("planner", 2, 400, 0.9, 31.5)
    assert rate.interval == pytest.approx((0.8667, 0.9257), abs=1e-4)
    assert str(rate) == "90.0 % (86.7-92.6) of 400 games, 31.5 points, 2 seats, others planner"


@pytest.mark.skipif(TARGET != "cpu", reason="uncompiled, it takes minutes")
def test_training_improves_play(tmp_path: Path) -> None:
    games = [tiny_game(tmp_path, "under")]
    settings = Settings(
        rounds=20, plays=256, steps=16, width=64, blocks=1, batch=1024, games=4, evaluated=100, rate=(2e-3, 2e-4),
        opponents={"itself": 0.3, "planner": 0.5, "earlier": 0.2},
    )  # fmt: skip
    training = Training(games, settings, tmp_path / "run", "cpu", str)
    before = evaluate(training.learner.average, games, 2, "planner", 512, "cpu")
    training.run()
    after = evaluate(training.learner.average, games, 2, "planner", 512, "cpu")
    assert after.share > before.share + 0.02
    losses = [float(line["tickets_loss"]) for line in lines_of(tmp_path / "run" / "curve.csv")]
    assert losses[-1] < losses[0] / 2
