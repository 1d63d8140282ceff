// The forms that pages take: of as many fields as a person sends, and no more.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { type Body, MAX_FORM_BYTES, readForm } from '../../src/console/body.ts';

const read = (body: string): Promise<Body> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = Object.assign(Readable.from([Buffer.from(body)]), { headers });
  return readForm(sent as unknown as IncomingMessage, MAX_FORM_BYTES);
};

const fieldsOf = (form: Body): number => (typeof form === 'string' ? assert.fail(form) : form.fields.length);

test('a form of five hundred lines is read, and one that would hold up everybody is not', async () => {
  const line = (at: number): string => `description.${at}=${encodeURIComponent('Refacción '.repeat(20))}`;
  const draft = Array.from({ length: 6_000 }, (_, at) => line(at)).join('&');
  assert.equal(fieldsOf(await read(draft)), 6_000);
  assert.equal(fieldsOf(await read('a=&'.repeat(19_999))), 19_999);
  assert.equal(await read('a=&'.repeat(20_001)), 'too_large');
  assert.equal(await read('&'.repeat(2_000_000)), 'too_large');
  assert.equal(fieldsOf(await read(`a=${'b'.repeat(8_000_000)}`)), 1);
  assert.equal(await read(`a=${'%41'.repeat(3_000_000)}`), 'too_large');
});
