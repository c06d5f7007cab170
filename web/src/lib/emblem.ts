/** Emblems: a sign beside a person's name, drawn from one number. The name is always there too. */

/** Dark enough for the white figure, by day and by night. */
const COLOURS = ["#8f2418", "#96500c", "#64600f", "#2b6632", "#11666a", "#215488", "#5a3d94", "#88295f"];
/** Darker parts of the field, 32 units wide: plain, per pale, per fess, per bend, pale, fess, quarterly, border. */
const PATTERNS = [
  "",
  "M16 0h16v32h-16z",
  "M0 16h32v16h-32z",
  "M32 0v32h-32z",
  "M11 0h10v32h-10z",
  "M0 11h32v10h-32z",
  "M0 0h16v32h16v-16h-32z",
  "M16 0a16 16 0 1 0 .01 0zM16 4a12 12 0 1 1-.01 0z",
];
/** Star, wheel, rails, signal, mountain, tree, lamp and arrow. */
const FIGURES = [
  "M16 6.500l2.700 6.200 6.800.600-5.100 4.500 1.500 6.600-5.900-3.500-5.900 3.500 1.500-6.600-5.100-4.500 6.800-.600z",
  "M16 7a9 9 0 1 0 .01 0zM16 10a6 6 0 1 1-.01 0zM15 8h2v7h7v2h-7v7h-2v-7h-7v-2h7z",
  "M11 7h2.500l-1.500 18h-3zM18.500 7h2.500l2 18h-3zM13.1 10h5.8v2h-5.8zM12.7 15h6.6v2h-6.6zM12.3 20h7.4v2h-7.4z",
  "M10 6h2.500v20h-2.500zM12.500 8l12-1v6l-12-1z",
  "M5.500 24l7-13 3.500 5 2.500-3.500 8 11.500z",
  "M16 6l6 8h-3l5 7h-6.500v4.500h-3v-4.500h-6.500l5-7h-3z",
  "M14.500 6h3v2.500l4 4v9l-2 3.500h-7l-2-3.500v-9l4-4zM13 14v6h6v-6z",
  "M16 6.500l8 9h-5v10h-6v-10h-5z",
];
export const CHOICES = { colour: COLOURS.length, pattern: PATTERNS.length, figure: FIGURES.length };

/** The parts of an emblem, each a number from 0 on. */
export interface EmblemParts {
  colour: number;
  pattern: number;
  figure: number;
}

/** The parts of the emblem with a number. */
export const partsOf = (emblem: number): EmblemParts => ({
  colour: Math.floor(emblem / 64) % 8,
  pattern: Math.floor(emblem / 8) % 8,
  figure: emblem % 8,
});

/** The number of an emblem. */
export const emblemNumber = ({ colour, pattern, figure }: EmblemParts): number => 64 * colour + 8 * pattern + figure;

/** What to draw: the colour of the field, and the paths of its pattern and of its figure. */
export function drawEmblem(emblem: number): { colour: string; pattern: string; figure: string } {
  const { colour, pattern, figure } = partsOf(emblem);
  return { colour: COLOURS[colour]!, pattern: PATTERNS[pattern]!, figure: FIGURES[figure]! };
}
