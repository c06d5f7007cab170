/** In a worker of a browser: do what messages ask, and answer each. */
import { answer, type Question } from "./answer";
import { fetchFile } from "./fetchFile";

onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    postMessage({ found: await answer(data, fetchFile) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
