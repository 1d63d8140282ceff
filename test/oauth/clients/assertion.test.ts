// Clients that prove themselves by a signature: for this server alone, for a short time, with a key of their own.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { english } from '../../../src/base/said.ts';
import { assertedClient, verifyAssertion } from '../../../src/domain/parties/oauth/clients/assertion.ts';
import { createClientKeys } from '../../../src/domain/parties/oauth/clients/keys.ts';
import { type Publisher, startPublisher } from '../../support/publisher.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const AT = NOW.getTime() / 1000;
const ISSUER = 'https://books.example.com';
const AUDIENCES = [ISSUER, `${ISSUER}/oauth/token`];
const CLIENT = 'https://app.example.com/client.json';

let publisher: Publisher;
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let es: Pair;
let rs: Pair;
before(async () => {
  publisher = await startPublisher();
  es = await generateKeyPair('ES256', { extractable: true });
  rs = await generateKeyPair('RS256', { extractable: true });
});
after(() => publisher.close());

const claims: JWTPayload = { iss: CLIENT, sub: CLIENT, aud: ISSUER, exp: AT + 60, iat: AT, jti: 'one' };

const sign = (payload: JWTPayload, pair = es, header: { alg?: string; kid?: string } = {}) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: pair === es ? 'ES256' : 'RS256', ...header })
    .sign(pair.privateKey);

const jwk = async ({ publicKey }: Pair, kid?: string) => ({
  ...(await exportJWK(publicKey)),
  ...(kid === undefined ? {} : { kid }),
});

const verify = async (assertion: string, keys: readonly object[]) =>
  verifyAssertion(
    createClientKeys(publisher.fetcher(), () => NOW.getTime()),
    {
      client: { client_id: CLIENT, jwks: JSON.stringify({ keys }), jwks_uri: null },
      assertion,
      audiences: AUDIENCES,
      now: NOW,
    },
  );

test('a signature by a key of the client proves it, by either name of this server', async () => {
  const keys = [await jwk(rs, 'r'), await jwk(es, 'e')];
  for (const [pair, kid] of [
    [es, 'e'],
    [rs, 'r'],
    [es, undefined],
    [rs, undefined],
  ] as const)
    for (const aud of [...AUDIENCES, [ISSUER], AUDIENCES]) {
      const proven = await verify(
        await sign({ ...claims, aud }, pair, kid === undefined ? {} : { kid }),
        keys,
      );
      assert.ok('jti_hash' in proven, english('fault' in proven ? proven.fault : ''));
      assert.equal(proven.expires_at.getTime(), (AT + 91) * 1000);
    }
  assert.equal(await assertedClient(await sign(claims)), CLIENT);
});

test('what is not for this server, for now, of this client or of its keys proves nothing', async () => {
  const keys = [await jwk(es)];
  const wrong: readonly (readonly [JWTPayload, RegExp])[] = [
    [{ ...claims, aud: 'https://other.example.com' }, /this server alone/],
    [{ ...claims, aud: [ISSUER, 'https://other.example.com'] }, /this server alone/],
    [{ ...claims, aud: `${ISSUER}/` }, /this server alone/],
    [{ ...claims, aud: [] }, /this server alone/],
    [{ ...claims, exp: AT - 31 }, /ended/],
    [{ ...claims, exp: AT + 631 }, /within 600 seconds/],
    [{ ...claims, nbf: AT + 60 }, /nbf/],
    [{ ...claims, iat: AT + 60 }, /iat/],
    [{ ...claims, iss: 'https://other.example.com/c' }, /iss/],
    [{ ...claims, sub: 'https://other.example.com/c' }, /sub/],
    [{ ...claims, jti: '' }, /jti/],
    [{ ...claims, jti: 'x'.repeat(256) }, /jti/],
  ];
  for (const [payload, says] of wrong) {
    const got = await verify(await sign(payload), keys);
    assert.ok('fault' in got, JSON.stringify(payload));
    assert.match(english(got.fault), says);
  }
  for (const missing of ['aud', 'exp', 'jti', 'iss', 'sub']) {
    const { [missing]: _, ...rest } = claims;
    const got = await verify(await sign(rest), keys);
    assert.ok('fault' in got, missing);
    assert.match(english(got.fault), new RegExp(missing));
  }
});

