import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMiss } from '../../../src/domain/parties/persons/lock-out.ts';

test('each miss over the limit doubles the delay, up to an hour', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const minutes = (misses: number): number | null => {
    const { blocked_until } = addMiss({ misses, last_at: now, blocked_until: null }, 10, now);
    return blocked_until === null ? null : (blocked_until.getTime() - now.getTime()) / 60_000;
  };
  assert.deepEqual([0, 8, 9, 10, 12, 14, 15, 99].map(minutes), [null, null, 1, 2, 8, 32, 60, 60]);
});
