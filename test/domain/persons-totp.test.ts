import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMiss } from '../../src/domain/parties/persons/lock-out.ts';
import { checkPassword, COST, hashPassword } from '../../src/domain/parties/persons/password.ts';
import { matchStep, newTotpSecret, stepAt, toBase32, totpAt } from '../../src/domain/parties/persons/totp.ts';

/** RFC 6238, appendix B, SHA-1. */
const VECTORS: readonly (readonly [number, string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];

test('codes are those of RFC 6238', () => {
  const secret = toBase32(Buffer.from('12345678901234567890'));
  for (const [second, code] of VECTORS)
    assert.equal(totpAt(secret, stepAt(new Date(second * 1000)), 8), code);
});

test('a code fits one step before and after, and no further', () => {
  const secret = newTotpSecret();
  const now = new Date('2026-11-22T12:00:00Z');
  const step = stepAt(now);
  for (const offset of [-1, 0, 1])
    assert.equal(matchStep(secret, totpAt(secret, step + offset), now), step + offset);
  for (const offset of [-2, 2])
    assert.equal(matchStep(secret, totpAt(secret, step + offset), now), undefined);
});

test('a password fits its hash alone', async () => {
  const kept = await hashPassword('correct horse battery');
  assert.equal(await checkPassword(kept, 'correct horse battery'), true);
  assert.equal(await checkPassword(kept, 'correct horse batterY'), false);
  assert.equal(await checkPassword(null, ''), false);
});

test('a password costs an attacker a quarter of a second and 32 MiB', async () => {
  assert.deepEqual(COST, { N: 32_768, r: 8, p: 3 });
  assert.match(await hashPassword('correct horse battery'), /^scrypt\$32768\$8\$3\$/);
});

test('delays grow from a minute to an hour, and the count fades', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const minutes: number[] = [];
  let misses = { misses: 9, last_at: now, blocked_until: null as Date | null };
  for (let miss = 0; miss < 9; miss += 1) {
    misses = addMiss(misses, 10, now);
    minutes.push(((misses.blocked_until?.getTime() ?? 0) - now.getTime()) / 60_000);
  }
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
  const later = new Date(now.getTime() + 3 * 3_600_000);
  assert.equal(addMiss(misses, 10, later).misses, 1);
  assert.equal(addMiss({ ...misses, misses: 3 }, 10, later).misses, 1);
});
