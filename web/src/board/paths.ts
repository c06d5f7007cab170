/** Paths along tracks, to draw on the board: the shortest between two cities, and one of a given length. */

interface Edge {
  id: string;
  a: string;
  b: string;
  length: number;
}

const PATIENCE = 300_000;

function leading<T extends Edge>(tracks: T[]): Map<string, T[]> {
  const from = new Map<string, T[]>();
  for (const track of tracks) for (const city of [track.a, track.b]) from.set(city, [...(from.get(city) ?? []), track]);
  return from;
}

/** The tracks of a way with the fewest spaces between two cities; none if nothing joins them. */
export function shortestPath(tracks: Edge[], a: string, b: string): string[] {
  const from = leading(tracks);
  const best = new Map<string, { spaces: number; path: string[] }>([[a, { spaces: 0, path: [] }]]);
  const waiting = new Set([a]);
  while (waiting.size) {
    const here = [...waiting].reduce((p, q) => (best.get(q)!.spaces < best.get(p)!.spaces ? q : p));
    waiting.delete(here);
    const { spaces, path } = best.get(here)!;
    if (here === b) return path;
    for (const track of from.get(here) ?? []) {
      const there = track.a === here ? track.b : track.a;
      const sum = spaces + track.length;
      if (sum >= (best.get(there)?.spaces ?? Infinity)) continue;
      best.set(there, { spaces: sum, path: [...path, track.id] });
      waiting.add(there);
    }
  }
  return [];
}

/** A path of so many spaces that uses no track twice; none if it is not found soon. */
export function pathOfLength(tracks: Edge[], spaces: number): string[] {
  const from = leading(tracks);
  const used = new Set<string>();
  let tries = 0;
  const walk = (here: string, sum: number, left: number): boolean => {
    if (sum === spaces) return true;
    if (sum + left < spaces || ++tries > PATIENCE) return false;
    for (const track of from.get(here) ?? []) {
      if (used.has(track.id)) continue;
      used.add(track.id);
      if (walk(track.a === here ? track.b : track.a, sum + track.length, left - track.length)) return true;
      used.delete(track.id);
    }
    return false;
  };
  const all = tracks.reduce((sum, track) => sum + track.length, 0);
  return [...from.keys()].some((city) => walk(city, 0, all)) ? [...used] : [];
}
