/** Which lessons the person at this browser has done. */
import { storage } from "../storage";

const KEY = "whistlestop.lessons";

const nameOf = (map: string, lesson: string) => `${map}/${lesson}`;
const read = (): string[] => (storage.read(KEY) ?? "").split(" ").filter(Boolean);

export const isDone = (map: string, lesson: string): boolean => read().includes(nameOf(map, lesson));
export const hasDoneAny = (): boolean => read().length > 0;

export function markDone(map: string, lesson: string) {
  if (!isDone(map, lesson)) storage.write(KEY, [...read(), nameOf(map, lesson)].join(" "));
}
