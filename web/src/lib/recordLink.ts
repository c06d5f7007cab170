/** Links that hold a whole record in their fragment, which browsers don't send to any server. */

import { fromBase64Url, toBase64Url } from "./base64Url";

/** The most bytes of a record; a long game has about 15,000. */
const MAX_BYTES = 400_000;

/** The bytes that come out of a stream; an error if there are too many. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of new Blob([bytes]).stream().pipeThrough(stream)) {
    size += part.length;
    if (size > MAX_BYTES) throw new RangeError("The record is too long.");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Pack a record into the data of a link: compressed, in letters that links allow. */
export async function packRecord(record: string): Promise<string> {
  return toBase64Url(await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw")));
}

/** Read the record in a link's data; null if there is none. */
export async function unpackRecord(data: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await through(fromBase64Url(data), new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

/** The data of a link to a record in what somebody pasted; null if it isn't such a link. */
export const recordInText = (text: string): string | null =>
  /^https?:\S+import[#!]([A-Za-z0-9_-]+(?:\.\d+)?)$/.exec(text.trim())?.[1] ?? null;

/** The data of a link to a moment of a game: its record, and the ply. */
export const packMoment = async (record: string, ply: number): Promise<string> => `${await packRecord(record)}.${ply}`;

/** Split the data of a link into its record, still packed, and the ply; null if it leads to no moment. */
export function splitMoment(data: string): { packed: string; ply: number | null } {
  const [packed = "", ply] = data.split(".");
  return { packed, ply: ply ? Number(ply) : null };
}
