// Behind a proxy guesses count for the visitor, not for the proxy, and no crowd of guesses starves the service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { admit, AT_ONCE, hashPassword, MAX_WAITING } from '../../src/domain/parties/persons/password.ts';
import { startTestConsole, type TestConsole } from './support.ts';

const LIMIT = 50;

let pages: TestConsole;
before(async () => {
  pages = await startTestConsole({ TRUSTED_PROXY: '127.0.0.0/8' });
});
after(() => pages.close());

/** A guess for an account of its own, so that only the address is counted. */
const guess = async (n: number, forwarded: string) => {
  const stranger = pages.stranger();
  const page = await stranger.raw('/sign-in');
  const csrf = /name="csrf" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  const answer = await stranger.raw('/sign-in', {
    method: 'POST',
    headers: { origin: pages.origin, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': forwarded },
    body: new URLSearchParams({
      csrf,
      act: 'password',
      email: `guess-${n}@ibarra.example`,
      password: 'correct horse battery',
      code: '000000',
    }),
  });
  return { status: answer.status, retry: answer.headers.get('retry-after'), html: await answer.text() };
};

const DELAYED = /Too many/;

test('one visitor who guesses is delayed, others behind the same proxy are not', async () => {
  const { kysely } = pages.service.database;
  let n = 0;
  await guess((n += 1), '6.6.6.6, 198.51.100.1');
  await kysely
    .updateTable('sign_in_miss')
    .set({ misses: LIMIT - 1 })
    .execute();
  await guess((n += 1), '198.51.100.1');
  const late = await guess((n += 1), '7.7.7.7, 198.51.100.1');
  assert.match(late.html, DELAYED, 'what the visitor writes to the left changes nothing');
  const other = await guess((n += 1), '198.51.100.2');
  assert.doesNotMatch(other.html, DELAYED);
  assert.equal(other.status, 422);
  await kysely.deleteFrom('sign_in_miss').execute();
});

test('more passwords at once than the service checks: a sentence and when to come back, and nobody is counted', async () => {
  const { kysely } = pages.service.database;
  const before = await kysely.selectFrom('sign_in_miss').selectAll().execute();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const room = Array.from({ length: AT_ONCE + MAX_WAITING }, () => admit(() => held));
  const { status, retry, html } = await guess(1_000, '203.0.113.1');
  assert.deepEqual([status, retry], [503, '5']);
  assert.match(html, /Many people are signing in right now\. Nothing was changed/);
  assert.match(html, /value="guess-1000@ibarra\.example"/, 'what was typed is still there');
  assert.deepEqual(await kysely.selectFrom('sign_in_miss').selectAll().execute(), before);
  await assert.rejects(hashPassword('correct horse battery'), { name: 'PasswordsBusy' });
  release();
  await Promise.all(room);
  assert.equal((await guess(2_000, '203.0.113.2')).status, 422, 'there is room again');
});
