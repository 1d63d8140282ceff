// Long work beside others on one event loop: between its steps it lets whoever waits run.

/** Well below what a caller notices. */
const HELD_MS = 10;

/** To be awaited between the steps of a piece of work: the others run once it has held the event loop for a while. */
export type Breath = () => Promise<void> | undefined;

export const createBreath = (): Breath => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < HELD_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
};
