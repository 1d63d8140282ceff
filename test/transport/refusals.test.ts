// The spec lists what HTTP refuses, and the service takes each row from there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { SERVICE } from '../../generated/service.ts';
import {
  bodyTooLarge,
  insufficientScope,
  keyTypeNotAllowed,
  rateLimited,
} from '../../src/transport/reply.ts';

test('every refusal of the spec is one that the transport gives', () => {
  const source = ['transport/reply.ts', 'start/uploads.ts', 'start/deliveries.ts']
    .map((path) => readFileSync(join(process.cwd(), 'src', path), 'utf8'))
    .join('');
  const unused = Object.keys(SERVICE.http_errors).filter((name) => !source.includes(`refusal('${name}'`));
  assert.deepEqual(unused, []);
});

test('placeholders are filled in message, hint and headers, and are members of the body', () => {
  const refusals = [
    bodyTooLarge(10),
    insufficientScope('bills:read'),
    keyTypeNotAllowed('integration'),
    rateLimited(3),
  ];
  assert.ok(
    !/[{}]/.test(refusals.map(({ fields, headers }) => Object.values(fields).join() + headers.join()).join()),
  );
  assert.deepEqual(
    refusals.map(({ fields }) =>
      Object.keys(fields).filter((name) => name.includes('_') && name !== 'error_type'),
    ),
    [['max_body_bytes'], ['required_scope'], ['key_type', 'required_key_type'], ['retry_after_seconds']],
  );
});

test('what comes from elsewhere cannot end a quoted string of a header', () => {
  const [, challenge = ''] = insufficientScope('a", scope="*\\\r\n').headers;
  assert.match(challenge, /scope="a', scope='\*'''", error_description="[^"\\\r\n]*"$/);
});
