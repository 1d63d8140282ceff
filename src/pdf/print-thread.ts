// What the printing thread runs: the orders in turn.
import { nameSources } from '../base/stack.ts';
import { parentPort } from 'node:worker_threads';
import { draw } from './draw.ts';
import { compose } from './print.ts';
import type { PrintAnswer, PrintOrder } from './thread.ts';

nameSources();

const answer = async ({ id, document }: PrintOrder): Promise<PrintAnswer> => {
  try {
    return { id, pdf: await draw(compose(document)) };
  } catch (error) {
    return { id, error };
  }
};

let before: Promise<void> = Promise.resolve();

parentPort?.on('message', (order: PrintOrder) => {
  before = before.then(async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(await answer(order));
  });
});
