// Wakes a loop early.

/** Waits for a timeout or the next ring; a ring that came before the wait ends it at once. */
export const createBell = () => {
  let rung = false;
  let notify: (() => void) | undefined;
  return {
    ring: (): void => {
      rung = true;
      notify?.();
    },
    wait: async (ms: number): Promise<void> => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          notify = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      notify = undefined;
    },
  };
};
