// The generator: the same seed gives the same world, the truth fits the books, every category occurs, and the worlds are
// hard enough for simple rules to fail on them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BASELINES } from './baselines.ts';
import { judge, summarise } from './score.ts';
import { toImportFiles } from '../worlds/import-files.ts';
import { makeWorld } from '../worlds/make-world.ts';
import { toStatementCsv } from '../worlds/statements.ts';
import { type Country, MATCHED_CATEGORIES, UNMATCHED_CATEGORIES, type World } from '../worlds/types.ts';

const COUNTRIES: readonly Country[] = ['MX', 'DE'];
const standard = (country: Country, seed: number, lines = 300): World =>
  makeWorld({ country, lines, seed, profile: 'standard' });
const textOf = ({ input, truth, facts }: World): string => JSON.stringify({ input, truth, bank: facts.bank });

test('the same options give the same world, another seed another one', () => {
  for (const country of COUNTRIES) {
    assert.equal(textOf(standard(country, 3)), textOf(standard(country, 3)));
    assert.notEqual(textOf(standard(country, 3)), textOf(standard(country, 4)));
    const warm = { country, lines: 300, seed: 3, profile: 'standard', warm: true } as const;
    assert.equal(textOf(makeWorld(warm)), textOf(makeWorld(warm)));
    assert.ok(makeWorld(warm).input.memory.length > 0);
  }
});

test('the truth is possible in the books', () => {
  for (const country of COUNTRIES) {
    for (const profile of ['standard', 'hard'] as const) {
      const { input, truth } = makeWorld({ country, lines: 1_500, seed: 11, profile });
      const documents = new Map(input.documents.map((document) => [document.id, document]));
      const left = new Map(input.documents.map(({ id, balanceMinor }) => [id, balanceMinor]));
      assert.equal(input.lines.length, 1_500);
      for (const [index, { lineId, allocations, kind, category }] of truth.entries()) {
        const line = input.lines[index];
        assert.ok(line !== undefined && line.id === lineId && line.amountMinor > 0);
        assert.equal(kind === 'none', allocations.length === 0);
        if (allocations.length === 0) continue;
        const apart = line.amountMinor - allocations.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        const isFit =
          category === 'surplus'
            ? apart >= 100 && apart <= 5_000
            : kind === 'difference'
              ? apart !== 0 && Math.abs(apart) < 100
              : apart === 0;
        assert.ok(isFit, `${lineId} ${apart}`);
        for (const { documentId, amountMinor } of allocations) {
          const document = documents.get(documentId);
          assert.ok(document?.open === true, `${lineId} settles ${documentId}`);
          assert.equal(document.type, line.direction === 'credit' ? 'invoice' : 'bill');
          if (document.currency !== line.currency) continue;
          left.set(documentId, (left.get(documentId) ?? 0) - amountMinor);
          assert.ok((left.get(documentId) ?? -1) >= 0, `${documentId} is paid beyond its balance`);
        }
      }
    }
  }
});

test('a party never gives one number twice', () => {
  for (const country of COUNTRIES) {
    const { documents } = standard(country, 21, 2_000).input;
    const keys = documents.map(
      ({ type, partyId, series, number }) =>
        `${type === 'bill' ? partyId : ''} ${series ?? ''} ${number ?? ''}`,
    );
    assert.equal(new Set(keys).size, keys.length);
  }
});

test('every category occurs, and more documents are open than lines settle', () => {
  for (const country of COUNTRIES) {
    const { input, truth } = standard(country, 5, 2_000);
    const found = new Set(truth.map(({ category }) => category));
    assert.deepEqual(
      [...MATCHED_CATEGORIES, ...UNMATCHED_CATEGORIES].filter((category) => !found.has(category)),
      [],
    );
    assert.ok(input.documents.filter(({ open }) => open).length >= 2_400);
  }
});

test('simple rules do badly on them', () => {
  const worlds = COUNTRIES.flatMap((country) => [31, 32, 33].map((seed) => standard(country, seed, 1_000)));
  const scores = Object.values(BASELINES).map((match) =>
    summarise(worlds.flatMap((world) => judge(world, match(world.input)))),
  );
  for (const { autoPrecision, recall } of scores) {
    assert.ok(autoPrecision.share < 0.985, `precision ${autoPrecision.share}`);
    assert.ok(recall.share < 0.65, `recall ${recall.share}`);
  }
});

test('files have one row for each line and each record', () => {
  const banks = new Set<string>();
  for (const country of COUNTRIES) {
    for (let seed = 1; seed <= 12; seed += 1) {
      const world = standard(country, seed, 200);
      banks.add(world.facts.bank);
      const { content } = toStatementCsv(world);
      const rows = content.toString('latin1').trim().split('\r\n').length;
      const preamble = world.facts.bank === 'dkb' ? 4 : 0;
      assert.equal(rows, 201 + preamble, world.facts.bank);
      const files = new Map(
        toImportFiles(world).map(({ type, content: text }) => [type, text.trim().split('\n').length]),
      );
      assert.equal(files.get('counterparties'), world.input.parties.length);
      assert.equal((files.get('invoices') ?? 0) + (files.get('bills') ?? 0), world.input.documents.length);
      assert.equal(
        (files.get('invoice_payments') ?? 0) + (files.get('bill_payments') ?? 0),
        world.input.payments.length,
      );
    }
  }
  assert.ok(banks.size >= 7, [...banks].join(', '));
});
