/** Saves texts as files. */

const REVOKE_DELAY = 60_000; // browsers read the text some time after the click

/** Save a text as a file in the reader's downloads. */
export function downloadText(name: string, text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY);
}

/** The name of a record's file. */
export const recordFile = (id: string) => `whistlestop-${id}.txt`;
