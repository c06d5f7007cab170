"""The policy: what each legal move is worth to a seat with a plan and weights, and which move is best.

It reads only what the seat knows: the board, its own hand, tickets and offer. The same policy serves bots that decide
in microseconds and the rollouts of bots that search. Worth is in hundredths of a point.
"""

from whistlestop.bots.built import has_built, others_built
from whistlestop.bots.kernel_types import FactsRec, PlanRec, WeightsRec
from whistlestop.bots.plan import NOWHERE, UNKNOWN, fewest_cars, make_plan, refresh, set_prices, walk
from whistlestop.game.cards import total
from whistlestop.game.catalogue import DRAW_TICKETS, GIVE_UP, TAKE
from whistlestop.game.dice import CHOICES, below
from whistlestop.game.engine import list_moves
from whistlestop.game.kernel import bits, kernel, lowest, subroutine
from whistlestop.game.kernel_types import Dice, GameRec, MoveArray, StateRec
from whistlestop.game.limits import BITS, KINDS, LENGTH, LOCOMOTIVE, WORDS
from whistlestop.game.moves.claim import can_swap, claim_of, claimable, list_claims
from whistlestop.game.moves.draw import list_picks
from whistlestop.game.moves.listing import LIST, NONE, PAYMENTS
from whistlestop.game.moves.station import list_stations
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK, tickets_left
from whistlestop.game.paths import FAR
from whistlestop.game.state import ANSWER, CHOICE, FIRST_CHOICE, GIVING, SECOND, TURN, has, put

NEVER = -1 << 40
SCARCE = 20
"""With fewer cards than this in deck and discards, the deck is likely to run out, and then nobody can draw (C8)."""
FOREIGN = FAR // 1000
"""What borrowing another seat's track costs: more than any path without it."""


@subroutine
def list_legal(game: GameRec, state: StateRec, out: MoveArray) -> int:
    """Write the legal moves to `out` and return their number. Called rather than inlined, because it is large."""
    return list_moves(game, state, LIST, out)


@subroutine
def list_payments(
    game: GameRec, facts: FactsRec, weights: WeightsRec, state: StateRec, discount: int, out: MoveArray
) -> int:
    """Write the payments that can pay for some track to `out` and return their number.

    Payments that would never be chosen are left out. If a locomotive is worth more than a card that the plan lacks, and
    three cards more than a locomotive, then a thriftier payment is better, or equally good and listed first. A payment
    with swaps is listed before the thriftier one, but is worse by at least ten hundredths, and by one after rounding
    if the discount is ten or more.
    """
    thrifty = weights.locomotive >= weights.lacking and 2 * weights.card >= weights.locomotive + 10 and discount >= 10
    if facts.sifted == 0 or not thrifty:
        return list_claims(game, state, NONE, PAYMENTS, out)
    hand = state.hands[state.seat]
    locomotives = min(hand[LOCOMOTIVE], LENGTH)
    low, high = claimable(game, state)
    n = 0
    for colour in range(KINDS):
        held = min(hand[colour], LENGTH) if colour != LOCOMOTIVE else 0
        payments = facts.thrifty[colour, held, locomotives]
        while payments != 0:
            payment = game.pay_first[colour, 0] + lowest(payments)
            payments &= payments - 1
            fitting = low & game.pay_tracks[payment, 0] | high & game.pay_tracks[payment, 1]
            if fitting != 0 and can_swap(game, state, payment):
                out[n] = payment
                n += 1
    return n


