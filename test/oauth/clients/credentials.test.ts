// How a request says which client it is of: in one way, and in that one clearly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCredentials } from '../../../src/domain/parties/oauth/clients/credentials.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const read = (authorization: string | undefined, form: Readonly<Record<string, string>> = {}) =>
  readCredentials({ authorization, parameter: (name) => form[name] });
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (client: string): string => `${part({ alg: 'ES256' })}.${part({ iss: client, sub: client })}.x`;

test('each way names the client', async () => {
  assert.deepEqual(await read(undefined, { client_id: 'c' }), { by: 'none', client_id: 'c' });
  const post = { by: 'client_secret_post', client_id: 'c', secret: 's' };
  assert.deepEqual(await read(undefined, { client_id: 'c', client_secret: 's' }), post);
  for (const [header, client_id, secret] of [
    [basic('c:s'), 'c', 's'],
    [basic('c%3A1:a%20b+c%2B%25'), 'c:1', 'a b c+%'],
    [basic('c:a:b'), 'c', 'a:b'],
    [basic('c:'), 'c', ''],
    [basic('c:s').replace('Basic', 'bAsIc'), 'c', 's'],
    [basic('c%C3%A9:s'), 'cé', 's'],
  ] as const)
    assert.deepEqual(await read(header), { by: 'client_secret_basic', client_id, secret });
  assert.deepEqual(await read(basic('c:s'), { client_id: 'c' }), {
    by: 'client_secret_basic',
    client_id: 'c',
    secret: 's',
  });
  const signed = { client_assertion_type: TYPE, client_assertion: jwt('c') };
  assert.deepEqual(await read(undefined, signed), {
    by: 'private_key_jwt',
    client_id: 'c',
    assertion: jwt('c'),
  });
});

test('what names none, two, or one in two ways is told apart from what proves nothing', async () => {
  const signed = { client_assertion_type: TYPE, client_assertion: jwt('c') };
  const wrong = {
    invalid_request: [
      [basic('c:s'), { client_secret: 's' }],
      [basic('c:s'), { client_id: 'other' }],
      [basic('c:s'), signed],
      [undefined, { ...signed, client_id: 'c', client_secret: 's' }],
      [undefined, { ...signed, client_id: 'other' }],
      [
        undefined,
        { ...signed, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' },
      ],
      [undefined, { client_id: 'c', client_assertion: jwt('c') }],
      [undefined, { client_id: 'c', client_assertion_type: TYPE }],
    ],
    invalid_client: [
      [undefined, {}],
      [undefined, { client_secret: 's' }],
      ['Basic', {}],
      ['Basic !!', {}],
      [basic('c'), {}],
      [basic(':s'), {}],
      [basic('c%zz:s'), {}],
      [basic('c%ff:s'), {}],
      ['Bearer folio_x', { client_id: 'c' }],
      ['Digest a=b', { client_id: 'c' }],
      [undefined, { ...signed, client_assertion: 'x.y.z' }],
    ],
  } as const;
  for (const [error, cases] of Object.entries(wrong))
    for (const [header, form] of cases) {
      const got = await read(header, form);
      assert.ok('error' in got && got.error === error, `${header} ${JSON.stringify(form)}`);
    }
});
