// Work that would hold up the service, in a thread of its own: bounded in time and memory, so that what exceeds them ends
// alone. Its answer comes in pieces, each of which is taken in a moment.
import { getHeapStatistics } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';

export interface ThreadBounds {
  /** From its start to its last piece. */
  readonly ms: number;
  readonly heap_mb: number;
  /** Of it for objects that live for a moment; by default what the engine thinks right. */
  readonly young_mb?: number;
}

/** The work exceeded one of its bounds. */
export class ThreadExceeded extends Error {
  readonly bound: 'ms' | 'heap_mb';

  constructor(bound: ThreadExceeded['bound']) {
    super(`the thread exceeded its bound of ${bound}`);
    this.bound = bound;
  }
}

/** How the thread answers each question for a piece. */
export type Piece<T> =
  | { readonly piece: T }
  | { readonly error: unknown }
  /** With what the thread has taken of memory by then. */
  | { readonly done: true; readonly heap_mb?: number };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const startThread = (
  script: URL,
  { heap_mb, young_mb }: Omit<ThreadBounds, 'ms'>,
  input?: unknown,
): Worker => {
  const worker = new Worker(script, {
    workerData: input,
    resourceLimits: {
      maxOldGenerationSizeMb: heap_mb,
      ...(young_mb === undefined ? {} : { maxYoungGenerationSizeMb: young_mb }),
    },
  });
  // Who asks it learns of its faults; that of a thread that nobody asks is told by its end.
  worker.on('error', () => undefined);
  return worker;
};

/** Returns what the thread has of memory after its last piece. */
async function* piecesOf<T>(
  worker: Worker,
  begin: unknown,
  ms: number,
  signal?: AbortSignal,
): AsyncGenerator<T, number, undefined> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  // Told where a piece is waited for.
  failed.catch(() => undefined);
  const timer = setTimeout(() => fail(new ThreadExceeded('ms')), ms);
  const abort = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const broken = (error: unknown): void => fail(isOutOfMemory(error) ? new ThreadExceeded('heap_mb') : error);
  const ended = (code: number): void => fail(new Error(`the thread ended with code ${code}`));
  worker.on('error', broken).on('exit', ended);
  const ask = (question: unknown): Promise<Piece<T>> =>
    Promise.race([
      failed,
      new Promise<Piece<T>>((resolve) => {
        worker.once('message', resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(question);
      }),
    ]);
  try {
    let answer = await ask(begin);
    while (!('done' in answer)) {
      if ('error' in answer) throw answer.error;
      yield answer.piece;
      answer = await ask('next');
    }
    return answer.heap_mb ?? 0;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    worker.off('error', broken).off('exit', ended);
  }
}

/** The pieces that the script, which calls `answerInPieces`, makes of the input, in a thread that ends with them. */
export async function* askThread<T>(
  script: URL,
  input: unknown,
  bounds: ThreadBounds,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  signal?.throwIfAborted();
  const worker = startThread(script, bounds, input);
  try {
    yield* piecesOf<T>(worker, 'next', bounds.ms, signal);
  } finally {
    await worker.terminate();
  }
}

/** How threads wait for more work. */
export interface Keeping {
  /** So many. */
  readonly most: number;
  /** No longer than this. */
  readonly idle_ms: number;
  /** None that has taken more memory than this. */
  readonly grown_mb: number;
}

/**
 * The same in threads that wait for the next input, since a start takes longer than most inputs. One that failed, exceeded a
 * bound or was left before its last piece is never used again. The script must keep nothing of an input after its last piece.
 */
export const keepThreads = (script: URL, bounds: ThreadBounds, { most, idle_ms, grown_mb }: Keeping) => {
  const idle = new Map<Worker, NodeJS.Timeout>();
  const take = (): Worker | undefined => {
    const [worker, timer] = [...idle].at(-1) ?? [];
    if (worker === undefined) return undefined;
    clearTimeout(timer);
    idle.delete(worker);
    worker.ref();
    return worker;
  };
  const start = (): Worker => {
    const worker = startThread(script, bounds);
    worker.once('exit', () => {
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    return worker;
  };
  const keep = (worker: Worker): void => {
    // An idle thread does not keep the process alive.
    worker.unref();
    idle.set(worker, setTimeout(() => void worker.terminate(), idle_ms).unref());
  };
  return async function* ask<T>(input: unknown, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
    signal?.throwIfAborted();
    const worker = take() ?? start();
    let grown = Infinity;
    try {
      grown = yield* piecesOf<T>(worker, { input }, bounds.ms, signal);
    } finally {
      if (grown <= grown_mb && idle.size < most) keep(worker);
      else await worker.terminate();
    }
  };
};

// The thread's side of both: it sends a piece whenever one is asked for.

const MEBIBYTE = 1024 * 1024;

const inputOf = (question: unknown): unknown =>
  typeof question === 'object' && question !== null && 'input' in question ? question.input : workerData;

export const answerInPieces = <T>(work: (input: unknown) => Iterable<T> | AsyncIterable<T>): void => {
  let pieces: Iterator<T> | AsyncIterator<T> | undefined;
  // What one input puts there would be seen by the next.
  Object.preventExtensions(Object.prototype);
  const begin = (input: unknown): Iterator<T> | AsyncIterator<T> => {
    const made = work(input);
    return Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]();
  };
  const next = async (question: unknown): Promise<Piece<T>> => {
    try {
      pieces ??= begin(inputOf(question));
      const { done, value } = await pieces.next();
      if (done !== true) return { piece: value };
      pieces = undefined;
      // The text that a pattern fitted last is kept for `RegExp.$_` until another one fits.
      /\d/u.test('0');
      const { total_heap_size, external_memory } = getHeapStatistics();
      return { done, heap_mb: (total_heap_size + external_memory) / MEBIBYTE };
    } catch (error) {
      return { error };
    }
  };
  parentPort?.on('message', (question: unknown) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void next(question).then((piece) => parentPort?.postMessage(piece));
  });
};
