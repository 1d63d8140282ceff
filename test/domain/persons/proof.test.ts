import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStrong, type SignedIn } from '../../../src/domain/parties/persons/signed-in.ts';

test('a proof of who sits there is good for five minutes', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const after = (ms: number | null): boolean => {
    const strong_at = ms === null ? null : new Date(now.getTime() - ms);
    return isStrong({ session: { strong_at } } as SignedIn, now);
  };
  assert.deepEqual([after(0), after(299_999), after(300_000), after(null)], [true, true, false, false]);
});
