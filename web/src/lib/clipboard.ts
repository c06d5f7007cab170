/** Copies text to the clipboard. */

/** Copy a text; returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // pages over plain http have no clipboard API, and browsers may deny it
  }
}

/** Copy the older way: select the text in a field, then copy the selection. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
