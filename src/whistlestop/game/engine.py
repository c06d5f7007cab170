"""The engine: start, mover, legal, apply; and random moves to the end of the game, all compiled.

Functions here take `games`, an array of one GAME record, and `states`, an array of STATE records, with an
index, since Python can call that form cheaply. The mechanics in `moves` work on the records themselves.
"""

from whistlestop.game.catalogue import (
    BUILD,
    CLAIM,
    DEAL_FIRST,
    DEAL_TICKET,
    DRAW,
    DRAW_TICKETS,
    GIVE_UP,
    KEEP,
    PASS,
    PAY,
    SWAP,
    TAKE,
)
from whistlestop.game.dice import CHOICES, below
from whistlestop.game.kernel import entry, kernel, subroutine
from whistlestop.game.kernel_types import Dice, GameArray, GameRec, MoveArray, StateArray, StateRec
from whistlestop.game.limits import KINDS, SEATS, WORDS
from whistlestop.game.moves.claim import begin_claim, complete_claim, list_claims
from whistlestop.game.moves.deal import deal_first, deal_hand, deck_dealt, list_deals, odds, outcome, outcomes
from whistlestop.game.moves.draw import deal_blind, draw_blind, list_picks, take, turn_up
from whistlestop.game.moves.listing import COUNT, LIST, NONE, found, list_one
from whistlestop.game.moves.pay import ANY_COLOUR, list_pays
from whistlestop.game.moves.station import build, list_stations, pay_station
from whistlestop.game.moves.swap import list_swaps, swap
from whistlestop.game.moves.tickets import deal_ticket, draw_tickets, keep, list_keeps, tickets_left
from whistlestop.game.moves.tunnel import add_cards, begin_tunnel, give_up, list_answers, turn_for_tunnel
from whistlestop.game.moves.turn import pass_turn
from whistlestop.game.state import (
    ANSWER,
    CHANCE,
    CHOICE,
    FIRST,
    FIRST_CHOICE,
    GIVING,
    HAND,
    OVER,
    QUEUE_WORDS,
    SECOND,
    STATION,
    TUNNEL,
    TURN,
    TURN_UP,
    is_chance,
)

ILLEGAL = -1


@kernel
def set_up(game: GameRec, state: StateRec, first: int) -> None:
    """Set a state to the beginning. `first` begins; CHANCE leaves that to the first deal (C2)."""
    state.phase = FIRST
    state.seat = 0
    state.first = -1
    state.next = TURN
    state.turns = 0
    state.last = -1
    state.passes = 0
    state.sweeps = 0
    state.due = 0
    state.claim = -1
    state.city = -1
    state.floor = 0
    state.queued = 0
    for kind in range(KINDS):
        state.deck[kind] = game.cards[kind]
        state.discards[kind] = 0
        state.face_up[kind] = 0
        state.laid[kind] = 0
        state.turned[kind] = 0
    for w in range(WORDS):
        state.short[w] = game.short[w]
        state.long[w] = game.long[w]
    for w in range(QUEUE_WORDS):
        state.queue[w] = 0
    for seat in range(SEATS):
        set_up_seat(game, state, seat)
    if first != CHANCE:
        deal_first(game, state, first)


@kernel
def set_up_seat(game: GameRec, state: StateRec, seat: int) -> None:
    """What one seat has before the first deal; seats beyond the number of players have nothing."""
    plays = 1 if seat < game.seats else 0
    state.cars[seat] = game.cars * plays
    state.stations[seat] = 0
    state.offer[seat] = 0
    state.chosen[seat] = 0
    state.kept[seat] = 0
    for kind in range(KINDS):
        state.hands[seat, kind] = 0
        state.known[seat, kind] = 0
    for w in range(WORDS):
        state.tracks[seat, w] = 0
        state.open[seat, w] = game.all_tracks[w] * plays
        state.tickets[seat, w] = 0
        state.out[seat, w] = 0


@kernel
def mover_of(state: StateRec) -> int:
    """Who moves: a seat, or CHANCE; once the game is over, the seat that moved last."""
    return CHANCE if is_chance(state.phase) else state.seat


@kernel
def list_moves(game: GameRec, state: StateRec, want: int, out: MoveArray) -> int:
    """The one definition of legality: list, count or pick the legal moves (see `moves.listing`)."""
    phase = state.phase
    if is_chance(phase):
        return list_deals(game, state, NONE, want, out)
    if phase == TURN:
        return list_turn(game, state, want, out)
    if phase == SECOND:
        return list_picks(game, state, NONE, want, out)
    if phase in (CHOICE, FIRST_CHOICE):
        return list_keeps(game, state, NONE, want, out)
    if phase == GIVING:
        return list_swaps(game, state, NONE, want, out)
    if phase == ANSWER:
        return list_answers(game, state, NONE, want, out)
    if phase == STATION:
        return list_pays(game, state, ANY_COLOUR, NONE, want, out)
    return 0


@kernel
def list_turn(game: GameRec, state: StateRec, want: int, out: MoveArray) -> int:
    """What a seat may do on its turn (C3); it passes only if it can do nothing else (C18)."""
    n = list_picks(game, state, NONE, want, out)
    if n >= 0 and tickets_left(state) > 0:
        n = list_one(game.first_move[DRAW_TICKETS], n, want, out)
    if n >= 0:
        n = list_stations(game, state, n, want, out)
    if n >= 0:
        n = list_claims(game, state, n, want, out)
    if n == 0:
        n = list_one(game.first_move[PASS], n, want, out)
    return n


