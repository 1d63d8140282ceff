// What holds for any input: order does not matter, nothing is allocated twice, allocations sum to the line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLines } from '../../../src/matching/index.ts';
import type { MatchDocument, MatchInput, MatchLine, MatchResult } from '../../../src/matching/types.ts';
import { documentOf, inputOf, lineOf } from './support.ts';
import { dose, seedOf } from '../../support/dose.ts';
import { english } from '../../../src/base/said.ts';

const WORLDS = dose(2);

/** A small source of chance. */
const chance = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

const shuffled = <T>(items: readonly T[], next: () => number): T[] => {
  const copy = [...items];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
};

const day = (next: () => number): string =>
  `2026-0${1 + Math.floor(next() * 6)}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`;

/** Few amounts, few parties and few numbers, so that everything collides. */
const crowded = (seed: number): MatchInput => {
  const next = chance(seed);
  const amounts = [100_000, 116_000, 50_000, 200_000, 232_000, 58_000];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const documents: MatchDocument[] = Array.from({ length: 60 }, (_, at) => {
    const totalMinor = pick(amounts);
    const isPartly = next() < 0.2;
    return documentOf({
      id: `d${at}`,
      type: next() < 0.7 ? 'invoice' : 'bill',
      partyId: `p${Math.floor(next() * 5)}`,
      series: 'A',
      number: String(1200 + Math.floor(next() * 50)),
      totalMinor,
      balanceMinor: isPartly ? totalMinor / 2 : totalMinor,
      issueDate: day(next),
      open: next() < 0.9,
    });
  });
  const names = [
    'COMERCIALIZADORA DEL NORTE',
    'FERRETERIA HERMANOS QUIROZ',
    'MUEBLES TLAQUEPAQUE',
    '',
    'DEVOLUCION',
  ];
  const lines: MatchLine[] = Array.from({ length: 80 }, (_, at) =>
    lineOf({
      id: `l${at}`,
      date: day(next),
      direction: next() < 0.7 ? 'credit' : 'debit',
      amountMinor: pick(amounts) * (next() < 0.2 ? 2 : 1),
      description: `${pick(['PAGO', 'ABONO', 'SPEI RECIBIDO', 'FACTURAS'])} ${next() < 0.5 ? `A${1200 + Math.floor(next() * 50)}` : ''} ${pick(names)}`,
    }),
  );
  return inputOf({ lines, documents });
};

const summary = (results: readonly MatchResult[]): string[] =>
  results
    .map(
      (result) =>
        `${result.lineId} ${result.outcome} ${result.confidence} ${JSON.stringify(result.allocations)} ${result.reasons.map(english).join('|')} ${JSON.stringify(result.runnerUp)}`,
    )
    .sort();

const FIRST = seedOf(import.meta.filename);

for (let world = 0; world < WORLDS; world += 1) {
  const seed = FIRST + world;
  test(`the order of lines, documents, parties and payments does not matter (${world + 1} of ${WORLDS})`, () => {
    const input = crowded(seed);
    const next = chance(seed + 100);
    const other: MatchInput = {
      ...input,
      lines: shuffled(input.lines, next),
      documents: shuffled(input.documents, next),
      parties: shuffled(input.parties, next),
      ownAccounts: shuffled(input.ownAccounts, next),
    };
    const results = matchLines(input).results;
    assert.deepEqual(
      results.map((result) => result.lineId),
      input.lines.map((line) => line.id),
    );
    assert.deepEqual(summary(matchLines(other).results), summary(results));
    assert.deepEqual(matchLines(input), matchLines(input));
  });

  test(`balances last, allocations sum, one party and type (${world + 1} of ${WORLDS})`, () => {
    const input = crowded(seed);
    const left = new Map(input.documents.map((document) => [document.id, document.balanceMinor]));
    const byId = new Map(input.documents.map((document) => [document.id, document]));
    for (const result of matchLines(input).results) {
      const line = input.lines.find((entry) => entry.id === result.lineId);
      if (result.outcome === 'none') {
        assert.deepEqual(result.allocations, []);
        continue;
      }
      assert.equal(
        result.allocations.reduce((sum, entry) => sum + entry.amountMinor, result.differenceMinor ?? 0),
        line?.amountMinor,
      );
      const documents = result.allocations.map((entry) => byId.get(entry.documentId));
      assert.equal(new Set(documents.map((document) => document?.partyId)).size, 1);
      assert.ok(
        documents.every(
          (document) =>
            document?.open === true && document.type === (line?.direction === 'credit' ? 'invoice' : 'bill'),
        ),
      );
      assert.ok(
        result.reasons.length > 0 &&
          result.reasons.map(english).every((reason) => reason.length > 0 && reason.length <= 300),
      );
      for (const entry of result.allocations) {
        assert.ok(entry.amountMinor > 0 && Number.isInteger(entry.amountMinor));
        left.set(entry.documentId, (left.get(entry.documentId) ?? 0) - entry.amountMinor);
      }
    }
    for (const [id, balance] of left)
      assert.ok(
        balance >= Math.min(0, byId.get(id)?.balanceMinor ?? 0),
        `${id} is allocated beyond its balance`,
      );
  });
}

test('nothing at all', () => {
  const empty: MatchInput = { ...inputOf({ lines: [] }), documents: [], parties: [] };
  assert.deepEqual(matchLines(empty).results, []);
  const lonely: MatchInput = { ...empty, lines: [lineOf({ amountMinor: 1, description: '' })] };
  assert.equal(matchLines(lonely).results[0]?.outcome, 'none');
});

test('a document whose party is unknown, and broken days', () => {
  const input = inputOf({
    documents: [
      documentOf({ id: 'x', partyId: 'nobody', number: '9999', totalMinor: 77_777 }),
      documentOf({ id: 'y', number: '9998', dueDate: 'never', totalMinor: 77_778 }),
    ],
    lines: [
      lineOf({ amountMinor: 77_777, description: 'FACTURA 9999' }),
      lineOf({ id: 'l2', date: '', amountMinor: 77_778, description: 'FACTURA 9998' }),
    ],
  });
  assert.equal(matchLines(input).results.length, 2);
});
