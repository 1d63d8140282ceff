// The note of a document: what stands between number signs is not taken for its subject.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteText } from '../../../src/einvoicing/peppol-ubl/document/note.ts';

for (const [notes, written] of [
  [null, ''],
  [' \u0007 ', ''],
  ['Danke\n für  alles', 'Danke für alles'],
  ['Auftrag #7', 'Auftrag #7'],
  ['Aufträge #17, #18', 'Aufträge #17, #18'],
  ['Aufträge #7, #8', '#AAI#Aufträge #7, #8'],
  ['Teile #123#456', '#AAI#Teile #123#456'],
  ['#ABC#', '#AAI##ABC#'],
  ['#🔩🔩🔩#', '#AAI##🔩🔩🔩#'],
  ['#REG#HRB 12345', '#REG#HRB 12345'],
] as const) {
  test(JSON.stringify(notes), () => {
    assert.equal(noteText(notes), written);
  });
}
