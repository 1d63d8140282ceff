import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isParticipantId, deriveParticipant } from '../../../src/einvoicing/peppol-ubl/participant.ts';
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
  assert.deepEqual(readVatId('BE', 'be 0012.345.678'), { text: 'BE0012345678', check_digit_fits: true });
  assert.ok('reason' in readVatId('BE', '!'));
});

test('progressive countries have a form of their own', () => {
  assert.deepEqual(readVatId('NL', 'nl 0012.345.67.b01'), { text: 'NL001234567B01', check_digit_fits: true });
  assert.ok('reason' in readVatId('NL', 'NL1'));
  assert.deepEqual(readVatId('AU', '51 824 753 556'), { text: '51824753556', check_digit_fits: true });
  assert.deepEqual(readVatId('AU', '51 824 753 557'), { text: '51824753557', check_digit_fits: false });
  assert.deepEqual(readVatId('GB', 'gb 123 4567 89'), { text: 'GB123456789', check_digit_fits: true });
  assert.deepEqual(readVatId('SG', 'M9-0367530-Y'), { text: 'M90367530Y', check_digit_fits: true });
});

test('the participant id follows from the VAT id where its scheme is known', () => {
  assert.equal(deriveParticipant('DE', { vat_id: 'DE136695976' }), '9930:DE136695976');
  assert.equal(deriveParticipant('AT', { vat_id: 'ATU12345678' }), '9914:ATU12345678');
  assert.equal(deriveParticipant('US', { vat_id: '12-3456789' }), undefined);
  assert.equal(deriveParticipant('DE', {}), undefined);
});

test('other countries prefer the entry in their register', () => {
  const ids = { vat_id: 'NL001234567B01', tax_number: '12345678' };
  assert.equal(deriveParticipant('NL', ids), '0106:12345678');
  assert.equal(deriveParticipant('NL', { vat_id: ids.vat_id }), '9944:NL001234567B01');
  assert.equal(deriveParticipant('AU', { vat_id: '51824753556' }), '0151:51824753556');
  assert.equal(
    deriveParticipant('SG', { vat_id: 'M90367530Y', tax_number: '200312345A' }),
    '0195:SGUEN200312345A',
  );
  assert.equal(deriveParticipant('GB', { vat_id: 'GB123456789' }), '9932:GB123456789');
});

test('a participant id has a scheme of four digits', () => {
  assert.equal(isParticipantId('0204:991-33333TEST-33'), true);
  assert.equal(isParticipantId('EM:info@example.de'), false);
  assert.equal(isParticipantId('1234:x'), false);
});
