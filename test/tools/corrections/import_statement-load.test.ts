// Files that are hard to read hold up nobody: while one is read, and its lines are compared and stored, the calls of
// another organisation are answered.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { BankAccountId } from '../../../generated/ids.ts';
import { SERVICE } from '../../../generated/service.ts';
import { sql } from 'kysely';
import { addEntity, addKey, addOrganisation } from '../../support/books.ts';
import { FolioError } from '../../support/client.ts';
import { longDose } from '../../support/dose.ts';
import { watchLoop } from '../../support/held.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { IBAN, type Movement, toCamt, toCsv, toMt940, toOfx } from '../../domain/bank-statements/writers.ts';
import { addAccount, NOW } from '../bank/support.ts';
import { declared, refused } from '../support.ts';

let service: TestService;
let neighbour: string;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const { database } = service;
  const organisation = await addOrganisation(database);
  const entity_id = await addEntity(database, organisation, { country_code: 'MX', is_default: true });
  neighbour = await addKey(database, organisation, { entity_id });
});
after(() => service.close());

const newAccount = (): Promise<BankAccountId> =>
  addAccount(service, service.entities.de, { name: 'Sparkasse', currency: 'EUR', iban: IBAN });

type Outcome = readonly [lines: number, imported: number, duplicates: number] | string;

const importing = async (
  bank_account_id: BankAccountId,
  content: string,
  { dry_run = false, key = service.keys.de } = {},
): Promise<Outcome> => {
  try {
    const report = await service
      .client(key)
      .import_statement({ bank_account_id, content, dry_run, partial: true });
    return [report.lines, report.imported, report.duplicates];
  } catch (error) {
    if (error instanceof FolioError) return error.code;
    throw error;
  }
};

/** Of these files, which are as large as they need to be at dose 1. */
const size = (count: number): number => Math.min(count, longDose(count));
const [LINES, ENTRIES, STORED] = [size(6_000), size(2_000), size(3_000)];

/** Much less than each of these files once took. */
const BOUND_MS = 150;

/** What the work gives, while the neighbour calls and nothing holds up what it waits for. */
const beside = async <T>(work: () => Promise<T>): Promise<T> => {
  const client = service.client(neighbour);
  const end = new AbortController();
  const calls = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await client.list_entities({});
      await pause(20);
    }
  };
  const { held_ms, result } = await watchLoop(async () => {
    const [done] = await Promise.all([work().finally(() => end.abort()), calls()]);
    return done;
  });
  assert.ok(held_ms < BOUND_MS, `the others were held up for ${Math.round(held_ms)} ms`);
  return result;
};

const DAY = '2026-03-04' as Movement['date'];
const movements = (count: number, facts: (at: number) => Partial<Movement>): Movement[] =>
  Array.from({ length: count }, (_, at) => ({
    date: DAY,
    signed_minor: -150,
    description: 'ENTGELT MAUT',
    reference: null,
    counterparty: null,
    party_account: null,
    ...facts(at),
  }));
const rows = (count: number, row: (at: number) => string): string =>
  ['date,amount,description', ...Array.from({ length: count }, (_, at) => row(at))].join('\n');

const FILES: readonly (readonly [name: string, content: () => string, outcome: Outcome])[] = [
  [
    'a CSV of many different lines',
    () => rows(LINES, (at) => `2026-03-02,${at + 1}.00,Pago ${at} de cliente ${at % 91}`),
    [LINES, LINES, 0],
  ],
  [
    'a CAMT of many different entries',
    () => toCamt(movements(ENTRIES, (at) => ({ signed_minor: 100 + at, description: `Rechnung R${at}` }))),
    [ENTRIES, ENTRIES, 0],
  ],
  ['an OFX nested deeply', () => `OFXHEADER:100\n\n<OFX>${'<A>'.repeat(100_000)}`, 'statement_unreadable'],
  [
    'an MT940 line of 100,000 digits',
    () =>
      `:20:X\n:25:20050550/1234567890\n:28C:1\n:60F:C260301EUR0,00\n:61:260301${'1'.repeat(100_000)}\n:62F:C260301EUR0,00\n`,
    [1, 0, 0],
  ],
  [
    'a CSV of 200,000 columns',
    () => `${'a,'.repeat(200_000)}\n${'1,'.repeat(200_000)}`,
    'statement_unreadable',
  ],
];

