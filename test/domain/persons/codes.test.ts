import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMiss, networkOf } from '../../../src/domain/persons/lock-out.ts';
import { checkPassword, hashPassword } from '../../../src/domain/persons/password.ts';
import type { Misses } from '../../../src/domain/persons/store/misses.ts';
import { isTotpSecret, matchStep, newTotpSecret, stepAt, toBase32, totpAt } from '../../../src/domain/persons/totp.ts';

const SECRET = toBase32(Buffer.from('12345678901234567890'));

test('codes are those of RFC 6238, appendix B', () => {
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors)
    assert.equal(totpAt(SECRET, stepAt(new Date(seconds * 1000)), 8), code);
});

test('secrets are base32 as RFC 4648 has it', () => {
  assert.equal(toBase32(Buffer.from('foobar')), 'MZXW6YTBOI');
  assert.ok(isTotpSecret(newTotpSecret()));
  for (const text of ['', 'MZXW6YTBOI', SECRET.toLowerCase(), `${SECRET}A`, SECRET.replace(/.$/, '1')])
    assert.equal(isTotpSecret(text), false, text);
});

test('a code is good one step before and after its own', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const step = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((by) => matchStep(SECRET, totpAt(SECRET, step + by), now));
  assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined]);
  assert.equal(matchStep(SECRET, '', now), undefined);
});

test('a password is known by its hash alone, however its letters are composed', async () => {
  const kept = await hashPassword('zwölf Stück Äpfel'.normalize('NFC'));
  assert.ok(await checkPassword(kept, 'zwölf Stück Äpfel'.normalize('NFD')));
  assert.equal(await checkPassword(kept, 'zwölf Stück Apfel'), false);
  assert.equal(await checkPassword(null, ''), false);
  assert.notEqual(await hashPassword('the same password'), await hashPassword('the same password'));
});

test('misses delay the next tries, longer each time up to an hour, and are forgotten', () => {
  const start = new Date('2026-11-22T10:00:00Z');
  const after = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000);
  let seen: Misses = { misses: 0, last_at: start, blocked_until: null };
  for (let miss = 0; miss < 9; miss += 1) seen = addMiss(seen, 10, start);
  assert.equal(seen.blocked_until, null);
  const delays: number[] = [];
  let now = start;
  for (let miss = 0; miss < 9; miss += 1) {
    seen = addMiss(seen, 10, now);
    const until = seen.blocked_until ?? now;
    delays.push((until.getTime() - now.getTime()) / 60_000);
    now = until;
  }
  assert.deepEqual(delays, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
  assert.equal(addMiss(seen, 10, after(now, 24 * 60)).misses, 1);
  const few = addMiss({ misses: 3, last_at: start, blocked_until: null }, 10, after(start, 16));
  assert.equal(few.misses, 1);
});

test('an address is counted by its network', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ];
  for (const [address, network] of cases) assert.equal(networkOf(address), network);
});
