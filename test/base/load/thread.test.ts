// A thread that exceeds its bounds ends alone, and says which one it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBreath } from '../../../src/base/load/turns.ts';
import { askThread, type ThreadBounds, ThreadExceeded } from '../../../src/base/load/thread.ts';

const script = (onNext: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort, workerData } from 'node:worker_threads'; let n = 0; parentPort.on('message', () => { ${onNext} });`,
    )}`,
  );
const PLENTY: ThreadBounds = { ms: 60_000, heap_mb: 64 };

const ask = async (onNext: string, bounds = PLENTY, signal?: AbortSignal): Promise<unknown[]> => {
  const pieces: unknown[] = [];
  for await (const piece of askThread(script(onNext), { upTo: 3 }, bounds, signal)) pieces.push(piece);
  return pieces;
};

const COUNT = `n += 1; parentPort.postMessage(n > workerData.upTo ? { done: true } : { piece: n })`;
const ENDLESS = 'for (;;) n += 1';

test('pieces come in their order, one at a time', async () => {
  assert.deepEqual(await ask(COUNT), [1, 2, 3]);
});

test('who takes no more pieces ends the thread', async () => {
  for await (const piece of askThread(script(COUNT), { upTo: 1e9 }, PLENTY)) if (piece === 5) break;
});

for (const [bound, work, bounds] of [
  ['ms', ENDLESS, { ...PLENTY, ms: 300 }],
  ['heap_mb', 'const all = []; for (;;) all.push([n, n, n])', { ...PLENTY, heap_mb: 16 }],
] as const)
  test(`a thread that exceeds its bound of ${bound}`, async () => {
    await assert.rejects(
      ask(work, bounds),
      (error) => error instanceof ThreadExceeded && error.bound === bound,
    );
  });

test('a fault of the thread, and a caller that stops waiting', async () => {
  await assert.rejects(ask(`throw new Error('a slip')`), /a slip/);
  await assert.rejects(ask(`parentPort.postMessage({ error: new Error('a fault') })`), /a fault/);
  await assert.rejects(ask('process.exit(3)'), /ended with code 3/);
  const leaving = new AbortController();
  const waiting = ask(ENDLESS, PLENTY, leaving.signal);
  leaving.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await assert.rejects(ask(COUNT, PLENTY, leaving.signal), /gone/);
});

test('long work lets others run between its steps', async () => {
  const breathe = createBreath();
  const others: number[] = [];
  const timer = setInterval(() => others.push(performance.now()), 1);
  // Work that does not let them run would last until the end.
  const end = performance.now() + 10_000;
  while (others.length < 5 && performance.now() < end) await breathe();
  clearInterval(timer);
  assert.equal(others.length, 5);
});
