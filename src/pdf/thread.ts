// Prints documents in a thread of its own: reading the XML, fonts and text layout take some 100 ms of computing for each,
// during which the service would answer nobody.
import { Worker } from 'node:worker_threads';
import type { PrintInvoice } from '../domain/filing/delivery/printer.ts';
import { type Sendable, toSendable } from './print.ts';

/** What the thread is sent; it prints one document after the other. */
export interface PrintOrder {
  readonly id: number;
  readonly document: Sendable;
}

/** What it answers. */
export type PrintAnswer = { readonly id: number } & (
  | { readonly pdf: Uint8Array }
  | { readonly error: unknown }
);

export interface Printer {
  readonly print: PrintInvoice;
  close(): Promise<void>;
}

interface Waiting {
  resolve(pdf: Buffer): void;
  reject(error: unknown): void;
}

/** More than the fonts and the longest document need; a thread that exceeds it fails without the service. */
const MAX_HEAP_MB = 384;

/** A thread that is started for the first document, and again after a failure. */
export const openPrinter = (): Printer => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) worker?.unref();
    return found;
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./print-thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const fail = (error: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      for (const id of waiting.keys()) settle(id)?.reject(error);
    };
    started.on('message', (answer: PrintAnswer) => {
      const found = settle(answer.id);
      if ('pdf' in answer) found?.resolve(Buffer.from(answer.pdf));
      else found?.reject(answer.error);
    });
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`the printing thread ended with code ${code}`)));
    return started;
  };

  return {
    print: (filed) =>
      new Promise((resolve, reject) => {
        const order: PrintOrder = { id: (last += 1), document: toSendable(filed) };
        worker ??= start();
        worker.ref();
        waiting.set(order.id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(order);
      }),
    close: async () => {
      await worker?.terminate();
    },
  };
};
