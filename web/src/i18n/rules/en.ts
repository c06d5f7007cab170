import type { Catalogue } from "../catalogue";

export default {
  t_goal: "The aim",
  goal: "Join cities by rail. Routes bring points, completed tickets bring more, tickets that stay open cost points. Whoever has the most in the end wins.",
  t_setup: "Before the first turn",
  pieces: "Cars for each player: {cars}.",
  stations: "Stations for each player: {stations}.",
  deck: "The deck holds {count} cards each of {colours} colours, and {locomotives} locomotives. First hand: {hand} cards. Five cards lie face up beside the deck.",
  first_tickets: "First tickets: {offered}. Keep at least {keep}. All choose at once, in secret.",
  first_tickets_long:
    "First tickets: {long} long and {short} short. Keep at least {keep} of them, whichever you like. All choose at once, in secret. Long tickets are dealt at the start only.",
  first_out: "Tickets that you do not keep at the start leave the game.",
  first_under: "Tickets that you do not keep at the start go under the ticket deck.",
  first: "Who begins is drawn. Then the turns go round.",
  t_turn: "Your turn",
  turn: "Do exactly one thing: draw cards, claim a route, or draw tickets.",
  turn_station: "Do exactly one thing: draw cards, claim a route, draw tickets, or build a station.",
  t_draw: "Drawing cards",
  draw: "Take two cards, each of them face up or blind from the deck. A face-up card is replaced at once. A hand has no limit.",
  locomotive_ends:
    "A locomotive that you take face up is your whole turn; it can't be your second card either. A locomotive drawn blind counts as any other card.",
  locomotive_any: "A face-up locomotive is taken like any other card, two in one turn included.",
  sweep: "Whenever {n} or more of the face-up cards are locomotives, the whole row is discarded and filled again.",
  no_sweep: "However many locomotives lie face up, the row stays as it is.",
  shuffle: "When the deck is used up, the discards are shuffled and become the deck.",
  t_claim: "Claiming a route",
  claim:
    "Choose any open route, whether it touches yours or not. Lay down as many cards of one colour as it has spaces: its own colour, or any one colour on a grey route. Put one of your cars on every space; without enough cars you can't claim it.",
  locomotive_anywhere: "A locomotive stands for a card of any colour, on every route.",
  locomotive_special: "Locomotives pay for ferries and tunnels only; an ordinary route does not take them.",
  double: "Two tracks between the same two cities are a double route. Nobody may own both.",
  double_lengths: "That holds even where the two tracks differ in length.",
  double_closed:
    "Both tracks of a double route are used from {n} players on; with fewer, the first claim closes the other track.",
  points: "Points for a route",
  spaces: "Spaces",
  worth: "Points",
  t_tunnel: "Tunnels",
  tunnel:
    "Lay down the cards for the route. Then the top three cards of the deck are turned up. For each one of the colour that you played, and for each locomotive, add one more card of that colour or a locomotive.",
  tunnel_back:
    "If you can't or won't, take your cards back: nothing is claimed, and your turn is over. The turned cards are discarded either way.",
  tunnel_locomotives:
    "If you paid with locomotives alone, only locomotives among the three count, and you add locomotives.",
  tunnel_few:
    "If fewer than three cards are left in deck and discards, only those are turned; with none, the tunnel is built at once.",
  t_ferry: "Ferries",
  ferry:
    "For each locomotive sign on a ferry lay down a locomotive. Its other spaces take cards of its colour, of any one colour if it is grey, or more locomotives.",
  ferry_swap:
    "On a ferry any {n} cards that are not locomotives may stand for one locomotive, as often as you like. Cards of the colour that you pay with may be among them only if every space without a sign is paid in that colour.",
  t_swap: "{a} – {b}",
  swap: "On {a} – {b} any {n} cards, locomotives included, may stand for one card of the colour that you chose, as often as you like. Cards of that colour itself may not be among them.",
  t_station: "Stations",
  station:
    "Build a station in a city where nobody has one; you need no route there. Your first costs one card, the second two of one colour, the third three of one colour. Locomotives stand for any colour. At most one a turn.",
  station_use:
    "At the end each station lets you use one route of another player that leads into its city, for tickets alone, and the same one for all your tickets. The choice that is best for you is made by itself.",
  station_left: "Points for each station that you did not build: {n}.",
  t_tickets: "Drawing tickets",
  tickets: "Take {n} tickets, or what is left, and keep at least {keep}. A ticket that you keep is yours to the end.",
  later_out: "Tickets that you do not keep leave the game.",
  later_under: "Tickets that you do not keep go under the ticket deck.",
  ticket_worth:
    "At the end a ticket adds its points if your routes join its two cities without a gap. If not, it takes them away.",
  ticket_secret: "Nobody sees your tickets before the end; how many you hold is seen by all.",
  t_end: "The end",
  last_round:
    "When somebody ends a turn with {n} cars or fewer, everybody has one more turn, that player included. Then the game is scored.",
  pass: "Whoever can do nothing at all passes. If all pass one after the other, the game is over.",
  t_score: "The score",
  running: "During play you see the points for routes; tickets and all else are added at the end.",
  globetrotter: "Most completed tickets: {n} points. All who tie get them; without a completed ticket there are none.",
  express:
    "Longest continuous path of one's own cars: {n} points. It may pass a city again, but uses no track twice, and routes used by a station don't count. All who tie get them.",
  attraction: "Points for each attraction that one of your routes touches: {n}.",
  t_tie: "If points are equal",
  tie_tickets: "More completed tickets decide.",
  tie_stations: "Fewer stations built decide.",
  tie_express: "The longest continuous path decides.",
  tie_longest: "The longer continuous path decides.",
  tie_shared: "Whoever is still equal shares the win.",
} satisfies Catalogue;
