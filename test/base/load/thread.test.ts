// A thread that exceeds its bounds ends alone, and says which one it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createBreath } from '../../../src/base/load/turns.ts';
import { askThread, keepThreads, type ThreadBounds, ThreadExceeded } from '../../../src/base/load/thread.ts';

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

/** Tells which thread it is, and what it has of memory; does as the input says. */
const KEPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    let input, told;
    parentPort.on('message', (question) => {
      if (question.input !== undefined) [input, told] = [question.input, false];
      if (input.endless) for (;;);
      if (input.slip) throw new Error('a slip');
      if (input.fault) return parentPort.postMessage({ error: new Error('a fault') });
      parentPort.postMessage(told ? { done: true, heap_mb: input.heap_mb ?? 1 } : { piece: threadId });
      told = true;
    });`)}`,
);

type Ask = ReturnType<typeof keepThreads>;

const keeping = (keep: Partial<Parameters<typeof keepThreads>[2]> = {}, bounds = PLENTY): Ask =>
  keepThreads(KEPT, bounds, { most: 2, idle_ms: 60_000, grown_mb: 64, ...keep });

const threadOf = async (ask: Ask, input: object = {}): Promise<unknown> => {
  const pieces: unknown[] = [];
  for await (const piece of ask(input)) pieces.push(piece);
  assert.equal(pieces.length, 1);
  return pieces[0];
};

test('a thread takes one input after the other, and a second one those that come meanwhile', async () => {
  const ask = keeping();
  const first = await threadOf(ask);
  assert.equal(await threadOf(ask), first);
  const both = await Promise.all([threadOf(ask), threadOf(ask)]);
  assert.equal(new Set(both).size, 2);
  assert.ok(both.includes(first));
  assert.ok(both.includes(await threadOf(ask)));
});

test('of many at a time no more are kept than may be', async () => {
  const ask = keeping();
  const many = await Promise.all(Array.from({ length: 5 }, () => threadOf(ask)));
  assert.equal(new Set(many).size, 5);
  const later = new Set<unknown>();
  for (let at = 0; at < 6; at += 1)
    for (const id of await Promise.all([threadOf(ask), threadOf(ask)])) later.add(id);
  assert.equal(later.size, 2);
});

for (const [name, input, expected] of [
  ['exceeds its time', { endless: true }, ThreadExceeded],
  ['breaks', { slip: true }, /a slip/],
  ['tells of a fault', { fault: true }, /a fault/],
] as const)
  test(`a thread that ${name} takes no more inputs, and the next goes to another`, async () => {
    const ask = keeping({}, { ...PLENTY, ms: 5_000 });
    const first = await threadOf(ask);
    await assert.rejects(threadOf(ask, input), expected);
    const second = await threadOf(ask);
    assert.notEqual(second, first);
    assert.equal(await threadOf(ask), second);
  });

test('a thread that grew, was left early or was idle for long takes no more inputs', async () => {
  const ask = keeping();
  const first = await threadOf(ask, { heap_mb: 65 });
  const second = await threadOf(ask);
  assert.notEqual(second, first);
  for await (const piece of ask({})) {
    assert.equal(piece, second);
    break;
  }
  assert.notEqual(await threadOf(ask), second);
  const soon = keeping({ idle_ms: 5 });
  const third = await threadOf(soon);
  await pause(200);
  assert.notEqual(await threadOf(soon), third);
});
