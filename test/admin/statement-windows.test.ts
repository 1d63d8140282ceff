// Whatever windows a history is downloaded in, in whatever order and format, the account ends with every line once.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { asDay } from '../../src/base/time/day.ts';
import { IBAN, type Movement, toCamt, toCsv, toMt940, toOfx } from '../domain/bank-statements/writers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Admin, adminOn, anOrganisation, deEntity } from './support.ts';
import { longDose, seedOf } from '../support/dose.ts';

const RUNS = { numRuns: longDose(4), seed: seedOf(import.meta.filename) };

const DAYS = 5;
const dayOf = (day: number) => asDay(`2026-03-0${day}`);

/** Few texts and amounts, so that twins are common. */
const movement = fc.record({
  day: fc.integer({ min: 1, max: DAYS }),
  text: fc.constantFrom('Kaffee Bar', 'Miete Büro', 'Rechnung 17'),
  minor: fc.constantFrom(-4_500, -100, 250_000),
});
const history = fc
  .array(movement, { minLength: 1, maxLength: 12 })
  .map((movements) => movements.toSorted((a, b) => a.day - b.day));
const span = (max: number) =>
  fc.record({ from: fc.integer({ min: 0, max: max - 1 }), count: fc.integer({ min: 1, max }) });

describe('windows of one history', () => {
  let db: TestDatabase;
  let admin: Admin;
  let entity: string;
  before(async () => {
    db = await createTestDatabase();
    admin = adminOn(db.url);
    entity = (await admin.json(...deEntity((await anOrganisation(admin)).org))).id;
  });
  after(() => db.close());

  const account = async (): Promise<string> => {
    await db.database.kysely.updateTable('bank_account').set({ iban: null }).execute();
    const args = ['--name=Konto', '--currency=EUR', `--iban=${IBAN}`];
    return (await admin.json('bank-account', 'create', '--entity', entity, ...args)).id;
  };
  const load = (id: string, content: string) =>
    admin.json('statement', 'import', '--bank-account', id, admin.file('window', content));
  const kept = async (id: string): Promise<string[]> => {
    const rows = await db.database.kysely
      .selectFrom('bank_transaction')
      .select(['date', 'amount_minor', 'transaction_type', 'description'])
      .where('bank_account_id', '=', id)
      .execute();
    return rows
      .map(
        (row) =>
          `${row.date} ${row.transaction_type === 'debit' ? -row.amount_minor : row.amount_minor} ${row.description}`,
      )
      .toSorted();
  };
  const expected = (movements: readonly { day: number; text: string; minor: number }[]): string[] =>
    movements.map(({ day, text, minor }) => `${dayOf(day)} ${minor} ${text}`).toSorted();

  it('whole days, in four formats', async () => {
    const writers = [toCsv, toOfx, toCamt, toMt940];
    const window = fc.tuple(span(DAYS), fc.constantFrom(...writers.keys()));
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(window, { minLength: 1, maxLength: 5 }),
        async (movements, windows) => {
          const id = await account();
          const shown = new Set<number>();
          for (const [{ from, count }, format] of windows) {
            const part = movements.filter(({ day }) => day > from && day <= from + count);
            if (part.length === 0) continue;
            for (const { day } of part) shown.add(day);
            const lines = part.map(({ day, text, minor }): Movement => ({
              date: dayOf(day),
              signed_minor: minor,
              description: text,
              reference: null,
              counterparty: null,
              party_account: null,
            }));
            await load(id, (writers[format] ?? toCsv)(lines));
          }
          assert.deepEqual(await kept(id), expected(movements.filter(({ day }) => shown.has(day))));
        },
      ),
      RUNS,
    );
  });

  const cut = (windows: readonly { from: number; count: number }[], length: number) =>
    windows.map(({ from, count }) => ({ start: from % length, end: (from % length) + count }));

  it('parts of days, where each line has its balance', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(span(12), { minLength: 1, maxLength: 5 }),
        async (movements, windows) => {
          const id = await account();
          let balance = 10_000;
          const rows = movements.map(({ day, text, minor }) => {
            balance += minor;
            return `${dayOf(day)},${text},${(minor / 100).toFixed(2)},${(balance / 100).toFixed(2)}`;
          });
          const shown = new Set<number>();
          for (const { start, end } of cut(windows, rows.length)) {
            for (let index = start; index < Math.min(end, rows.length); index += 1) shown.add(index);
            await load(id, ['Datum,Verwendungszweck,Betrag,Saldo', ...rows.slice(start, end)].join('\n'));
          }
          // Where money goes out and comes back, a balance may stand twice beside equal lines; those are one only if alike in all.
          const distinct = new Set([...shown].map((index) => rows[index]));
          const all = movements.filter((_, index) => shown.has(index));
          const lines = await kept(id);
          assert.ok(lines.length >= distinct.size && lines.length <= all.length);
          if (distinct.size === shown.size) assert.deepEqual(lines, expected(all));
        },
      ),
      RUNS,
    );
  });

  it('parts of days, where each line has the number of the bank', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(span(12), { minLength: 1, maxLength: 5 }),
        async (movements, windows) => {
          const id = await account();
          const entries = movements.map(
            ({ day, text, minor }, index) =>
              `<STMTTRN><DTPOSTED>2026030${day}<TRNAMT>${(minor / 100).toFixed(2)}<FITID>20260301-${index + 1}<MEMO>${text}</STMTTRN>`,
          );
          const shown = new Set<number>();
          for (const { start, end } of cut(windows, entries.length)) {
            for (let index = start; index < Math.min(end, entries.length); index += 1) shown.add(index);
            const body = entries.slice(start, end).join('\n');
            await load(
              id,
              `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>${body}</BANKTRANLIST></STMTRS></OFX>`,
            );
          }
          assert.deepEqual(await kept(id), expected(movements.filter((_, index) => shown.has(index))));
        },
      ),
      RUNS,
    );
  });
});
