/** The rules of a map as chapters of text, chosen by the map's rules and tracks, never by its name. */
import type { Language } from "../i18n/i18n.svelte";
import { fillPassage, type Passage, type Passages, type RuleLine } from "../i18n/rules";
import type { Board, Rules, Track } from "../lib/api";
import { ends } from "../lib/text";

export interface Chapter {
  title: RuleLine;
  lines: RuleLine[];
  /** The tracks and cities that are shown beside it. */
  tracks?: Track[];
  cities?: string[];
  /** Whether it includes the table of points. */
  points?: boolean;
}

const when = (condition: unknown, ...lines: RuleLine[]): RuleLine[] => (condition ? lines : []);

/** Tracks of a map as examples for the rules: a double route, a tunnel, a ferry, a route with swaps. */
function examples({ tracks }: Board) {
  const plain = tracks.filter((track) => !track.tunnel && !track.locomotives && !track.swap);
  const doubles = (list: Track[]) =>
    list.flatMap((first, n) =>
      list.slice(n + 1).flatMap((second) => (first.a === second.a && first.b === second.b ? [[first, second]] : [])),
    );
  return {
    plain: plain.filter((track) => track.colour !== "grey" && track.length === 4)[0] ?? plain[0],
    twins: doubles(plain)[0] ?? [],
    isUneven: doubles(tracks).some(([first, second]) => first!.length !== second!.length),
    tunnel: tracks.find((track) => track.tunnel && track.length > 1) ?? tracks.find((track) => track.tunnel),
    ferry: tracks.find((track) => track.locomotives),
    ferrySwap: tracks.find((track) => track.locomotives && track.swap),
    swap: tracks.find((track) => !track.locomotives && track.swap),
  };
}

const firstTickets = (rules: Rules): RuleLine =>
  rules.first_long_tickets
    ? [
        "first_tickets_long",
        { long: rules.first_long_tickets, short: rules.first_short_tickets, keep: rules.first_keep },
      ]
    : ["first_tickets", { offered: rules.first_short_tickets, keep: rules.first_keep }];
const firstReturn = (rules: Rules): RuleLine => [rules.first_return === "out" ? "first_out" : "first_under"];
const laterReturn = (rules: Rules): RuleLine => [rules.draw_return === "out" ? "later_out" : "later_under"];
const drawnLocomotive = (rules: Rules): RuleLine => [rules.locomotive_ends_draw ? "locomotive_ends" : "locomotive_any"];
const sweep = (rules: Rules): RuleLine => (rules.sweep ? ["sweep", { n: rules.sweep }] : ["no_sweep"]);
const withoutDeck = (rules: Rules): RuleLine => [rules.take_without_deck ? "face_up_only" : "no_draw"]; // C8
const isEverDouble = (rules: Rules) => rules.both_tracks_from > rules.min_seats;
const bonuses = (rules: Rules): RuleLine[] => [
  ...when(rules.globetrotter, ["globetrotter", { n: rules.globetrotter }]),
  ...when(rules.express, ["express", { n: rules.express }]),
  ...when(rules.station_value, ["station_left", { n: rules.station_value }]),
  ...when(rules.attraction_value, ["attraction", { n: rules.attraction_value }]),
];
const swapFields = (board: Board, track: Track) => ({
  pair: ends(board, track.id).pair,
  n: track.swap,
});

