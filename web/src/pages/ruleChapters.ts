/** The rules of a map as chapters of text, chosen by the map's rules and tracks, never by its name. */
import type { Language } from "../i18n/i18n.svelte";
import { fillPassage, type Passage, type Passages, type RuleLine } from "../i18n/rules";
import type { Rules, Sheet, Track } from "../lib/api";
import { ends } from "../lib/text";

export interface Chapter {
  title: RuleLine;
  lines: RuleLine[];
  /** The part of the board that is shown beside it. */
  tracks?: Track[];
  cities?: string[];
  /** Whether the table of points belongs here. */
  points?: boolean;
}

const when = (is: unknown, ...lines: RuleLine[]): RuleLine[] => (is ? lines : []);

/** Tracks of a map as examples for the rules: a double route, a tunnel, a ferry, a route with swaps. */
function examples({ tracks }: Sheet) {
  const plain = tracks.filter((one) => !one.tunnel && !one.locomotives && !one.swap);
  const doubles = (of: Track[]) =>
    of.flatMap((one, n) => of.slice(n + 1).flatMap((two) => (one.a === two.a && one.b === two.b ? [[one, two]] : [])));
  return {
    plain: plain.filter((one) => one.colour !== "grey" && one.length === 4)[0] ?? plain[0],
    twins: doubles(plain)[0] ?? [],
    isUneven: doubles(tracks).some(([one, two]) => one!.length !== two!.length),
    tunnel: tracks.find((one) => one.tunnel && one.length > 1) ?? tracks.find((one) => one.tunnel),
    ferry: tracks.find((one) => one.locomotives),
    ferrySwap: tracks.find((one) => one.locomotives && one.swap),
    swap: tracks.find((one) => !one.locomotives && one.swap),
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
const swapFields = (sheet: Sheet, track: Track) => ({
  pair: ends(sheet, track.id).pair,
  n: track.swap,
});

/** All rules of a map, chapter by chapter. */
export function chapters(rules: Rules, sheet: Sheet): Chapter[] {
  const { plain, twins, isUneven, tunnel, ferry, ferrySwap, swap } = examples(sheet);
  const ticket = sheet.tickets[0];
  const attraction = sheet.cities.find((city) => city.attraction);
  const some = (...tracks: (Track | undefined)[]) => tracks.filter((one) => one !== undefined);
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
      tracks: twins.length ? twins : some(plain),
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
            title: ["t_swap", swapFields(sheet, swap)],
            lines: [["swap", swapFields(sheet, swap)]],
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
      tracks: sheet.tracks.filter((track) => ticket?.path.includes(track.id)),
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
      lines: [...rules.tie_breaks.map((one): RuleLine => [`tie_${one}` as Passage]), ["tie_shared"]],
    },
  ];
}

/** What sets a map apart, in a few sentences. */
export function differences(rules: Rules, sheet: Sheet, passages: Passages, language: Language): string[] {
  const { twins, ferrySwap, swap, tunnel, ferry } = examples(sheet);
  const lines: RuleLine[] = [
    ["pieces", { cars: rules.cars }],
    firstTickets(rules),
    drawnLocomotive(rules),
    ...when(rules.take_without_deck, withoutDeck(rules)),
    ...when(!rules.locomotives_anywhere && (tunnel || ferry), ["locomotive_special"]),
    ...when(ferrySwap, ["ferry_swap", { n: ferrySwap?.swap ?? 0 }]),
    ...(swap ? when(true, ["swap", swapFields(sheet, swap)]) : []),
    ...when(rules.stations, ["station"]),
    laterReturn(rules),
    ...when(twins.length && isEverDouble(rules), ["double_closed", { n: rules.both_tracks_from }]),
    ...bonuses(rules),
  ];
  return lines.map((line) => fillPassage(passages, language, line));
}
