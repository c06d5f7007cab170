/** Long work in slices, so that a slow device answers in between. */

const SLICE = 3; // milliseconds

/** Take the steps of some work, and tell its result; the first slice is done at once. Returns how to stop. */
export function inSlices<Result>(steps: Generator<void, Result>, tell: (result: Result) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function work() {
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      const step = steps.next();
      if (step.done) return tell(step.value);
    }
    timer = setTimeout(work);
  }
  work();
  return () => clearTimeout(timer);
}
