import type { Catalogue } from "../catalogue";

export default {
  t_goal: "Goal",
  goal: "Connect cities by rail. Routes score points, completed tickets score more, and unfinished tickets cost you. Most points wins.",
  t_setup: "Setup",
  pieces: "Each player has {cars} train cars.",
  stations: "Each player has {stations, plural, one {# station} other {# stations}}.",
  deck: "The deck has {count} cards in each of {colours} colours plus {locomotives} locomotives. You start with {hand} cards. Five cards lie face up next to the deck.",
  first_tickets: "You are dealt {offered} tickets. Keep at least {keep}. Everyone chooses at the same time, in secret.",
  first_tickets_long:
    "You are dealt {long} long and {short} short tickets. Keep at least {keep}, long or short. Everyone chooses at the same time, in secret. Long tickets are dealt only at the start.",
  first_out: "Starting tickets you don't keep are out of the game.",
  first_under: "Starting tickets you don't keep go to the bottom of the ticket deck.",
  first: "The first player is chosen at random. Turns then go in seat order.",
  t_turn: "Your turn",
  turn: "Do one of these: draw cards, claim a route or draw tickets.",
  turn_station: "Do one of these: draw cards, claim a route, draw tickets or build a station.",
  t_draw: "Drawing cards",
  draw: "Take two cards, each either face up or from the deck. A face-up card is replaced right away. There is no hand limit.",
  locomotive_ends:
    "Taking a face-up locomotive uses your whole turn, so it can't be your second card. One drawn from the deck counts as a normal card.",
  locomotive_any: "Face-up locomotives are taken like any other card. You may even take two.",
  sweep:
    "If {n} or more face-up cards are locomotives, all five are discarded and replaced. If there are too few other cards left for that, it happens as soon as discards make it possible.",
  no_sweep: "The face-up cards are never reset, no matter how many are locomotives.",
  shuffle: "When the deck runs out, the discard pile is reshuffled.",
  no_draw: "While the deck and the discard pile are both empty, no card can be drawn, not even a face-up one.",
  face_up_only: "While the deck and the discard pile are both empty, you can still take face-up cards.",
  t_claim: "Claiming a route",
  claim:
    "Pick any unclaimed route; it doesn't have to connect to yours. Pay one card per space, all in the route's colour, or in any single colour if the route is grey. Your cars go on the spaces, so you need enough of them.",
  locomotive_anywhere: "Locomotives are wild: they count as any colour.",
  locomotive_special: "Locomotives can be used only on ferries and in tunnels, not on ordinary routes.",
  double: "Two tracks between the same cities are a double route. No player may own both.",
  double_lengths: "This applies even if the two tracks differ in length.",
  double_closed:
    "With {n} or more players, both tracks of a double route can be claimed. With fewer, claiming one closes the other.",
  points: "Route points",
  spaces: "Spaces",
  worth: "Points",
  t_tunnel: "Tunnels",
  tunnel:
    "Pay for the route; then the top three cards of the deck are revealed. For each one in the colour you paid, and for each locomotive, add one more card of that colour or a locomotive.",
  tunnel_back:
    "If you can't or won't, take your cards back and your turn ends. The revealed cards are discarded either way.",
  tunnel_locomotives:
    "If you paid with locomotives only, just the revealed locomotives count, and you add locomotives.",
  tunnel_few:
    "If fewer than three cards are left in the deck and discard pile, only those are revealed. If none are left, the tunnel costs nothing extra.",
  t_ferry: "Ferries",
  ferry:
    "Pay one locomotive for each locomotive symbol on a ferry. The other spaces take cards of its colour (any single colour if grey) or more locomotives.",
  ferry_swap:
    "On a ferry, any {n} cards other than locomotives can stand in for one locomotive, as often as you like. Cards of the colour you pay with may be among them only if every space without a symbol is paid in that colour.",
  t_swap: "{pair}",
  swap: "On {pair}, any {n} cards, locomotives included, can stand in for one card of the colour you chose, as often as you like. Cards of that colour can't be among them.",
  t_station: "Stations",
  station:
    "Build a station in any city that doesn't have one; you don't need a route there. Your first costs one card, your second two of one colour, your third three of one colour. Locomotives are wild. One station per turn.",
  station_use:
    "At the end, each station lets you use one opponent's route into its city to complete tickets. It's the same route for all your tickets, and the best one is picked for you.",
  station_left: "Points per unused station: {n}.",
  t_tickets: "Drawing tickets",
  tickets:
    "Take {n} tickets (fewer if the deck runs out) and keep at least {keep}. You can't get rid of a ticket later.",
  later_out: "Tickets you don't keep are out of the game.",
  later_under: "Tickets you don't keep go to the bottom of the ticket deck.",
  ticket_worth:
    "At the end, a ticket scores its points if your routes connect its two cities. If they don't, you lose that many points.",
  ticket_secret: "Your tickets stay secret until the end, but everyone sees how many you have.",
  t_end: "End of the game",
  last_round:
    "When a player ends a turn with {n} or fewer cars, everyone, including that player, gets one last turn. Then the game is scored.",
  pass: "If you can't do anything, you pass. If everyone passes in a row, the game ends.",
  t_score: "Scoring",
  running: "During the game you see route points only. Tickets and bonuses are added at the end.",
  globetrotter:
    "Most completed tickets: {n} points. Tied players all get the bonus; you need at least one completed ticket.",
  express:
    "Longest continuous path of your own cars: {n} points. It may pass through a city more than once but can't use a track twice; routes borrowed by a station don't count. Tied players all get the bonus.",
  attraction: "Points per attraction your routes reach: {n}.",
  t_tie: "Ties",
  tie_tickets: "Most completed tickets wins.",
  tie_stations: "Fewest stations built wins.",
  tie_express: "Whoever has the longest path wins.",
  tie_longest: "The longer path wins.",
  tie_shared: "If it's still a tie, the win is shared.",
} satisfies Catalogue;
