// A million invoices, counterparties and bank transactions, made by the server itself: one company has half of them, one
// a hundredth, to compare with, and hundreds of others the rest. Secondary indexes are made after the rows, which is
// many times faster than with them.
import type { Connection } from 'mysql2/promise';

import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { SLOTS } from '../../src/domain/ground/periods/store.ts';
import { type Load, load, run } from './lists-load.ts';
import { makeSearchIndex } from './lists-search.ts';

export interface Sizes {
  /** Invoices, counterparties and bank transactions, each. */
  readonly rows: number;
  readonly entities: number;
}

export interface Companies {
  readonly large: EntityId;
  readonly small: EntityId;
  readonly organisation: OrganisationId;
}

// The service that is measured runs by the real clock, so the newest rows are of today.
const TODAY = new Date().toISOString().slice(0, 10);
const NOW = `'${TODAY} 00:00:00.000'`;

/** An id that ends in this number. */
const idOf = (prefix: string, number: string): string => `concat('${prefix}_01k', lpad(${number}, 23, '0'))`;

const SYLLABLES = [
  'ba',
  'cer',
  'di',
  'fon',
  'gu',
  'har',
  'jel',
  'kin',
  'lor',
  'mun',
  'na',
  'pes',
  'ri',
  'son',
  'tu',
  'val',
  'xer',
  'yi',
  'zo',
  'bru',
];
const pick = (number: string): string =>
  `elt(1 + floor(${number}) % 20, ${SYLLABLES.map((s) => `'${s}'`).join()})`;
/** One of eight thousand words. */
const wordOf = (number: string): string =>
  `concat(${pick(number)}, ${pick(`(${number}) / 20`)}, ${pick(`(${number}) / 400`)})`;
/** Three words for the nth counterparty. */
export const WORDS = ['n.n * 7', 'n.n * 13 + 5', 'n.n * 31 + 11'].map(wordOf);

/** The companies: the large one, the small one that it is compared with, and the others. */
const makeCompanies = async (
  connection: Connection,
  sizes: Sizes,
  { large, small, organisation }: Companies,
): Promise<void> => {
  await run(
    connection,
    `create table bench_company (k int primary key, id varchar(31) collate utf8mb4_bin not null, first int not null,
      size int not null)`,
  );
  const half = sizes.rows / 2;
  const hundredth = sizes.rows / 100;
  const others = sizes.entities - 1;
  const each = Math.floor((half - hundredth) / others);
  const rows = [
    [0, large, 0, half],
    [1, small, half, hundredth],
    ...Array.from({ length: others }, (_, k) => [
      k + 2,
      newId('EntityId'),
      half + hundredth + k * each,
      each,
    ]),
  ];
  await connection.query('insert into bench_company (k, id, first, size) values ?', [rows]);
  await run(
    connection,
    `insert into entity (id, organisation_id, name, country_code, currency, tax_id, time_zone, postal_code, is_default,
      active, details, created_at, updated_at) select e.id, '${organisation}', concat('Sucursal ', e.k), country_code, currency, tax_id, time_zone,
      postal_code, 0, 1, details, created_at, updated_at
      from entity join bench_company e on e.k > 1 where entity.id = '${large}'`,
  );
};

/** Numbers from 0, and whose the nth row is: that company's first row and how many it has. */
const makeNumbers = async (connection: Connection, sizes: Sizes): Promise<void> => {
  await run(connection, 'create table bench_digit (d int primary key)');
  await run(
    connection,
    `insert into bench_digit values ${Array.from({ length: 10 }, (_, d) => `(${d})`).join()}`,
  );
  await run(
    connection,
    `create table bench_n (n int primary key, entity_id varchar(31) collate utf8mb4_bin not null, first int not null,
      size int not null)`,
  );
  const half = sizes.rows / 2;
  const hundredth = sizes.rows / 100;
  const each = Math.floor((half - hundredth) / (sizes.entities - 1));
  await run(
    connection,
    `insert into bench_n select v.n, e.id, e.first, e.size from (
      select a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d + 100000 * f.d as n
      from bench_digit a, bench_digit b, bench_digit c, bench_digit d, bench_digit e, bench_digit f) v
      join bench_company e on e.k = if(v.n < ${half}, 0, if(v.n < ${half + hundredth}, 1,
        2 + floor((v.n - ${half + hundredth}) / ${each}))) where v.n < ${sizes.rows} order by v.n`,
  );
};

