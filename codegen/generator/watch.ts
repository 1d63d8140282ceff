// Rebuilds when a YAML file or a guide changes. A fault leaves the last good output as it is.
import { watch as watchFolder } from 'node:fs';

const DEBOUNCE_MS = 80;

/** Never resolves. Builds do not overlap: a change during one starts another after it. */
export const watch = async (folder: string, build: () => Promise<number>): Promise<number> => {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;
  const rebuild = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      await build();
    } finally {
      running = false;
    }
    if (!again) return;
    again = false;
    await rebuild();
  };
  await rebuild();
  watchFolder(folder, { recursive: true }, (_event, file) => {
    if (file === null || !/\.(yaml|md)$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), DEBOUNCE_MS);
  });
  return new Promise(() => undefined);
};
