// The same movements in two formats, of which many are alike: each known line stands for one line of the file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ComparableLine } from '../../../src/domain/bank/transactions/store/lines.ts';
import { countOccurrences } from '../../../src/domain/bank/statements/fingerprint.ts';
import type { StatementLine } from '../../../src/domain/bank/statements/format.ts';
import { findSameMovements } from '../../../src/domain/bank/statements/same-movements.ts';
import { asDay } from '../../../src/base/time/day.ts';
import { newId } from '../../../src/db/ids.ts';
import { dose, seedOf } from '../../support/dose.ts';

const SEED = seedOf(import.meta.filename);
const STATEMENT = newId('BankStatementId');

type Said = Pick<
  StatementLine,
  'signed_minor' | 'description' | 'reference' | 'party_account' | 'balance_minor'
> & {
  readonly day: number;
};

const toLines = (all: readonly Said[]) =>
  countOccurrences(
    all.map(({ day, ...said }, at) => ({
      ...said,
      line: at + 2,
      row: at + 1,
      date: asDay(`2026-03-0${day}`),
      counterparty: null,
      party_tax_id: null,
      serial: null,
    })),
  );

const toKnown = (all: readonly Said[]): ComparableLine[] =>
  toLines(all).map(({ signed_minor, counterparty, ...line }) => ({
    ...line,
    bank_statement_id: STATEMENT,
    amount_minor: Math.abs(signed_minor),
    transaction_type: signed_minor > 0 ? ('credit' as const) : ('debit' as const),
    counterparty_hint: counterparty,
  }));

const movement = (balances: fc.Arbitrary<number | null>): fc.Arbitrary<Said> =>
  fc.record({
    day: fc.integer({ min: 1, max: 2 }),
    signed_minor: fc.constantFrom(-150, 150, -4_000),
    description: fc.constantFrom('ENTGELT MAUT', 'Miete Haus', 'GUTSCHRIFT', ''),
    reference: fc.constantFrom(null, 'R-1', 'R-2'),
    party_account: fc.constantFrom(null, 'DE89370400440532013000', 'DE02120300000000202051'),
    balance_minor: balances,
  });

/** What the pairing says, as one text a pair. */
const facts = ({ date, amount_minor, transaction_type }: ComparableLine): string =>
  `${date} ${transaction_type === 'credit' ? amount_minor : -amount_minor}`;

test('all lines of a file are found again, in any order, and no line twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement(fc.constantFrom(null, 1, 2)), { maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 0, max: 3 }),
      async (all, order, left) => {
        const shuffled = all
          .map((said) => ({ said, at: order.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ said }) => said);
        const known = toKnown(shuffled.slice(left));
        const lines = toLines(all);
        const found = await findSameMovements(lines, known);
        assert.equal(found.size, known.length);
        assert.equal(new Set(found.values()).size, known.length);
        for (const [line, row] of found) assert.equal(facts(row), `${line.date} ${line.signed_minor}`);
      },
    ),
    { numRuns: dose(200), seed: SEED },
  );
});

const said = (facts: Partial<Said>): Said => ({
  day: 1,
  signed_minor: -150,
  description: '',
  reference: null,
  party_account: null,
  balance_minor: null,
  ...facts,
});

test('the surest first, and what contradicts is another movement', async () => {
  const known = toKnown([
    said({ description: 'Miete Haus', balance_minor: 7 }),
    said({ description: 'Miete Haus', party_account: 'DE02120300000000202051' }),
    said({ description: 'Strom', reference: 'R-1' }),
    said({ description: 'Wasser Garten', party_account: 'DE89370400440532013000' }),
  ]);
  const lines = toLines([
    said({ description: 'Miete Haus' }),
    said({ description: 'anders', balance_minor: 7 }),
    said({ description: 'ganz anders', reference: 'r 1' }),
    said({ description: 'Wasser Garten', party_account: 'DE02120300000000202051', reference: 'x' }),
    said({ description: 'Garten und Wasser' }),
  ]);
  const found = await findSameMovements(lines, known);
  assert.deepEqual(
    lines.map((line) => known.findIndex((row) => row === found.get(line))),
    [-1, 0, 2, 1, 3],
  );
});
