// The forms that pages take: of as many fields as a person sends, and no more.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { type Body, MAX_FORM_BYTES, MAX_HELD_BYTES, withForm } from '../../src/console/body.ts';

const read = (body: string): Promise<Body> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = Object.assign(Readable.from([Buffer.from(body)]), { headers });
  return withForm(sent as unknown as IncomingMessage, MAX_FORM_BYTES, (form) => Promise.resolve(form));
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

/** A form that is sent to its last byte and no further, so that all of it is held. */
const sending = (bytes: number) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const sent = Object.assign(new PassThrough(), { headers });
  let leave: (() => void) | undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const body = withForm(sent as unknown as IncomingMessage, MAX_FORM_BYTES, async (form) => {
    await left;
    return form;
  });
  sent.end(Buffer.alloc(bytes));
  return { sent, body, leave: () => leave?.() };
};

test('large forms at once hold bounded memory, small ones are always taken, and what is held is given back', async () => {
  const large = Array.from({ length: MAX_HELD_BYTES / MAX_FORM_BYTES }, () => sending(MAX_FORM_BYTES));
  await Promise.all(large.map(({ sent }) => once(sent, 'end')));
  const beyond = sending(MAX_FORM_BYTES);
  beyond.leave();
  assert.equal(await beyond.body, 'busy');
  assert.equal(fieldsOf(await read('a=b')), 1);
  for (const { leave } of large) leave();
  // No form has a beginning like theirs.
  for (const { body } of large) assert.equal(await body, 'unreadable');
  const after = sending(MAX_FORM_BYTES);
  after.leave();
  assert.equal(await after.body, 'unreadable');
});
