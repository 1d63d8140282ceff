// Work that would hold up the service, in a thread of its own: bounded in time and memory, so that what exceeds them ends
// alone. Its answer comes in pieces, each of which is taken in a moment.
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface ThreadBounds {
  /** From its start to its last piece. */
  readonly ms: number;
  readonly heap_mb: number;
}

/** The work exceeded one of its bounds. */
export class ThreadExceeded extends Error {
  readonly bound: keyof ThreadBounds;

  constructor(bound: keyof ThreadBounds) {
    super(`the thread exceeded its bound of ${bound}`);
    this.bound = bound;
  }
}

/** How the thread answers each question for a piece. */
export type Piece<T> = { readonly piece: T } | { readonly error: unknown } | { readonly done: true };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** The pieces that the script, which calls `answerInPieces`, makes of the input. */
export async function* askThread<T>(
  script: URL,
  input: unknown,
  { ms, heap_mb }: ThreadBounds,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  signal?.throwIfAborted();
  const worker = new Worker(script, {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heap_mb },
  });
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  // Told where a piece is waited for.
  failed.catch(() => undefined);
  const timer = setTimeout(() => fail(new ThreadExceeded('ms')), ms);
  const abort = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  worker.on('error', (error) => fail(isOutOfMemory(error) ? new ThreadExceeded('heap_mb') : error));
  worker.on('exit', (code) => fail(new Error(`the thread ended with code ${code}`)));
  const next = (): Promise<Piece<T>> =>
    Promise.race([
      failed,
      new Promise<Piece<T>>((resolve) => {
        worker.once('message', resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage('next');
      }),
    ]);
  try {
    for (let answer = await next(); !('done' in answer); answer = await next()) {
      if ('error' in answer) throw answer.error;
      yield answer.piece;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

// The thread's side of `askThread`: it sends a piece whenever one is asked for.

export const answerInPieces = <T>(work: (input: unknown) => Iterable<T> | AsyncIterable<T>): void => {
  let pieces: Iterator<T> | AsyncIterator<T> | undefined;
  const begin = (): Iterator<T> | AsyncIterator<T> => {
    const made = work(workerData);
    return Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]();
  };
  const next = async (): Promise<Piece<T>> => {
    try {
      pieces ??= begin();
      const { done, value } = await pieces.next();
      return done === true ? { done } : { piece: value };
    } catch (error) {
      return { error };
    }
  };
  parentPort?.on('message', () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void next().then((piece) => parentPort?.postMessage(piece));
  });
};
