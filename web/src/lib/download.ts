/** Saves texts and pictures as files. */

const REVOKE_DELAY = 60_000; // browsers read the text some time after the click

/** Save a text as a file in the reader's downloads. */
export const downloadText = (name: string, text: string) =>
  downloadBlob(name, new Blob([text], { type: "text/plain" }));

/** Save a file in the reader's downloads. */
export function downloadBlob(name: string, content: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY);
}

/** The name of a picture's file. */
export const pictureFile = (id: string) => `whistlestop-${id}.png`;

/** The name of a record's file. */
export const recordFile = (id: string) => `whistlestop-${id}.txt`;
