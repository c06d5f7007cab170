/** A large page in steps, so that a slow device can show and answer something in between. */

const PAUSE = 10; // milliseconds

/** Counts the steps of a component: its parts appear one after the other, as the count grows. */
export class Steps {
  /** How many steps are done. */
  done = $state(0);

  /** Belongs to the component that makes it. */
  constructor(private readonly count: number) {
    $effect(() => {
      if (this.isDone) return;
      const timer = setTimeout(() => this.done++, PAUSE);
      return () => clearTimeout(timer);
    });
  }

  get isDone(): boolean {
    return this.done >= this.count;
  }
}