const WHERE = 'from bench_n n where n.n >= :low and n.n < :high order by n.n';

const counterparties = (rows: number): Load => ({
  table: 'counterparty',
  rows,
  columns: `entity_id, id, name, name_norm, country_code, tax_id, tax_id_unique, email, postal_code, is_customer,
    is_supplier, details, external_id, created_at, updated_at`,
  select: `select n.entity_id, ${idOf('ctpy', 'n.n')}, concat_ws(' ', ${WORDS.join()}), concat_ws(' ', ${WORDS.join()}), 'MX',
    concat('BEN', lpad(n.n, 7, '0'), 'X1'), concat('BEN', lpad(n.n, 7, '0'), 'X1'), null, '06600', if(n.n % 5 < 4, 1, 0),
    if(n.n % 5 > 2, 1, 0), '{}', null, ${NOW}, ${NOW} ${WHERE}`,
});

/** Another counterparty of the same company: those of one stand side by side. */
const PARTNER = idOf('ctpy', 'n.first + (n.n * 31) % n.size');

/** Nine in ten filed, one in ten of these still open. */
const STATUS = `elt(1 + n.n % 20, 'draft', 'void', 'reversed', ${Array.from({ length: 17 }, () => `'filed'`).join()})`;
const OPEN = `(n.n % 20 > 2 and n.n % 7 = 0)`;
/** One in thirteen of the open ones is paid in part. */
const PART_PAID = `(${OPEN} and n.n % 91 = 0)`;
const ISSUED = `date_sub('${TODAY}', interval floor(n.n * 613 / 7) % 1095 day)`;
const TOTAL = `(10000 + (n.n * 7919) % 5000000)`;
/** A text that only the oldest rows have, and one of all others. */
export const TITLE = `if(datediff('${TODAY}', ${ISSUED}) > 1000, 'Anticipo de obra', 'Servicios del mes')`;

const invoices = (rows: number): Load => ({
  table: 'invoice',
  rows,
  columns: `entity_id, id, counterparty_id, status, internal_status, series, number, title, issue_date, due_date,
    payment_terms_days, currency, subtotal_minor, tax_minor, total_minor, paid_minor, balance_minor, open, tax_breakdown,
    country_details, filing_status, filing, created_at, updated_at`,
  select: `select n.entity_id, ${idOf('invc', 'n.n')}, ${PARTNER}, ${STATUS},
    if(${STATUS} = 'draft', 'compliance_draft', ${STATUS}), if(${STATUS} = 'draft', null, 'A'),
    if(${STATUS} = 'draft', null, n.n), ${TITLE}, ${ISSUED}, date_add(${ISSUED}, interval 30 day), 30, 'MXN',
    ${TOTAL}, 0, ${TOTAL}, if(${STATUS} = 'filed' and not ${OPEN}, ${TOTAL}, if(${PART_PAID}, 5000, 0)),
    if(${STATUS} = 'draft' or ${OPEN}, ${TOTAL} - if(${PART_PAID}, 5000, 0), 0), if(${OPEN}, 1, 0), '[]', '{"payment_method":"PUE"}',
    if(${STATUS} = 'draft', 'not_submitted', 'filed'), '{}', ${NOW}, ${NOW} ${WHERE}`,
});

const bills = (rows: number): Load => ({
  table: 'bill',
  rows,
  columns: `entity_id, id, counterparty_id, status, bill_number, number_unique, title, issue_date, due_date, currency,
    subtotal_minor, tax_minor, total_minor, paid_minor, balance_minor, open, deductibility, validation, created_at, updated_at`,
  select: `select n.entity_id, ${idOf('bill', 'n.n')}, ${PARTNER},
    if(n.n % 3 = 0, 'validated', 'received'), n.n, n.n, null, ${ISSUED}, date_add(${ISSUED}, interval 30 day), 'MXN',
    ${TOTAL}, 0, ${TOTAL}, if(n.n % 7 = 0, 0, ${TOTAL}), if(n.n % 7 = 0, ${TOTAL}, 0), if(n.n % 7 = 0, 1, 0),
    'pending_review', '{}', ${NOW}, ${NOW} from bench_n n where n.n >= :low and n.n < :high and n.n % 5 = 0 order by n.n`,
});

