// Foreign text in bad faith: no line costs more than another, nothing throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLines } from '../../../src/matching/index.ts';
import { dose } from '../../support/dose.ts';
import { documentOf, inputOf, lineOf } from './support.ts';

/** What a busy machine does not change. */
const cpuMsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e3;
};

const repeat = (text: string, count: number): string => text.repeat(count);

const TEXTS: Readonly<Record<string, string>> = {
  'long letters': repeat('A', 200_000),
  'long digits': repeat('1', 200_000),
  'digits and slashes': repeat('1203/', 40_000),
  'almost an IBAN': repeat('DE89 3704 0044 0532 ', 10_000),
  'almost a CLABE': repeat('0121800012345678 ', 10_000),
  'almost an RFC': repeat('AAA010101', 20_000),
  'almost a UUID': repeat('deadbeef-', 20_000),
  'question marks': repeat('a?b', 60_000),
  introductions: repeat('CLIENTE ', 25_000),
  ranges: repeat('1203 A 1209 ', 15_000),
  accents: repeat('ü\u0308\u0301', 50_000),
  surrogates: repeat('\uD83D', 50_000),
  'right to left': repeat('\u202E\u0627', 50_000),
  controls: repeat('\u0000\u0007', 50_000),
  prototype: '__proto__ constructor toString hasOwnProperty',
};

const LINES = Math.min(20, dose(5));
const MAX_MS_PER_LINE = 200;

for (const [name, text] of Object.entries(TEXTS)) {
  test(`hostile text: ${name}`, () => {
    const documents = Array.from({ length: 60 }, (_, at) =>
      documentOf({
        id: `d${at}`,
        partyId: `p${at % 12}`,
        series: 'A',
        number: String(1203 + at),
        totalMinor: 100_000 + at,
      }),
    );
    const lines = Array.from({ length: LINES }, (_, at) =>
      lineOf({
        id: `l${at}`,
        amountMinor: 100_000 + at,
        description: text,
        party: text,
        reference: text,
        partyAccount: text,
        partyTaxId: text,
      }),
    );
    const start = process.cpuUsage();
    const { results } = matchLines(
      inputOf({ lines, documents, parties: [{ id: 'evil', name: text, taxId: text }] }),
    );
    const ms = cpuMsSince(start);
    assert.equal(results.length, LINES);
    assert.ok(ms < LINES * MAX_MS_PER_LINE, `${ms.toFixed(0)} ms`);
  });
}

test('a party named like what objects inherit', () => {
  const parties = ['__proto__', 'constructor', 'toString'].map((name, at) => ({
    id: name,
    name,
    taxId: name + at,
  }));
  const documents = parties.map((party) =>
    documentOf({
      id: `d-${party.id}`,
      partyId: party.id,
      series: party.name,
      number: '__proto__1234',
      totalMinor: 4242,
    }),
  );
  const { results } = matchLines(
    inputOf({
      parties,
      documents,
      lines: [lineOf({ amountMinor: 4242, description: '__proto__ 1234 constructor' })],
    }),
  );
  assert.equal(results.length, 1);
});

test('hundreds of equal documents and equal lines', () => {
  const documents = Array.from({ length: 600 }, (_, at) =>
    documentOf({ id: `d${at}`, partyId: 'p0', number: String(2000 + at), totalMinor: 100_000 }),
  );
  const lines = Array.from({ length: 400 }, (_, at) =>
    lineOf({
      id: `l${at}`,
      amountMinor: at % 2 === 0 ? 100_000 : 300_000,
      description: 'PAGO COMERCIALIZADORA DEL NORTE',
    }),
  );
  const start = process.cpuUsage();
  const { results } = matchLines(inputOf({ lines, documents }));
  assert.ok(cpuMsSince(start) < 15_000);
  assert.ok(results.every((result) => result.outcome !== 'auto'));
});
