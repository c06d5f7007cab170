"""A policy: what each legal move is worth to a seat with a plan and a taste, and the best of them.

It reads nothing but what the seat knows: the board, its own hand, tickets and offer. One policy serves bots that think
for microseconds and the rollouts of those that think longer; worth is in hundredths of a point.
"""

from typing import Any

from whistlestop.bots.plan import FAR, NOWHERE, UNKNOWN, fewest_cars, make_plan, price_tracks, refresh, walk
from whistlestop.game.cards import total
from whistlestop.game.catalogue import DRAW_TICKETS, GIVE_UP, TAKE
from whistlestop.game.dice import CHOICES, below
from whistlestop.game.kernel import bits, kernel, lowest, subroutine
from whistlestop.game.limits import BITS, KINDS, LENGTH, LOCOMOTIVE, WORDS
from whistlestop.game.moves.claim import can_swap, claim_of, claimable, gather_claims
from whistlestop.game.moves.draw import gather_picks
from whistlestop.game.moves.gather import LIST, NONE, PAYMENTS
from whistlestop.game.moves.station import gather_stations
from whistlestop.game.moves.tickets import TICKET_BITS, TICKET_MASK, tickets_left
from whistlestop.game.play import gather
from whistlestop.game.state import ANSWER, CHOICE, FIRST_CHOICE, GIVING, SECOND, TURN, has, put

NEVER = -1 << 40
FOREIGN = FAR // 1000
"""What borrowing a track of another seat costs: more than any path without it."""


@subroutine
def list_moves(game: Any, state: Any, out: Any) -> int:
    """Write the legal moves to `out`; how many there are. Called, not inlined, since it is large."""
    return gather(game, state, LIST, out)


@subroutine
def list_payments(game: Any, chart: Any, taste: Any, state: Any, ease: int, out: Any) -> int:
    """Write the payments that some claim can be made with to `out`; how many there are.

    Left out is what would never be chosen: where a locomotive is worth more than a card that the plan lacks, and three
    cards more than a locomotive, a thriftier payment is better, or as good and stands before what it replaces. What
    swaps stands before, but is worse by ten hundredths at least, and by one after rounding while ease is ten or more.
    """
    thrifty = taste.locomotive >= taste.lacking and 2 * taste.card >= taste.locomotive + 10 and ease >= 10
    if chart.sifted == 0 or not thrifty:
        return gather_claims(game, state, NONE, PAYMENTS, out)
    hand = state.hands[state.seat]
    locomotives = min(hand[LOCOMOTIVE], LENGTH)
    low, high = claimable(game, state)
    n = 0
    for colour in range(KINDS):
        held = min(hand[colour], LENGTH) if colour != LOCOMOTIVE else 0
        payments = chart.thrifty[colour, held, locomotives]
        while payments != 0:
            payment = game.pay_first[colour, 0] + lowest(payments)
            payments &= payments - 1
            fitting = low & game.pay_tracks[payment, 0] | high & game.pay_tracks[payment, 1]
            if fitting != 0 and can_swap(game, state, payment):
                out[n] = payment
                n += 1
    return n