const payments = (rows: number): Load => ({
  table: 'payment',
  rows,
  columns: `entity_id, id, type, counterparty_id, amount_minor, currency, paid_on, payment_method, bank_linked, historic,
    created_at`,
  select: `select n.entity_id, ${idOf('ipay', 'n.n')}, 'invoice_payment', ${PARTNER}, ${TOTAL}, 'MXN',
    date_add(${ISSUED}, interval 20 day), 'wire_transfer', 0, 0, ${NOW}
    from bench_n n where n.n >= :low and n.n < :high and n.n % 20 > 2 and not ${OPEN} order by n.n`,
});

const ACCOUNTS = 5;
const STATEMENTS = 200;

/** The first rows of the company. */
const firstOf = (count: number): string =>
  `from bench_n n where n.n >= :low and n.n < :high and n.n < n.first + ${count} order by n.n`;

const bank = (rows: number): readonly Load[] => [
  {
    table: 'bank_account',
    rows,
    columns:
      'entity_id, id, name, account_type, account_number_masked, currency, active, created_at, updated_at',
    select: `select n.entity_id, ${idOf('bacc', 'n.n')}, concat('Cuenta ', n.n), 'checking', '1234', 'MXN', 1, ${NOW}, ${NOW} ${firstOf(ACCOUNTS)}`,
  },
  {
    table: 'bank_statement',
    rows,
    columns: `entity_id, id, bank_account_id, file_name, file_hash, format, period_start, period_end, transaction_count,
      duplicate_count, opening_balance_minor, closing_balance_minor, imported_at`,
    select: `select n.entity_id, ${idOf('bstm', 'n.n')}, ${idOf('bacc', `n.first + n.n % ${ACCOUNTS}`)}, 'enero.csv', n.n, 'csv', '2026-01-01',
      '2026-01-31', floor(n.size / ${STATEMENTS}), 0, 0, 0, ${NOW} ${firstOf(STATEMENTS)}`,
  },
  {
    table: 'bank_transaction',
    rows,
    columns: `entity_id, id, bank_account_id, bank_statement_id, statement_line, date, amount_minor, transaction_type, currency,
      description, reference, match_status, fingerprint, occurrence, text_norm, created_at, updated_at`,
    select: `select n.entity_id, ${idOf('btxn', 'n.n')}, ${idOf('bacc', `n.first + n.n % ${ACCOUNTS}`)},
      ${idOf('bstm', `n.first + n.n % ${STATEMENTS}`)}, 1 + floor(n.n / ${STATEMENTS}), ${ISSUED}, ${TOTAL}, if(n.n % 2 = 0, 'credit', 'debit'), 'MXN',
      concat('SPEI RECIBIDO ', upper(${WORDS[0]})), lpad(n.n, 9, '0'),
      elt(1 + n.n % 10, 'unmatched', 'suggested', 'no_match', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'confirmed'),
      sha2(n.n, 256), 1, concat('spei recibido ', ${WORDS[0]}, ' ', lpad(n.n, 9, '0')), ${NOW}, ${NOW} ${WHERE}`,
  },
];

const LEDGER_COLUMNS = `entity_id, id, date, ledger, entry_type, counterparty_id, currency, debit_minor, credit_minor, record_id,
  document_id, number, description, created_at`;

const ledger = (rows: number): readonly Load[] => {
  const party = PARTNER;
  const entry = (
    id: string,
    type: string,
    date: string,
    debit: string,
    credit: string,
    only: string,
  ): Load => ({
    table: 'ledger_entry',
    rows,
    columns: LEDGER_COLUMNS,
    select: `select n.entity_id, ${id}, ${date}, 'ar', '${type}', ${party}, 'MXN', ${debit}, ${credit}, ${idOf('invc', 'n.n')},
      ${idOf('invc', 'n.n')}, n.n, null, ${NOW} from bench_n n where n.n >= :low and n.n < :high and ${only} order by n.n`,
  });
  return [
    entry(idOf('lent', 'n.n'), 'invoice', ISSUED, TOTAL, '0', `n.n % 20 > 2`),
    entry(
      idOf('lent', `n.n + 10000000`),
      'invoice_payment',
      `date_add(${ISSUED}, interval 20 day)`,
      '0',
      TOTAL,
      `n.n % 20 > 2 and not ${OPEN}`,
    ),
  ];
};

