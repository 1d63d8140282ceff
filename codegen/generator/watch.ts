// Rebuilds when a YAML file or a guide changes. A fault leaves the last good output as it is.
import { watch as watchFiles } from 'chokidar';
import type { Console } from './console.ts';

/** Editors save in several steps: a new file, a rename, a change of its rights. */
const DEBOUNCE_MS = 80;

/** Ends when `signal` is aborted. Builds do not overlap: a change during one starts another after it. */
export const watch = async (
  folder: string,
  console: Console,
  build: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> => {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;
  const rebuild = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    const started = performance.now();
    try {
      const code = await build();
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      console.out(
        `${code === 0 ? 'built' : 'not built'} in ${seconds} s at ${new Date().toLocaleTimeString()}\n`,
      );
    } finally {
      running = false;
    }
    if (!again) return;
    again = false;
    await rebuild();
  };
  // Folders are watched, not files, so that a file which an editor puts in the place of another is seen too.
  const watcher = watchFiles(folder, {
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !/\.(yaml|md)$/.test(path),
  });
  watcher.on('all', (event) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), DEBOUNCE_MS);
  });
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  await rebuild();
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      void watcher.close().then(() => resolve(0));
    });
  });
};
