/** Read a file of the engine, which is beside the page. */
export async function fetchFile(name: string): Promise<Uint8Array> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