/** In as many parts as bookings write. */
const LEDGER_MONTHS: Load = {
  table: 'ledger_month',
  rows: 1,
  columns: 'entity_id, ledger, month, currency, slot, debit_minor, credit_minor, entry_count',
  select: `select entity_id, ledger, date_sub(date, interval dayofmonth(date) - 1 day) as month, currency,
    substring(id, -4) % ${SLOTS} as slot, sum(debit_minor), sum(credit_minor), count(*)
    from ledger_entry group by entity_id, ledger, month, currency, slot`,
};

const FIGURES = ['unmatched', 'suggested', 'confirmed', 'no_match'].flatMap((status) => [
  `sum(if(match_status = '${status}', 1, 0)) as ${status}_count`,
  `sum(if(match_status = '${status}', amount_minor, 0)) as ${status}_minor`,
]);

/** As a recount leaves them, of accounts and of statements. */
const LINE_SUMS: Load = {
  table: 'bank_line_sum',
  rows: 1,
  columns: `entity_id, bank_account_id, statement, slot, unmatched_count, unmatched_minor, suggested_count, suggested_minor,
    confirmed_count, confirmed_minor, no_match_count, no_match_minor`,
  select: ["''", 'bank_statement_id']
    .map(
      (
        statement,
      ) => `select entity_id, bank_account_id, ${statement} as statement, -1 as slot, ${FIGURES.join()}
        from bank_transaction group by entity_id, bank_account_id, statement`,
    )
    .join(' union all '),
};

const OPEN_MONTHS: Load = {
  table: 'open_month',
  rows: 1,
  columns: 'entity_id, kind, month, currency, slot, balance_minor, document_count',
  select: ['invoice', 'bill']
    .map(
      (
        kind,
      ) => `select entity_id, '${kind}' as kind, date_sub(due_date, interval dayofmonth(due_date) - 1 day) as month,
        currency, substring(id, -4) % ${SLOTS} as slot, sum(balance_minor), count(*)
        from ${kind} where open = 1 group by entity_id, kind, month, currency, slot`,
    )
    .join(' union all '),
};

const tasks = (rows: number): Load => ({
  table: 'task',
  rows,
  columns: `entity_id, id, title, status, priority, priority_rank, due_at, due_sort, taskable_type, taskable_id, open, created_at, updated_at`,
  select: `select n.entity_id, ${idOf('task', 'n.n')}, 'Revisar', if(n.n % 4 = 0, 'completed', 'pending'),
    elt(1 + n.n % 4, 'urgent', 'high', 'normal', 'low'), n.n % 4, null, date_add('2026-01-01 00:00:00', interval n.n % 90 day), 'Bill',
    ${idOf('bill', 'n.n')}, if(n.n % 4 = 0, 0, 1), ${NOW}, ${NOW}
    from bench_n n where n.n >= :low and n.n < :high and n.n % 20 = 0 order by n.n`,
});

export const makeLists = async (
  connection: Connection,
  sizes: Sizes,
  companies: Companies,
): Promise<void> => {
  await run(
    connection,
    'set session unique_checks = 0, foreign_key_checks = 0, group_concat_max_len = 10000',
  );
  await makeCompanies(connection, sizes, companies);
  await makeNumbers(connection, sizes);
  const { rows } = sizes;
  await load(connection, [
    counterparties(rows),
    invoices(rows),
    bills(rows),
    payments(rows),
    ...bank(rows),
    tasks(rows),
    ...ledger(rows),
    LEDGER_MONTHS,
    OPEN_MONTHS,
    LINE_SUMS,
  ]);
  await makeSearchIndex(connection, [companies.large, companies.small]);
};