test('no other algorithm is taken, and no other key', async () => {
  const keys = [await jwk(es)];
  const [head, body] = (await sign(claims)).split('.');
  const forged = (header: object, signature = '') =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${body}.${signature}`;
  const mac = createHmac('sha256', JSON.stringify(keys[0])).update('x').digest('base64url');
  const stranger = await generateKeyPair('ES256');
  const wide = await generateKeyPair('ES384', { extractable: true });
  const wideKey = { ...(await exportJWK(wide.publicKey)) };
  for (const [assertion, set, says] of [
    [forged({ alg: 'none' }), keys, /RS256, ES256/],
    [forged({ alg: 'HS256' }, mac), keys, /RS256, ES256/],
    [
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES384' }).sign(wide.privateKey),
      [wideKey],
      /RS256, ES256/,
    ],
    [await sign(claims, stranger, { alg: 'ES256' }), keys, /signature is wrong/],
    [await sign(claims, es, { kid: 'x' }), [await jwk(es, 'e')], /None of the keys/],
    [await sign(claims, rs), keys, /None of the keys/],
    [`${head}.${body}.`, keys, /signature is wrong/],
    ['no assertion', keys, /no signed JWT/],
    ['', keys, /no signed JWT/],
    ['x'.repeat(9_000), keys, /no signed JWT/],
    [await sign(claims), [], /no set of public keys/],
    [await sign(claims), [await exportJWK(es.privateKey)], /no set of public keys/],
    [await sign(claims), [{ kty: 'oct', k: 'AAAA' }], /no set of public keys/],
    [await sign(claims), ['text'], /no set of public keys/],
  ] as const) {
    const got = await verify(assertion, set as readonly object[]);
    assert.ok('fault' in got, assertion.slice(0, 40));
    assert.match(english(got.fault), says);
  }
  assert.equal(await assertedClient(await sign({ ...claims, sub: 'other' })), undefined);
  assert.equal(await assertedClient('x.y.z'), undefined);
});

test('keys are read from their address, again for one that is new, and not more often than once a minute', async () => {
  let at = NOW.getTime();
  const keys = createClientKeys(publisher.fetcher(), () => at);
  const client = { client_id: CLIENT, jwks: null, jwks_uri: publisher.url('/jwks') };
  const proves = async (pair: Pair, kid: string) =>
    'jti_hash' in
    (await verifyAssertion(keys, {
      client,
      assertion: await sign(claims, pair, { kid }),
      audiences: AUDIENCES,
      now: NOW,
    }));
  const reads = () => publisher.asked.filter(({ path }) => path === '/jwks').length;
  publisher.json('/jwks', { keys: [await jwk(es, 'e')] }, { 'cache-control': 'max-age=3600' });
  assert.ok((await Promise.all([proves(es, 'e'), proves(es, 'e'), proves(es, 'e')])).every((each) => each));
  assert.equal(reads(), 1);
  publisher.json('/jwks', { keys: [await jwk(rs, 'r')] }, { 'cache-control': 'max-age=3600' });
  assert.equal(await proves(rs, 'r'), false, 'too soon');
  assert.equal(await proves(rs, 'r'), false);
  assert.equal(reads(), 1);
  at += 61_000;
  assert.equal(await proves(rs, 'r'), true);
  assert.equal(reads(), 2);
  assert.equal(await proves(es, 'e'), false, 'a key that was taken away');
  at += 3_601_000;
  publisher.answers.set('/jwks', { status: 500 });
  assert.equal(await proves(rs, 'r'), false, 'too old to be believed');
  publisher.json('/jwks', { keys: [await jwk(rs, 'r')] });
  assert.equal(await proves(rs, 'r'), true, 'a failure is not remembered');
});
