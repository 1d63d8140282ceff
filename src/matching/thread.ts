// Runs the matcher in a thread of its own, so that the service keeps answering while it computes.
import { Worker } from 'node:worker_threads';
import type { PortableInput } from './portable.ts';
import type { MatchOutput } from './types.ts';

/** More than the largest accounts need; a thread that exceeds it fails without the service. */
const MAX_HEAP_MB = 768;
/** Most objects live for one line only: a larger young generation is collected less often. */
const YOUNG_HEAP_MB = 96;

/** The input is copied when the thread begins, and not kept here. */
export const matchInThread = (input: PortableInput, signal: AbortSignal): Promise<MatchOutput> =>
  outputOf(
    new Worker(new URL('./match-thread.js', import.meta.url), {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    }),
    signal,
  );

const outputOf = (worker: Worker, signal: AbortSignal): Promise<MatchOutput> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('the matching was stopped'));
      void worker.terminate();
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (output: MatchOutput) => resolve(output));
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', abort);
      reject(new Error(`the matching thread ended with code ${code}`));
    });
    if (signal.aborted) abort();
  });