for (const [name, content, outcome] of FILES)
  test(name, async () => {
    const account = await newAccount();
    assert.deepEqual(await beside(() => importing(account, content(), { dry_run: true })), outcome);
  });

test('lines that are stored', async () => {
  const account = await newAccount();
  const content = rows(STORED, (at) => `2026-03-02,${at + 1}.00,Pago ${at} de cliente ${at % 91}`);
  assert.deepEqual(await beside(() => importing(account, content)), [STORED, STORED, 0]);
  assert.deepEqual(await beside(() => importing(account, content)), [STORED, 0, STORED]);
});

test('equal lines are the same ones in every format, as many as there are', async () => {
  const account = await newAccount();
  const all = movements(1_000, () => ({}));
  assert.deepEqual(await importing(account, toCamt(all)), [1_000, 1_000, 0]);
  for (const write of [toCsv, toMt940, toOfx]) {
    const outcome = await beside(() => importing(account, write(all), { dry_run: true }));
    assert.deepEqual(outcome, [1_000, 0, 1_000]);
  }
  const more = rows(4_000, () => `${DAY},-1.50,ENTGELT MAUT`);
  const outcome = await beside(() => importing(account, more, { dry_run: true }));
  assert.deepEqual(outcome, [4_000, 3_000, 1_000]);
});

test('different lines of one day and amount are compared up to a bound', async () => {
  const account = await newAccount();
  const of = (word: string) =>
    movements(600, (at) => ({ description: `${word} ${at} K${at}x ${word}${at}` }));
  assert.deepEqual(await importing(account, toCamt(of('Vertrag'))), [600, 600, 0]);
  const again = await beside(() => importing(account, toCsv(of('Vertrag')), { dry_run: true }));
  assert.deepEqual(again, [600, 0, 600]);
  const others = movements(300, (at) => ({ description: `Miete M${at} fuer Haus H${at}` }));
  const few = await beside(() => importing(account, toCsv(others), { dry_run: true }));
  assert.deepEqual(few, [300, 300, 0]);
});

test(declared('import_statement', 'statement_too_costly', 'too many lines, or too many alike'), async () => {
  const bank_account_id = await newAccount();
  const of = (word: string) => movements(600, (at) => ({ description: `${word}${at} ${word}x${at}` }));
  await importing(bank_account_id, toCamt(of('Vertrag')));
  const told = await refused(service, 'de', 'import_statement', {
    bank_account_id,
    content: toCsv(of('Miete')),
  });
  assert.deepEqual(told, {
    code: 'statement_too_costly',
    path: 'content',
    reason: `Line 2 and others, 600 lines of ${DAY} with one amount, cannot be told apart from 600 lines that the account has from a file of another format. Take this day from a file of that format, or leave these lines out`,
  });
  const long = rows(SERVICE.limits.statement_rows + 1, () => `${DAY},-1.50,ENTGELT`);
  assert.equal(await importing(bank_account_id, long), 'statement_too_costly');
});

test('equal transfers between two accounts, more than anybody could pair', async () => {
  const [from, to] = [await newAccount(), await newAccount()];
  const description = 'Umbuchung eigenes Konto';
  await importing(from, toCsv(movements(1_000, () => ({ description }))));
  const content = toCsv(movements(1_000, () => ({ description, signed_minor: 150 })));
  assert.deepEqual(await beside(() => importing(to, content)), [1_000, 1_000, 0]);
  const { rows: suggested } = await sql`select 1 from bank_transaction where bank_account_id = ${to}
    and transfer_status is not null`.execute(service.database.kysely);
  assert.equal(suggested.length, 0);
});

test('many at once wait for one another, and for nobody else', async () => {
  const account = await newAccount();
  const content = rows(1_000, (at) => `2026-03-02,${at + 1}.00,Pago ${at}`);
  const outcomes = await beside(() =>
    Promise.all(Array.from({ length: 4 }, () => importing(account, content, { dry_run: true }))),
  );
  assert.deepEqual(
    outcomes,
    outcomes.map(() => [1_000, 1_000, 0]),
  );
});
