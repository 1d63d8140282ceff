// How long after a failure the next attempt follows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICE } from '../../generated/service.ts';
import { waitAfter } from '../../src/domain/across/webhooks/attempt.ts';

const { waits_s } = SERVICE.webhooks;
const never = (): number => 0;
const after = (round: number, status: number | null, retry_after_s: number | null = null): number | null =>
  waitAfter(round, { status, retry_after_s }, never);

test('each round has its own wait, the last has none', () => {
  assert.deepEqual(
    [...waits_s, 0].map((_, round) => after(round, 500)),
    [...waits_s.map((wait) => wait * 1000), null],
  );
});

test('a receiver may ask for a longer wait when it is busy or down, up to a day, never for a shorter one', () => {
  for (const status of [429, 503]) {
    assert.equal(after(0, status, 7_200), 7_200_000);
    assert.equal(after(0, status, 1_000_000), 86_400_000);
    assert.equal(after(1, status, 1), after(1, 500));
  }
  assert.equal(after(0, 500, 7_200), after(0, 500));
});

test('what is gone for good is not tried again', () => {
  assert.equal(after(0, 410, 60), null);
});

test('chance shortens a wait by a fifth at most', () => {
  const first = (waits_s[1] ?? 0) * 1000;
  assert.equal(
    waitAfter(1, { status: null, retry_after_s: null }, () => 1),
    first * 0.8,
  );
});
