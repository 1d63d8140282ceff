// Sentences by key and parameters, as a column of text holds them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english, fromColumn, say, toColumn } from '../../src/base/said.ts';

const WIDE = 500;
const gone = say('webhook_gone', { why: say('post_answered', { code: 410 }) });

test('a sentence comes back from a column by its key; what a person wrote stays as it is', () => {
  assert.deepEqual(fromColumn(toColumn(gone, WIDE)), gone);
  for (const text of ['It was switched off.', '', '{', '{}', '{"say":1}', '{"url": "old"}', '"quoted"'])
    assert.equal(fromColumn(toColumn(text, WIDE)), text);
});

test('a text that looks like a kept sentence is told as the text', () => {
  const text = JSON.stringify(gone);
  assert.equal(fromColumn(toColumn(text, WIDE)), ` ${text}`);
});

test('what is too wide for the column is kept in words, cut off', () => {
  const wide = say('host_own', { host: 'x'.repeat(WIDE) });
  assert.equal(toColumn(wide, WIDE), 'x'.repeat(WIDE));
  assert.equal(toColumn(gone, 60), english(gone).slice(0, 60));
});

test('one full stop ends a sentence that a name with its own ends; words of a person keep theirs', () => {
  assert.equal(
    english(say('webhook_not_on', { id: 'x', status: 'disabled', why: 'Wait...' })).slice(-7),
    'Wait...',
  );
  assert.equal(english(say('post_answered', { code: 'S.A. de C.V.' })), 'It answered S.A. de C.V.');
});
