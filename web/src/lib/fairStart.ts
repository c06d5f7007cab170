/** This browser's part of a fair start: the hash of random bytes, and the bytes once all hashes are published. */
import { type Refused, sendBytes, sendHash, type TableInfo } from "./api";
import { hashOf, randomDigits } from "./fairKey";
import { keepBytes, keptBytes } from "./ownBytes";
import { Refused as Refusal } from "./refused";
import { remote } from "./remote";

/** How many random bytes each seat adds to the deal. */
const OWN_BYTES = 16;
/** Errors that say that the start is past the step already. */
const STEP_DONE = ["sent_already", "not_wanted", "begun"];

/** Send what a seat owes to the current step of the start; null if it owes nothing. */
export async function sendPart(info: TableInfo, seat: number): Promise<TableInfo | null> {
  const { commitment, sent } = info.fairness;
  const kept = keptBytes(commitment, seat);
  try {
    if (info.step === "bytes") {
      if (!kept) throw new Refusal("other_browser", {}, null, null, "");
      return await sendBytes(info.id, seat, kept);
    }
    if (sent?.includes(seat)) return null;
    const bytes = kept ?? randomDigits(OWN_BYTES);
    if (!kept) keepBytes(commitment, seat, bytes);
    return await sendHash(info.id, seat, hashOf(bytes));
  } catch (error) {
    if (STEP_DONE.includes((error as Refused).code)) return null;
    throw error;
  }
}

/** Send what this browser owes to a table that isn't shown. */
export async function sendAllParts(id: string) {
  let info = await remote.readTable(id);
  for (const step of ["hashes", "bytes"])
    for (const seat of info.yours)
      if (info.state === "open" && info.step === step) info = (await sendPart(info, seat)) ?? info;
}
