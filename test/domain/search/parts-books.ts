// Books full of random texts: names with legal forms and other letters, tax ids with signs, lines with long numbers.
import { sql } from 'kysely';
import { normaliseName } from '../../../src/base/names/normalise.ts';
import type { Database } from '../../../src/db/database.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { searchText } from '../../../src/domain/bank/transactions/line.ts';
import { notePending } from '../../../src/domain/ground/search-index/store/parts.ts';

export const randomTexts = (seed: number) => {
  let state = seed % 2_147_483_646 || 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };

  const SYLLABLES = ['ba', 'cer', 'dí', 'gu', 'ñan', 'lor', 'müs', 'pes', 'ri', 'tu', 'va', 'zo', 'ß', 'ж'];
  const word = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join('');
  const number = (): string =>
    String(Math.floor(random() * 10 ** (3 + Math.floor(random() * 9)))).padStart(6, '0');
  const long = (): string => Array.from({ length: 30 }, () => pick(['ab', 'c1', '7x'])).join('');
  const name = (): string =>
    [
      word(),
      word(),
      pick([
        'Comercial',
        'Comercial',
        'Comercial',
        'Comercial',
        'S.A. de C.V.',
        'GmbH',
        '& Söhne',
        'de la',
        '',
        '',
      ]),
    ]
      .join(' ')
      .trim();
  const taxId = (): string | null =>
    pick([
      `${word().toUpperCase().slice(0, 4)}${number()}`,
      `12-${number()}_%`,
      `DE${number()}`,
      number(),
      null,
    ]);
  const text = (): readonly [string, string | null] => [
    pick([
      `SPEI RECIBIDO ${word()}`,
      `SPEI RECIBIDO ${word()} ${number()}`,
      'SPEI RECIBIDO',
      `Pago ${word()} ${word()} 50%_a`,
      `${word()} ${long()} ref`,
      `traspaso`,
    ]),
    pick([number(), null, `REF${number()}`]),
  ];

  return { random, pick, word, number, long, name, taxId, text };
};

export type Texts = ReturnType<typeof randomTexts>;

export interface Stored {
  readonly database: Database;
  readonly id: string;
  readonly texts: Texts;
}

export const insertNames = async (
  { database, id, texts: { random, name, taxId } }: Stored,
  count: number,
  at: Date,
  isNoted: boolean,
): Promise<void> => {
  const rows = Array.from({ length: count }, () => {
    const called = name();
    const stored = {
      name: called,
      name_norm: normaliseName(called),
      tax_id: taxId(),
      tax_id_unique: null,
      email: null,
    };
    const plain = {
      country_code: 'MX',
      postal_code: null,
      is_customer: random() < 0.7,
      is_supplier: random() < 0.7,
      details: '{}',
      external_id: null,
    };
    return {
      id: newId('CounterpartyId') as string,
      ...stored,
      ...plain,
      version: 1,
      created_at: toInstant(at),
      updated_at: toInstant(at),
    };
  });
  await inTransaction(database, async (db) => {
    const owner = { db, entity: { id } };
    for (let start = 0; start < rows.length; start += 500)
      await scoped(owner, 'counterparty')
        .insert(rows.slice(start, start + 500))
        .execute();
    if (isNoted)
      await notePending(
        owner,
        'names',
        rows.map((row) => row.id),
      );
  });
};

export const insertStatement = async (
  { database, id, texts: { random, pick, text } }: Stored,
  count: number,
  at: Date,
  isNoted: boolean,
): Promise<void> => {
  const statement = newId('BankStatementId');
  const rows = Array.from({ length: count }, (_, line) => {
    const [description, reference] = text();
    const amount = {
      amount_minor: 1 + Math.floor(random() * 1e6),
      transaction_type: pick(['credit', 'debit'] as const),
      currency: 'MXN',
    };
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(random() * 120))).toISOString().slice(0, 10);
    const account = pick(['bacc_1', 'bacc_2']);
    return {
      id: newId('BankTransactionId') as string,
      bank_account_id: account,
      bank_statement_id: statement,
      statement_line: line + 1,
      date: day,
      ...amount,
      description,
      reference,
      match_status: pick(['unmatched', 'confirmed'] as const),
      fingerprint: `${statement}${line}`,
      occurrence: 1,
      text_norm: searchText(description, reference),
      created_at: toInstant(at),
      updated_at: toInstant(at),
    };
  });
  await inTransaction(database, async (db) => {
    const owner = { db, entity: { id } };
    await scoped(owner, 'bank_statement')
      .insert({
        id: statement,
        bank_account_id: 'bacc_1',
        file_name: 'a.csv',
        file_hash: statement,
        format: 'csv',
        period_start: null,
        period_end: null,
        transaction_count: count,
        duplicate_count: 0,
        opening_balance_minor: null,
        closing_balance_minor: null,
        imported_at: toInstant(at),
      })
      .execute();
    for (let start = 0; start < rows.length; start += 500)
      await scoped(owner, 'bank_transaction')
        .insert(rows.slice(start, start + 500))
        .execute();
    if (isNoted) await notePending(owner, 'lines', [statement]);
  });
};

/** Every word of it, in any order. */
export const hasAll = (column: string, asked: string) =>
  sql.join(
    asked.split(' ').map((each) => sql`instr(${sql.ref(column)}, ${each}) > 0`),
    sql` and `,
  );
