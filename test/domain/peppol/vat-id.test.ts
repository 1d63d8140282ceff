import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isParticipantId, participantOf } from '../../../src/einvoicing/peppol-ubl/participant.ts';
import { readVatId } from '../../../src/einvoicing/peppol-ubl/vat-id.ts';

test('a German VAT id is read in any spelling and its check digit verified', () => {
  assert.deepEqual(readVatId('DE', 'de 136 695 976'), { text: 'DE136695976', check_digit_fits: true });
  assert.deepEqual(readVatId('DE', 'DE-136.695.977'), { text: 'DE136695977', check_digit_fits: false });
});

for (const text of ['136695976', 'DE13669597', 'DE1366959760', 'FR136695976', '']) {
  test(`"${text}" is no German VAT id`, () => {
    assert.deepEqual(readVatId('DE', text), { reason: 'it needs the letters DE and 9 digits' });
  });
}

test('ids of countries without a file are taken as they are', () => {
  assert.deepEqual(readVatId('NL', 'nl 0012.345.67.b01'), { text: 'NL001234567B01', check_digit_fits: true });
  assert.ok('reason' in readVatId('NL', '!'));
});

test('the participant id follows from the VAT id where its scheme is known', () => {
  assert.equal(participantOf('DE', 'DE136695976'), '9930:DE136695976');
  assert.equal(participantOf('US', '12-3456789'), undefined);
});

test('a participant id has a scheme of four digits', () => {
  assert.equal(isParticipantId('0204:991-33333TEST-33'), true);
  assert.equal(isParticipantId('EM:info@example.de'), false);
  assert.equal(isParticipantId('1234:x'), false);
});
