// Work in slices: the same as at once, with others in between, and no slice lost or done twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce, createBreath, inTurns, type Steps } from '../../../src/base/load/turns.ts';

const hold = (ms: number): void => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

/** Notes each of its slices, of so many milliseconds each. */
function* slices(count: number, ms: number, done: number[]): Steps<readonly number[]> {
  for (let at = 0; at < count; at += 1) {
    hold(ms);
    done.push(at);
    yield;
  }
  return done;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test('every slice is done once and in order, in turns as at once', async () => {
  for (const [count, ms] of [
    [0, 0],
    [1, 0],
    [2, 6],
    [999, 0],
    [13, 2],
  ] as const) {
    assert.deepEqual(atOnce(slices(count, ms, [])), numbers(count));
    assert.deepEqual(await inTurns(slices(count, ms, [])), numbers(count));
  }
});

test('others run between the slices, and work of each call goes on by itself', async () => {
  let others = 0;
  let isOver = false;
  const turn = (): void => {
    others += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const [one, two] = await Promise.all([inTurns(slices(30, 3, [])), inTurns(slices(40, 2, []))]);
  isOver = true;
  assert.deepEqual([one, two], [numbers(30), numbers(40)]);
  // Some 170 ms in slices of 5 ms, of which the slowest machine makes fewer.
  assert.ok(others >= 15, `${others} turns of others`);
});

test('a breath is taken after so long, others run in it, and the time begins anew', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const breathe = createBreath(50);
  for (now of [50, 110, 1_000]) {
    let hasRun = false;
    setImmediate(() => (hasRun = true));
    const paused = breathe();
    assert.ok(paused instanceof Promise, `${now}`);
    await paused;
    assert.ok(hasRun);
    now += 49;
    assert.equal(breathe(), undefined);
  }
});

test('what a slice throws ends the work', async () => {
  function* failing(): Steps<number> {
    yield;
    hold(6);
    yield;
    throw new RangeError('too far');
  }
  await assert.rejects(inTurns(failing()), new RangeError('too far'));
  assert.throws(() => atOnce(failing()), new RangeError('too far'));
});
