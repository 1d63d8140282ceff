// Tokens: one for all, kept as long as it is good, renewed once when it is refused.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { swSapien } from '../../../src/providers/pac/sw-sapien.ts';
import { type Bench, deadUrl, NOW, openBench, sealed, submissionOf } from './support.ts';

describe('the token of the PAC', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());
  afterEach(() => {
    bench.sandbox.clearFaults();
    bench.clock.now = NOW;
  });

  /** An adapter that counts its calls by path. */
  const counted = (change: object = {}) => {
    const { url, user, password } = bench.sandbox;
    const calls: string[] = [];
    const now = (): Date => bench.clock.now;
    const pac = swSapien({
      name: 'test',
      url,
      dataUrl: url,
      token: null,
      user,
      password,
      sandbox: true,
      now,
      fetch: (input, init) => {
        calls.push(new URL(typeof input === 'string' ? input : 'about:blank').pathname);
        return fetch(input, init);
      },
      ...change,
    });
    const authentications = (): number => calls.filter((path) => path === '/v2/security/authenticate').length;
    return { pac, calls, authentications };
  };
  const aSubmission = () => submissionOf(sealed(bench.csd));

  it('is fetched once for many documents', async () => {
    const { pac, authentications } = counted();
    const all = await Promise.all(Array.from({ length: 10 }, () => pac.send(aSubmission())));
    assert.ok(all.every(({ kind }) => kind === 'accepted'));
    assert.equal((await pac.send(aSubmission())).kind, 'accepted');
    assert.equal(authentications(), 1);
  });

  it('is fetched anew before its two hours are over', async () => {
    const { pac, authentications } = counted();
    await pac.check();
    bench.clock.now = new Date(NOW.getTime() + 114 * 60_000);
    await pac.check();
    assert.equal(authentications(), 1);
    bench.clock.now = new Date(NOW.getTime() + 116 * 60_000);
    assert.equal(await pac.check(), null);
    assert.equal(authentications(), 2);
  });

  it('is renewed once when it is refused, with nothing stamped twice', async () => {
    const { pac, calls, authentications } = counted();
    await pac.check();
    calls.length = 0;
    bench.sandbox.order({ kind: 'token_expired' });
    assert.equal((await pac.send(aSubmission())).kind, 'accepted');
    assert.deepEqual(calls, ['/v4/cfdi33/stamp/v4', '/v2/security/authenticate', '/v4/cfdi33/stamp/v4']);
    calls.length = 0;
    bench.sandbox.order({ kind: 'token_expired', times: 2 });
    const submission = aSubmission();
    const outcome = await pac.send(submission);
    assert.match(JSON.stringify(outcome), /"unknown".*does not accept the token/);
    assert.equal(authentications(), 1);
    assert.equal((await pac.recover(submission)).kind, 'accepted');
  });

  it('that is given for good is never renewed', async () => {
    const { pac, authentications } = counted({ token: 'no-such-token', user: null, password: null });
    assert.match(JSON.stringify(await pac.send(aSubmission())), /"unknown"/);
    assert.match((await pac.check()) ?? '', /does not accept the token/);
    assert.equal(authentications(), 0);
  });

  it('says what is wrong without showing a secret', async () => {
    const wrong = counted({ password: 'hunter2-secret' });
    const outcome = JSON.stringify(await wrong.pac.send(aSubmission()));
    assert.match(outcome, /"unknown".*does not accept the user and password/);
    assert.match((await wrong.pac.check()) ?? '', /does not accept the user and password/);
    const none = counted({ user: null, password: null });
    assert.match((await none.pac.check()) ?? '', /PAC_TOKEN/);
    const dead = await deadUrl();
    const gone = counted({ url: dead, dataUrl: dead });
    assert.match((await gone.pac.check()) ?? '', /ECONNREFUSED/);
    assert.match(JSON.stringify(await gone.pac.send(aSubmission())), /"unknown".*ECONNREFUSED/);
    assert.ok(!outcome.includes('hunter2'));
  });
});
