/** Which lessons there are. */
import type { MapInfo } from "./api";

/** The maps that have lessons, in the order in which one takes them. */
export const mapsToLearn = (known: MapInfo[]): MapInfo[] =>
  known.filter(({ lessons }) => lessons.length).sort((one, other) => one.lessons[0]!.order - other.lessons[0]!.order);