@subroutine
def card_discount(game: GameRec, weights: WeightsRec, state: StateRec) -> int:
    """The percentage of its value that a card in hand still has: 100 early in the game, 0 in the last round."""
    if state.last >= 0:
        return 0
    cars = fewest_cars(game, state)
    discount = min(100, max(5, 100 * (cars - game.last_round) // max(1, weights.haste - game.last_round)))
    full = weights.full - weights.fading * (game.cars - cars) // (100 * game.cars)
    hand = total(state.hands[state.seat])
    glut = weights.glut * max(0, hand - full) + weights.over * max(0, hand - state.cars[state.seat])
    if weights.scarce != 0 and total(state.deck) + total(state.discards) < SCARCE:
        discount = discount * (100 - weights.scarce) // 100
    return discount * max(10, 100 - glut) // 100


@kernel
def worth_of_claim(
    game: GameRec,
    facts: FactsRec,
    weights: WeightsRec,
    plan: PlanRec,
    state: StateRec,
    payment: int,
    track: int,
    discount: int,
) -> int:
    """A route's points and what it does for the plan, minus the cards that pay for it."""
    seat = state.seat
    length = game.length[track]
    worth = weights.points * game.points[length] + weights.car * length
    if weights.sight * game.attractions != 0:
        worth += weights.sight * game.attraction_value * new_attractions(game, state, track)
    if has(plan.wanted, track):
        worth += weights.planned + weights.reach * length
        worth += weights.pressed * (2 * plan.steps + max(0, plan.spaces - plan.hand)) // (2 * max(1, plan.time))
        ends = ends_contested(game, state, track)
        if ends > 0:
            worth += weights.contested
            if weights.threat != 0:
                worth += weights.threat * largest_hand(game, state)
        if ends > 1:
            worth += weights.pinched
    elif state.last < 0 and plan.spaces > 0 and plan.spaces + length > state.cars[seat]:
        return NEVER
    else:
        if plan.spaces > 0:
            worth -= weights.astray
        if weights.joined != 0 and continues_network(game, state, track):
            worth += weights.joined
        if weights.barring != 0 and ends_contested(game, state, track) > 1:
            worth += weights.barring
    coloured = game.pay_coloured[payment]
    colour = game.pay_colour[payment]
    own = coloured if has(plan.wanted, track) and facts.colour[track] == colour else 0
    given = game.pay_swaps[payment] * game.pay_give[payment]
    return worth - price_of(weights, plan, state, colour, coloured, game.pay_locomotives[payment], given, own, discount)


@kernel
def ends_contested(game: GameRec, state: StateRec, track: int) -> int:
    """At how many ends of a track another seat has built."""
    a, b = game.a[track], game.b[track]
    return (1 if others_built(game, state, a) else 0) + (1 if others_built(game, state, b) else 0)


@kernel
def largest_hand(game: GameRec, state: StateRec) -> int:
    """The number of cards in the largest hand, except the mover's."""
    most = 0
    for seat in range(game.seats):
        if seat != state.seat:
            most = max(most, total(state.hands[seat]))
    return most


@kernel
def new_attractions(game: GameRec, state: StateRec, track: int) -> int:
    """How many attractions the seat would reach for the first time with a track (Y4)."""
    count = 0
    for city in (game.a[track], game.b[track]):
        if game.attractions >> city & 1 == 1 and not has_built(game, state, state.seat, city):
            count += 1
    return count


@kernel
def continues_network(game: GameRec, state: StateRec, track: int) -> bool:
    """Whether the seat has built at one of a track's ends."""
    return has_built(game, state, state.seat, game.a[track]) or has_built(game, state, state.seat, game.b[track])


@kernel
def price_of(
    weights: WeightsRec,
    plan: PlanRec,
    state: StateRec,
    colour: int,
    coloured: int,
    locomotives: int,
    given: int,
    own: int,
    discount: int,
) -> int:
    """What cards are worth in hand; `given` pay for swaps, and `own` are those that the plan wants to spend here."""
    price = weights.card * (coloured + locomotives + given) + weights.locomotive * locomotives
    short = coloured - own + plan.need[colour] - state.hands[state.seat, colour]
    if coloured > own and short > 0:
        price += weights.lacking * min(short, coloured)
    return price * discount // 100


@kernel
def best_track(game: GameRec, plan: PlanRec, state: StateRec, payment: int) -> int:
    """The best track for a payment. All tracks that it can pay for have the same length, so only the plan matters."""
    best = -1
    for w in range(WORDS):
        tracks = game.pay_tracks[payment, w] & state.open[state.seat, w]
        if tracks & plan.wanted[w] != 0:
            return w * BITS + lowest(tracks & plan.wanted[w])
        if best < 0 and tracks != 0:
            best = w * BITS + lowest(tracks)
    return best


@kernel
def worth_of_card(facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, kind: int) -> int:
    """What one more card of a kind is worth in hand."""
    held = state.hands[state.seat, kind]
    if kind == LOCOMOTIVE:
        if facts.wild == 1:
            return weights.card + weights.locomotive
        return weights.card + (weights.locomotive if plan.need[kind] > held else 0)
    worth = weights.card - weights.blind + weights.gathered * held
    if plan.need[kind] > held:
        worth += weights.lacking
    elif plan.any_colour > held - plan.need[kind]:
        worth += weights.lacking // 2
    if plan.goals[kind] >> (held + 1) & 1 == 1:
        worth += weights.completing
    return worth


@kernel
def worth_of_pick(
    game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, move: int, discount: int
) -> int:
    """What a pick is worth; a face-up locomotive costs the second pick if the rules say so (C5)."""
    worth = weights.card
    if game.kind[move] == TAKE:
        worth = worth_of_card(facts, weights, plan, state, game.what[move])
        if state.phase == TURN and game.what[move] == LOCOMOTIVE and game.locomotive_ends_draw == 1:
            worth -= weights.card
    if state.phase == TURN:
        worth += weights.card
    if total(state.hands[state.seat]) < plan.spaces:
        worth += weights.wanting
    return worth * discount // 100


@subroutine
def wants_tickets(game: GameRec, weights: WeightsRec, plan: PlanRec, state: StateRec) -> bool:
    """Whether the seat wants new tickets: it has cars and time for more than the plan."""
    cars = state.cars[state.seat]
    return (
        weights.tickets > 0
        and 100 * plan.spaces <= weights.hunger * cars
        and 100 * cars >= weights.spare * game.cars
        and state.last < 0
        and tickets_left(state) > 0
    )


@subroutine
def wants_station(game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec) -> bool:
    """Whether a station would save a ticket. The plan remembers where, so that it is searched only once."""
    if plan.lost[0] | plan.lost[1] == 0 or bits(state.stations[state.seat]) >= game.stations:
        return False
    if plan.station == UNKNOWN:
        find_station(game, facts, weights, plan, state)
    return plan.station != NOWHERE


@subroutine
def find_station(game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec) -> None:
    """Find the city where a station completes a lost ticket over one track of another seat, and is worth its points."""
    seat = state.seat
    set_prices(game, facts, weights, state, seat, plan)
    for w in range(WORDS):
        wanted = plan.wanted[w]
        while wanted != 0:
            plan.price[w * BITS + lowest(wanted)] = 0
            wanted &= wanted - 1
        for other in range(game.seats):
            foreign = state.tracks[other, w] if other != seat else 0
            while foreign != 0:
                track = w * BITS + lowest(foreign)
                foreign &= foreign - 1
                if plan.price[track] == FAR:
                    plan.price[track] = FOREIGN
    plan.station = NOWHERE
    most = 100 * game.station_value
    for w in range(WORDS):
        lost = plan.lost[w]
        while lost != 0:
            ticket = w * BITS + lowest(lost)
            lost &= lost - 1
            a = game.ticket_a[ticket]
            b = game.ticket_b[ticket]
            if not walk(game, plan, a, b) or plan.far[b] >= 2 * FOREIGN:
                continue
            spaces = plan.spaces
            here = NOWHERE
            city = b
            while city != a:
                track = plan.via[city]
                if plan.price[track] == FOREIGN:
                    here = city
                elif plan.price[track] > 0:
                    spaces += game.length[track]
                city = game.a[track] + game.b[track] - city
            gain = 200 * game.ticket_points[ticket] - weights.card * (spaces - plan.spaces)
            if gain > most and here != NOWHERE and spaces <= state.cars[seat]:
                most = gain
                plan.station = here


@subroutine
def build_there(game: GameRec, state: StateRec, city: int, out: MoveArray) -> int:
    """The move that builds a station in a city, -1 if there is none."""
    for n in range(list_stations(game, state, NONE, LIST, out)):
        if game.what[out[n]] == city:
            return out[n]
    return -1


@subroutine
def choose_turn(
    game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, dice: Dice, out: MoveArray
) -> int:
    """The best move of a seat on its turn."""
    refresh(game, facts, weights, state, state.seat, plan)
    discount = card_discount(game, weights, state)
    best = payment = claimed = -1
    most = NEVER
    picks = list_picks(game, state, NONE, LIST, out)
    for n in range(picks):
        worth = worth_of_pick(game, facts, weights, plan, state, out[n], discount) + below(dice, CHOICES, 8)
        if worth > most:
            most = worth
            best = out[n]
    for n in range(list_payments(game, facts, weights, state, discount, out)):
        track = best_track(game, plan, state, out[n])
        worth = worth_of_claim(game, facts, weights, plan, state, out[n], track, discount)
        if worth > most:
            most = worth
            payment = out[n]
            claimed = track
    if payment >= 0:
        best = claim_of(game, payment, claimed)
    if wants_tickets(game, weights, plan, state) and most < weights.tickets:
        most = weights.tickets
        best = game.first_move[DRAW_TICKETS]
    if wants_station(game, facts, weights, plan, state):
        move = build_there(game, state, plan.station, out)
        if move >= 0:
            best = move
    if best < 0:
        list_legal(game, state, out)
        best = out[0]
    return best


@subroutine
def worth_of_keep(
    game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, move: int
) -> int:
    """What the kept tickets bring, minus what their tracks cost; without plans, the fewest and cheapest are best."""
    seat = state.seat
    low = state.tickets[seat, 0]
    high = state.tickets[seat, 1]
    worth = count = 0
    offer = state.offer[seat]
    kept = game.what[move]
    while kept != 0:
        if kept & 1 == 1:
            ticket = (offer & TICKET_MASK) - 1
            worth -= 100 * game.ticket_points[ticket]
            count += 1
            put(state.tickets[seat], ticket)
        offer >>= TICKET_BITS
        kept >>= 1
    if weights.plans == 1:
        make_plan(game, facts, weights, state, seat, state.tickets[seat], plan)
        worth = plan.worth - weights.price * plan.cost // 100 + weights.keen * count
    state.tickets[seat, 0] = low
    state.tickets[seat, 1] = high
    return worth


@subroutine
def worth_of_payment(
    game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, move: int
) -> int:
    """A tunnel's worth minus the added cards, or what giving it up costs; for a station, minus its price."""
    if game.kind[move] == GIVE_UP:
        return -weights.lost_turn
    coloured, locomotives = game.coloured[move], game.locomotives[move]
    discount = card_discount(game, weights, state)
    worth = -price_of(weights, plan, state, game.colour[move], coloured, locomotives, 0, 0, discount)
    if state.phase == ANSWER:
        payment, track = game.payment[state.claim], game.what[state.claim]
        worth += worth_of_claim(game, facts, weights, plan, state, payment, track, 0)
    return worth


@kernel
def worth_of_swap(plan: PlanRec, state: StateRec, kind: int) -> int:
    """How many more cards of a kind the hand has than the plan needs; locomotives are given last."""
    return 100 * (state.hands[state.seat, kind] - plan.need[kind] - (100 if kind == LOCOMOTIVE else 0))


@subroutine
def worth_of_answer(
    game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, move: int
) -> int:
    """What a later move of a turn is worth: a second pick, tickets kept, cards given for a swap, or a payment."""
    if state.phase == SECOND:
        return worth_of_pick(game, facts, weights, plan, state, move, 100)
    if state.phase == CHOICE or state.phase == FIRST_CHOICE:
        return worth_of_keep(game, facts, weights, plan, state, move)
    if state.phase == GIVING:
        return worth_of_swap(plan, state, game.what[move])
    return worth_of_payment(game, facts, weights, plan, state, move)


@subroutine
def choose(
    game: GameRec, facts: FactsRec, weights: WeightsRec, plan: PlanRec, state: StateRec, dice: Dice, out: MoveArray
) -> int:
    """The best move of the mover."""
    if state.phase == TURN:
        return choose_turn(game, facts, weights, plan, state, dice, out)
    best = -1
    most = NEVER
    for n in range(list_legal(game, state, out)):
        worth = worth_of_answer(game, facts, weights, plan, state, out[n]) + below(dice, CHOICES, 8)
        if worth > most:
            most = worth
            best = out[n]
    return best
