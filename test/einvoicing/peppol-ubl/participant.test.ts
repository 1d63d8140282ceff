// Whether a participant id is that of the company whose tax ids are known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictsTaxIds } from '../../../src/einvoicing/peppol-ubl/participant.ts';

for (const [what, id, country, ids, expected] of [
  ['a UEN beside another number for GST', '0195:SGUEN201912345K', 'SG', { vat_id: 'M90312345A' }, false],
  ['another UEN', '0195:SGUEN201912345K', 'SG', { tax_number: '201954321K' }, true],
  ['a KvK number beside an OIN', '0106:12345678', 'NL', { tax_number: '00000001234567890000' }, false],
  ['another KvK number', '0106:12345678', 'NL', { tax_number: '87654321' }, true],
  ['an ABN with blanks', '0151:51824753556', 'AU', { vat_id: '51 824 753 556' }, false],
  ['a SIRET that begins with the SIREN', '0009:73282932000074', 'FR', { vat_id: 'FR44732829320' }, false],
  ['a GLN', '0088:4012345000009', 'DE', { vat_id: 'DE129273398' }, false],
  ['one of another country', '9914:ATU12345675', 'DE', { vat_id: 'DE129273398' }, true],
] as const)
  test(`${what}: ${expected ? 'contradicts' : 'goes with it'}`, () => {
    assert.equal(contradictsTaxIds(id, country, ids), expected);
  });
