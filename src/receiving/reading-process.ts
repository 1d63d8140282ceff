// The process that reads: it hands one file after another to a thread and watches, which the thread cannot while it works,
// how much memory the process takes. Beyond the bound it ends at once, and the reading with it.
import { keepThreads, ThreadExceeded } from '../base/load/thread.ts';
import { nameSources } from '../base/stack.ts';
import { ENDED_BY_MEMORY, READING } from './bounds.ts';
import type { Reading } from './reading.ts';

nameSources();

const MEBIBYTE = 1024 * 1024;
const WATCH_MS = 5;

const ask = keepThreads(new URL('./reading-thread.js', import.meta.url), READING, {
  most: 1,
  idle_ms: 60_000,
  grown_mb: 64,
});

export interface Input {
  readonly bytes: Uint8Array;
  /** The bound of the process, in MiB. */
  readonly memory_mb: number;
}

export type Answer =
  | { readonly reading: Reading }
  | { readonly exceeded: ThreadExceeded['bound'] }
  | { readonly fault: string };

const read = async (bytes: Uint8Array): Promise<Answer> => {
  try {
    let answer: Answer = { fault: 'no reading' };
    // To its end: a thread that was left before is not used again.
    for await (const reading of ask<Reading>(bytes)) answer = { reading };
    return answer;
  } catch (error) {
    if (error instanceof ThreadExceeded) return { exceeded: error.bound };
    return { fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
};

const watch = (memory_mb: number): NodeJS.Timeout =>
  setInterval(() => {
    if (process.memoryUsage.rss() > memory_mb * MEBIBYTE) process.exit(ENDED_BY_MEMORY);
  }, WATCH_MS);

process.on('message', ({ input }: { readonly input: Input }) => {
  const timer = watch(input.memory_mb);
  void read(input.bytes).then((answer) => {
    clearInterval(timer);
    process.send?.(answer);
  });
});

// Whoever asked is gone.
process.on('disconnect', () => process.exit(0));