@kernel
def act(game: GameRec, state: StateRec, move: int) -> None:
    """Make a legal move."""
    if game.kind[move] >= DEAL_FIRST:
        act_as_chance(game, state, move)
    else:
        act_as_seat(game, state, move)


@kernel
def act_as_chance(game: GameRec, state: StateRec, move: int) -> None:
    """Make a deal."""
    kind = game.kind[move]
    what = game.what[move]
    if kind == DEAL_TICKET:
        deal_ticket(game, state, what)
    elif kind == DEAL_FIRST:
        deal_first(game, state, what)
    elif state.phase == TURN_UP:
        turn_up(game, state, what)
    elif state.phase == TUNNEL:
        turn_for_tunnel(game, state, what)
    elif state.phase == HAND:
        deal_hand(game, state, what)
    else:
        deal_blind(game, state, what)


@kernel
def act_as_seat(game: GameRec, state: StateRec, move: int) -> None:
    """Make a legal move of a seat."""
    kind = game.kind[move]
    what = game.what[move]
    state.sweeps = 0
    if kind == TAKE:
        take(game, state, what)
    elif kind == DRAW:
        draw_blind(game, state)
    elif kind == CLAIM:
        if begin_claim(game, state, move):
            if game.tunnel[what] == 1:
                begin_tunnel(game, state)
            else:
                complete_claim(game, state)
    elif kind == DRAW_TICKETS:
        draw_tickets(game, state)
    elif kind == KEEP:
        keep(game, state, what)
    elif kind == BUILD:
        build(game, state, what)
    elif kind == PAY:
        if state.phase == STATION:
            pay_station(game, state, move)
        else:
            add_cards(game, state, move)
    elif kind == SWAP:
        swap(game, state, what)
    elif kind == GIVE_UP:
        give_up(game, state)
    else:
        pass_turn(game, state)


@kernel
def deal(game: GameRec, state: StateRec, dice: Dice) -> int:
    """The fast dealer's next deal, as a move."""
    return outcome(game, state, below(dice, deck_dealt(game, state), outcomes(game, state)))


@subroutine
def deal_all(game: GameRec, state: StateRec, dice: Dice) -> None:
    """Make chance's moves, as the fast dealer deals them, until a seat is to move or the game is over."""
    while is_chance(state.phase):
        act_as_chance(game, state, deal(game, state, dice))


@kernel
def play_randomly(game: GameRec, state: StateRec, dice: Dice, out: MoveArray) -> int:
    """Play to the end, every legal move equally likely; return how many moves were made, deals included."""
    plies = 0
    while state.phase != OVER:
        if is_chance(state.phase):
            act_as_chance(game, state, deal(game, state, dice))
            plies += 1
        # In the same round, since the threads of a GPU wait for each other between rounds.
        if not is_chance(state.phase) and state.phase != OVER:
            count = list_moves(game, state, COUNT, out)
            act_as_seat(game, state, found(list_moves(game, state, below(dice, CHOICES, count), out)))
            plies += 1
    return plies


@entry
def start(games: GameArray, states: StateArray, i: int, first: int) -> None:
    """Set state i to the beginning; `first` begins, or CHANCE deals who does."""
    set_up(games[0], states[i], first)


@entry
def mover(states: StateArray, i: int) -> int:
    """Who moves in state i: a seat or CHANCE."""
    return mover_of(states[i])


@entry
def legal(games: GameArray, states: StateArray, i: int, out: MoveArray) -> int:
    """Write the legal moves of state i to `out` and return their number; none once the game is over."""
    return list_moves(games[0], states[i], LIST, out)


@entry
def deck(games: GameArray, states: StateArray, i: int) -> int:
    """The deck that the next deal of state i comes from."""
    return deck_dealt(games[0], states[i])


@entry
def deals(games: GameArray, states: StateArray, i: int) -> int:
    """How many equally likely outcomes the next deal of state i has."""
    return outcomes(games[0], states[i])


@entry
def deal_odds(games: GameArray, states: StateArray, i: int, move: int) -> int:
    """How many outcomes of the next deal of state i are this move, which must be legal."""
    return odds(games[0], states[i], move)


@entry
def nth_deal(games: GameArray, states: StateArray, i: int, n: int) -> int:
    """The move of outcome n of the next deal of state i."""
    return outcome(games[0], states[i], n)


@entry
def apply(games: GameArray, states: StateArray, i: int, move: int) -> None:
    """Make a move that is known to be legal in state i."""
    act(games[0], states[i], move)


@entry
def step(games: GameArray, states: StateArray, i: int, move: int, out: MoveArray) -> int:
    """Make a move in state i and list the next legal ones in `out`; return their number.

    A move that is not legal changes nothing and returns ILLEGAL.
    """
    game = games[0]
    state = states[i]
    count = list_moves(game, state, LIST, out)
    for n in range(count):
        if out[n] == move:
            act(game, state, move)
            return list_moves(game, state, LIST, out)
    return ILLEGAL
