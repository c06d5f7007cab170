/** In a browser: do what messages ask, and answer each. The files are beside the page. */
import { answer, type Question } from "./answer";

async function load(name: string): Promise<Uint8Array> {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

onmessage = async ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  try {
    postMessage({ id: data.id, found: await answer(data.question, load) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
};