@subroutine
def calm(game: Any, taste: Any, state: Any) -> int:
    """How much a card will still be worth, in percent: nothing on the last turn."""
    if state.last >= 0:
        return 0
    cars = fewest_cars(game, state)
    ease = min(100, max(5, 100 * (cars - game.last_round) // max(1, taste.haste - game.last_round)))
    full = taste.full - taste.fading * (game.cars - cars) // (100 * game.cars)
    hand = total(state.hands[state.seat])
    glut = taste.glut * max(0, hand - full) + taste.over * max(0, hand - state.cars[state.seat])
    return ease * max(10, 100 - glut) // 100


@kernel
def worth_of_claim(
    game: Any, chart: Any, taste: Any, plan: Any, state: Any, payment: int, track: int, ease: int
) -> int:
    """A route's points and what it does for the plan, less the cards that its payment takes."""
    seat = state.seat
    length = game.length[track]
    worth = taste.points * game.points[length] + taste.car * length
    if taste.sight * game.attractions != 0:
        worth += taste.sight * game.attraction_value * new_attractions(game, state, track)
    if has(plan.wanted, track):
        worth += taste.planned + taste.reach * length
        worth += taste.pressed * (2 * plan.steps + max(0, plan.spaces - plan.hand)) // (2 * max(1, plan.time))
        ends = built_ends(game, state, track)
        if ends > 0:
            worth += taste.contested
            if taste.threat != 0:
                worth += taste.threat * richest(game, state)
        if ends > 1:
            worth += taste.pinched
    elif state.last < 0 and plan.spaces > 0 and plan.spaces + length > state.cars[seat]:
        return NEVER
    else:
        if plan.spaces > 0:
            worth -= taste.astray
        if taste.joined != 0 and goes_on(game, state, track):
            worth += taste.joined
        if taste.barring != 0 and built_ends(game, state, track) > 1:
            worth += taste.barring
    coloured = game.pay_coloured[payment]
    colour = game.pay_colour[payment]
    own = coloured if has(plan.wanted, track) and chart.colour[track] == colour else 0
    given = game.pay_swaps[payment] * game.pay_give[payment]
    return worth - price_of(taste, plan, state, colour, coloured, game.pay_locomotives[payment], given, own, ease)


@kernel
def built_ends(game: Any, state: Any, track: int) -> int:
    """At how many ends of a track another seat has built."""
    here = there = 0
    for w in range(WORDS):
        for seat in range(game.seats):
            if seat != state.seat:
                here |= state.tracks[seat, w] & game.touching[game.a[track], w]
                there |= state.tracks[seat, w] & game.touching[game.b[track], w]
    return (1 if here != 0 else 0) + (1 if there != 0 else 0)


@kernel
def richest(game: Any, state: Any) -> int:
    """How many cards the seat holds that has the most of them, the mover aside."""
    most = 0
    for seat in range(game.seats):
        if seat != state.seat:
            most = max(most, total(state.hands[seat]))
    return most


@kernel
def new_attractions(game: Any, state: Any, track: int) -> int:
    """How many attractions a track would be the seat's first to reach (Y6)."""
    count = 0
    for city in (game.a[track], game.b[track]):
        if game.attractions >> city & 1 == 1:
            built = 0
            for w in range(WORDS):
                built |= state.tracks[state.seat, w] & game.touching[city, w]
            if built == 0:
                count += 1
    return count


@kernel
def goes_on(game: Any, state: Any, track: int) -> bool:
    """Whether the seat has built where a track begins or ends."""
    for w in range(WORDS):
        near = game.touching[game.a[track], w] | game.touching[game.b[track], w]
        if state.tracks[state.seat, w] & near != 0:
            return True
    return False


@kernel
def price_of(
    taste: Any, plan: Any, state: Any, colour: int, coloured: int, locomotives: int, given: int, own: int, ease: int
) -> int:
    """What cards are worth in the hand; `given` are those for swaps, and `own` those that the plan means for this."""
    price = taste.card * (coloured + locomotives + given) + taste.locomotive * locomotives
    short = coloured - own + plan.need[colour] - state.hands[state.seat, colour]
    if coloured > own and short > 0:
        price += taste.lacking * min(short, coloured)
    return price * ease // 100


@kernel
def best_track(game: Any, plan: Any, state: Any, payment: int) -> int:
    """The best track for a payment: all that it pays for have the same length, so only the plan tells them apart."""
    best = -1
    for w in range(WORDS):
        tracks = game.pay_tracks[payment, w] & state.open[state.seat, w]
        if tracks & plan.wanted[w] != 0:
            return w * BITS + lowest(tracks & plan.wanted[w])
        if best < 0 and tracks != 0:
            best = w * BITS + lowest(tracks)
    return best


@kernel
def worth_of_card(chart: Any, taste: Any, plan: Any, state: Any, kind: int) -> int:
    """What one more card of a kind is worth in the hand."""
    held = state.hands[state.seat, kind]
    if kind == LOCOMOTIVE:
        if chart.wild == 1:
            return taste.card + taste.locomotive
        return taste.card + (taste.locomotive if plan.need[kind] > held else 0)
    worth = taste.card - taste.blind + taste.gathered * held
    if plan.need[kind] > held:
        worth += taste.lacking
    elif plan.any_colour > held - plan.need[kind]:
        worth += taste.lacking // 2
    if plan.goals[kind] >> (held + 1) & 1 == 1:
        worth += taste.completing
    return worth


@kernel
def worth_of_pick(game: Any, chart: Any, taste: Any, plan: Any, state: Any, move: int, ease: int) -> int:
    """What a pick is worth; a face-up locomotive costs the second pick, where the rules say so (C5)."""
    worth = taste.card
    if game.kind[move] == TAKE:
        worth = worth_of_card(chart, taste, plan, state, game.what[move])
        if state.phase == TURN and game.what[move] == LOCOMOTIVE and game.locomotive_ends_draw == 1:
            worth -= taste.card
    if state.phase == TURN:
        worth += taste.card
    if total(state.hands[state.seat]) < plan.spaces:
        worth += taste.wanting
    return worth * ease // 100


@subroutine
def wants_tickets(game: Any, taste: Any, plan: Any, state: Any) -> bool:
    """Whether new tickets are wanted: there are cars and time for more than what is planned."""
    cars = state.cars[state.seat]
    return (
        taste.tickets > 0
        and 100 * plan.spaces <= taste.hunger * cars
        and 100 * cars >= taste.spare * game.cars
        and state.last < 0
        and tickets_left(state) > 0
    )


@subroutine
def wants_station(game: Any, chart: Any, taste: Any, plan: Any, state: Any) -> bool:
    """Whether a station would save a ticket; where is in the plan, looked for once."""
    if plan.lost[0] | plan.lost[1] == 0 or bits(state.stations[state.seat]) >= game.stations:
        return False
    if plan.station == UNKNOWN:
        find_station(game, chart, taste, plan, state)
    return plan.station != NOWHERE


@subroutine
def find_station(game: Any, chart: Any, taste: Any, plan: Any, state: Any) -> None:
    """Find the city where a station joins a lost ticket over one track of another seat, and is worth its points."""
    seat = state.seat
    price_tracks(game, chart, taste, state, seat, plan)
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
            gain = 200 * game.ticket_points[ticket] - taste.card * (spaces - plan.spaces)
            if gain > most and here != NOWHERE and spaces <= state.cars[seat]:
                most = gain
                plan.station = here


@subroutine
def build_there(game: Any, state: Any, city: int, out: Any) -> int:
    """The move that builds a station in a city, -1 if there is none."""
    for n in range(gather_stations(game, state, NONE, LIST, out)):
        if game.what[out[n]] == city:
            return out[n]
    return -1


@subroutine
def choose_turn(game: Any, chart: Any, taste: Any, plan: Any, state: Any, dice: Any, out: Any) -> int:
    """The best that a seat can do on its turn."""
    refresh(game, chart, taste, state, state.seat, plan)
    ease = calm(game, taste, state)
    best = payment = claimed = -1
    most = NEVER
    picks = gather_picks(game, state, NONE, LIST, out)
    for n in range(picks):
        worth = worth_of_pick(game, chart, taste, plan, state, out[n], ease) + below(dice, CHOICES, 8)
        if worth > most:
            most = worth
            best = out[n]
    for n in range(list_payments(game, chart, taste, state, ease, out)):
        track = best_track(game, plan, state, out[n])
        worth = worth_of_claim(game, chart, taste, plan, state, out[n], track, ease)
        if worth > most:
            most = worth
            payment = out[n]
            claimed = track
    if payment >= 0:
        best = claim_of(game, payment, claimed)
    if wants_tickets(game, taste, plan, state) and most < taste.tickets:
        most = taste.tickets
        best = game.first_move[DRAW_TICKETS]
    if wants_station(game, chart, taste, plan, state):
        move = build_there(game, state, plan.station, out)
        if move >= 0:
            best = move
    if best < 0:
        list_moves(game, state, out)
        best = out[0]
    return best


@subroutine
def worth_of_keep(game: Any, chart: Any, taste: Any, plan: Any, state: Any, move: int) -> int:
    """What tickets of an offer bring, less what their tracks cost; without plans, the fewest and cheapest are best."""
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
    if taste.plans == 1:
        make_plan(game, chart, taste, state, seat, state.tickets[seat], plan)
        worth = plan.worth - taste.price * plan.cost // 100 + taste.keen * count
    state.tickets[seat, 0] = low
    state.tickets[seat, 1] = high
    return worth


@subroutine
def worth_of_payment(game: Any, chart: Any, taste: Any, plan: Any, state: Any, move: int) -> int:
    """What is left of a tunnel's worth after what it adds, or what giving it up costs; for a station its price."""
    if game.kind[move] == GIVE_UP:
        return -taste.lost_turn
    coloured, locomotives = game.coloured[move], game.locomotives[move]
    ease = calm(game, taste, state)
    worth = -price_of(taste, plan, state, game.colour[move], coloured, locomotives, 0, 0, ease)
    if state.phase == ANSWER:
        payment, track = game.payment[state.claim], game.what[state.claim]
        worth += worth_of_claim(game, chart, taste, plan, state, payment, track, 0)
    return worth


@kernel
def worth_of_swap(plan: Any, state: Any, kind: int) -> int:
    """How many cards of a kind the hand has beyond what the plan needs; locomotives are given last."""
    return 100 * (state.hands[state.seat, kind] - plan.need[kind] - (100 if kind == LOCOMOTIVE else 0))


@subroutine
def worth_of_answer(game: Any, chart: Any, taste: Any, plan: Any, state: Any, move: int) -> int:
    """What a move is worth that is not the first of a turn: a second pick, tickets kept, cards given up, a payment."""
    if state.phase == SECOND:
        return worth_of_pick(game, chart, taste, plan, state, move, 100)
    if state.phase == CHOICE or state.phase == FIRST_CHOICE:
        return worth_of_keep(game, chart, taste, plan, state, move)
    if state.phase == GIVING:
        return worth_of_swap(plan, state, game.what[move])
    return worth_of_payment(game, chart, taste, plan, state, move)


@subroutine
def choose(game: Any, chart: Any, taste: Any, plan: Any, state: Any, dice: Any, out: Any) -> int:
    """The best move of the seat that is to move."""
    if state.phase == TURN:
        return choose_turn(game, chart, taste, plan, state, dice, out)
    best = -1
    most = NEVER
    for n in range(list_moves(game, state, out)):
        worth = worth_of_answer(game, chart, taste, plan, state, out[n]) + below(dice, CHOICES, 8)
        if worth > most:
            most = worth
            best = out[n]
    return best
