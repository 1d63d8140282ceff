// The thread's side of `askThread`: it sends a piece whenever one is asked for.
import { parentPort, workerData } from 'node:worker_threads';
import type { Piece } from './thread.ts';

export const answerInPieces = <I, T>(work: (input: I) => Iterable<T>): void => {
  let pieces: Iterator<T> | undefined;
  const next = (): Piece<T> => {
    try {
      pieces ??= work(workerData as I)[Symbol.iterator]();
      const { done, value } = pieces.next();
      return done === true ? { done } : { piece: value };
    } catch (error) {
      return { error };
    }
  };
  parentPort?.on('message', () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(next());
  });
};