/** All rules of a map, chapter by chapter. */
export function chapters(rules: Rules, board: Board): Chapter[] {
  const { plain, twins, isUneven, tunnel, ferry, ferrySwap, swap } = examples(board);
  const ticket = board.tickets[0];
  const attraction = board.cities.find((city) => city.attraction);
  const known = (...tracks: (Track | undefined)[]) => tracks.filter((track) => track !== undefined);
  const deck = {
    count: rules.cards_per_colour,
    colours: rules.colours.length,
    locomotives: rules.locomotives,
    hand: rules.first_cards,
  };
  return [
    { title: ["t_goal"], lines: [["goal"]] },
    {
      title: ["t_setup"],
      lines: [
        ["pieces", { cars: rules.cars }],
        ...when(rules.stations, ["stations", { stations: rules.stations }]),
        ["deck", deck],
        firstTickets(rules),
        firstReturn(rules),
        ["first"],
      ],
    },
    { title: ["t_turn"], lines: [[rules.stations ? "turn_station" : "turn"]] },
    { title: ["t_draw"], lines: [["draw"], drawnLocomotive(rules), sweep(rules), ["shuffle"], withoutDeck(rules)] },
    {
      title: ["t_claim"],
      lines: [
        ["claim"],
        [rules.locomotives_anywhere ? "locomotive_anywhere" : "locomotive_special"],
        ...when(twins.length, ["double"]),
        ...when(isUneven, ["double_lengths"]),
        ...when(twins.length && isEverDouble(rules), ["double_closed", { n: rules.both_tracks_from }]),
      ],
      tracks: twins.length ? twins : known(plain),
      points: true,
    },
    ...(tunnel
      ? [
          {
            title: ["t_tunnel"],
            lines: [["tunnel"], ["tunnel_back"], ["tunnel_locomotives"], ["tunnel_few"]],
            tracks: [tunnel],
          } satisfies Chapter,
        ]
      : []),
    ...(ferry
      ? [
          {
            title: ["t_ferry"],
            lines: [["ferry"], ...when(ferrySwap, ["ferry_swap", { n: ferrySwap?.swap ?? 0 }])],
            tracks: [ferry],
          } satisfies Chapter,
        ]
      : []),
    ...(swap
      ? [
          {
            title: ["t_swap", swapFields(board, swap)],
            lines: [["swap", swapFields(board, swap)]],
            tracks: [swap],
          } satisfies Chapter,
        ]
      : []),
    ...(rules.stations
      ? [
          {
            title: ["t_station"],
            lines: [["station"], ["station_use"], ["station_left", { n: rules.station_value }]],
          } satisfies Chapter,
        ]
      : []),
    {
      title: ["t_tickets"],
      lines: [
        ["tickets", { n: rules.draw_tickets, keep: rules.draw_keep }],
        laterReturn(rules),
        ["ticket_worth"],
        ["ticket_secret"],
      ],
      tracks: board.tracks.filter((track) => ticket?.path.includes(track.id)),
      cities: ticket ? [ticket.a, ticket.b] : [],
    },
    { title: ["t_end"], lines: [["last_round", { n: rules.last_round }], ["pass"]] },
    {
      title: ["t_score"],
      lines: [["running"], ["ticket_worth"], ...bonuses(rules)],
      ...(attraction && rules.attraction_value ? { cities: [attraction.id] } : {}),
    },
    {
      title: ["t_tie"],
      lines: [...rules.tie_breaks.map((rule): RuleLine => [`tie_${rule}` as Passage]), ["tie_shared"]],
    },
  ];
}

/** How a map differs from others, in a few sentences. */
export function differences(rules: Rules, board: Board, passages: Passages, language: Language): string[] {
  const { twins, ferrySwap, swap, tunnel, ferry } = examples(board);
  const lines: RuleLine[] = [
    ["pieces", { cars: rules.cars }],
    firstTickets(rules),
    drawnLocomotive(rules),
    ...when(rules.take_without_deck, withoutDeck(rules)),
    ...when(!rules.locomotives_anywhere && (tunnel || ferry), ["locomotive_special"]),
    ...when(ferrySwap, ["ferry_swap", { n: ferrySwap?.swap ?? 0 }]),
    ...(swap ? when(true, ["swap", swapFields(board, swap)]) : []),
    ...when(rules.stations, ["station"]),
    laterReturn(rules),
    ...when(twins.length && isEverDouble(rules), ["double_closed", { n: rules.both_tracks_from }]),
    ...bonuses(rules),
  ];
  return lines.map((line) => fillPassage(passages, language, line));
}
