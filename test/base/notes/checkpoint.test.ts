// Checkpoints as signed notes: their text, the key they are signed with, and what does not pass as one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Checkpoint,
  deriveSigner,
  isSignedBy,
  originOf,
  readCheckpoint,
  readVerifier,
  signCheckpoint,
} from '../../../src/domain/views/trail/note.ts';

const signer = deriveSigner({ bytes: Buffer.alloc(32, 7) });
const other = deriveSigner({ bytes: Buffer.alloc(32, 8) });
const checkpoint: Checkpoint = {
  origin: originOf('orgn_01h455vb4pex5vsknk084sn02q'),
  size: 123_456,
  root: Buffer.alloc(32, 1),
  time: '2026-11-21T12:00:00.000Z',
  after: 120_000,
};
const note = signCheckpoint(signer, checkpoint);

test('a checkpoint is a note of five lines and a signature', () => {
  const lines = note.split('\n');
  assert.deepEqual(lines.slice(0, 6), [
    'folio/orgn_01h455vb4pex5vsknk084sn02q',
    '123456',
    'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
    'time 2026-11-21T12:00:00.000Z',
    'after 120000',
    '',
  ]);
  assert.match(lines[6] ?? '', /^— folio [A-Za-z0-9+/=]{92}$/);
  assert.deepEqual(lines.slice(7), ['']);
  assert.deepEqual(readCheckpoint(note), checkpoint);
});

test('the key is the same wherever the master key is, and its text is enough to check a signature', () => {
  assert.equal(deriveSigner({ bytes: Buffer.alloc(32, 7) }).text, signer.text);
  assert.notEqual(other.text, signer.text);
  assert.match(signer.text, /^folio\+[0-9a-f]{8}\+AQ|^folio\+[0-9a-f]{8}\+A/);
  const verifier = readVerifier(`${signer.text}\n`);
  assert.ok(verifier && isSignedBy(verifier, note));
  assert.equal(isSignedBy(other, note), false);
});

test('what is no such key is told', () => {
  const [, hash = '', key = ''] = signer.text.split('+');
  for (const text of [
    '',
    'folio',
    `folio+00000000+${key}`,
    `folio+${hash}+${key.slice(1)}`,
    `x+${hash}+${key}`,
  ])
    assert.equal(readVerifier(text), undefined, text);
});

test('a note that was changed anywhere is not signed, and what is no note is told', () => {
  for (const changed of [
    note.replace('123456', '123457'),
    note.replace('AQEB', 'AQEC'),
    note.replace('12:00', '12:01'),
    note.replace('120000', '0'),
    note.replace('orgn_01', 'orgn_02'),
    note.replace('— folio ', '— other '),
    signCheckpoint(other, checkpoint),
  ])
    assert.equal(isSignedBy(signer, changed), false, changed);
  for (const text of [
    '',
    '\n\n',
    note.slice(0, -1),
    note.replace('\n\n', '\n'),
    note.replace('123456', '-1'),
    `${note}x`,
  ])
    assert.equal(readCheckpoint(text), undefined, text);
});
