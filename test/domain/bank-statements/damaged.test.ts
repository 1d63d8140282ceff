// A file that holds movements is never read as one without: what stands where it should not is read, or refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeStatement } from '../../../src/domain/bank/statements/file.ts';
import { amountsOf, readText } from './read-text.ts';
import { packageRoot } from '../../../src/base/package-root.ts';
import { readOptions } from './options.ts';

const fixture = (name: string): string =>
  readFileSync(join(packageRoot(), 'test/domain/bank-statements/fixtures', name), 'utf8');
const { account } = readOptions({ currency: 'EUR', iban: 'DE34200505501234567890', name: 'Hausbank' });

const movementsOf = (text: string) => {
  const outcome = readText(text, {}, { account });
  return { refused: outcome.refused, rejected: outcome.rejected, amounts: amountsOf(outcome) };
};

test('OFX with attributes, blanks and prefixes in its tags', () => {
  const ofx = fixture('ofx2.ofx');
  for (const changed of [
    ofx,
    ofx.replaceAll('<STMTTRN>', '<STMTTRN >'),
    ofx.replaceAll('<STMTTRN>', '<STMTTRN id="1">').replaceAll('</STMTTRN>', '</STMTTRN >'),
    ofx.replaceAll('STMTTRN>', 'o:STMTTRN>'),
    ofx.replace('</BANKTRANLIST>', '</BANKTRANSLIST>'),
  ])
    assert.deepEqual(movementsOf(changed).amounts, [328_330], changed);
  const address = ofx.replace(/<MEMO>/u, '<MEMO>Max <max@example.org> <NAME /> ');
  assert.deepEqual(movementsOf(address).amounts, [328_330]);
  const wrongEnd = movementsOf(ofx.replace('</STMTTRN>', '</STMTTR>'));
  assert.ok(wrongEnd.refused !== '' || wrongEnd.rejected.length > 0);
});

test('CAMT whose entries stand in something else', () => {
  const camt = fixture('camt053.xml');
  assert.equal(movementsOf(camt).amounts.length, 3);
  const moved = camt.replaceAll('<Stmt>', '<Stmt><X>').replaceAll('</Stmt>', '</X></Stmt>');
  assert.match(movementsOf(moved).refused, /an entry \(Ntry\) stands outside of every statement/u);
});

test('the encoding that a file declares', async () => {
  const read = async (head: string, bytes: readonly number[]): Promise<string> => {
    const { text } = await decodeStatement('a', Buffer.concat([Buffer.from(head), Buffer.from(bytes)]));
    return text.slice(head.length);
  };
  const xml = (name: string): string => `<?xml version="1.0" encoding="${name}"?>`;
  assert.equal(await read(xml('ISO-8859-15'), [0xa4, 0x80]), '€\ufffd');
  assert.equal(await read(xml('windows-1250'), [0x8c]), 'Ś');
  assert.equal(await read(xml('windows-1252'), [0x80]), '€');
  assert.equal(await read(xml('ISO-8859-15'), [0xc3, 0xbc]), 'ü', 'UTF-8 whatever it declares');
  assert.equal(await read('OFXHEADER:100\nENCODING:USASCII\nCHARSET:8859-15\n', [0xa4]), '€');
  assert.equal(await read('OFXHEADER:100\nENCODING:USASCII\nCHARSET:1251\n', [0xc0]), 'А');
  await assert.rejects(
    read(xml('KLINGON-8'), [0xc0]),
    /declares the encoding KLINGON-8, which is not known/u,
  );
});
