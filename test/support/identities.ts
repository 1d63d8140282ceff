// What must hold in any books: documents, allocations, payments and the ledger say the same, per currency.
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';

interface Difference {
  readonly what: string;
  readonly id: string;
  readonly said: number;
  readonly expected: number;
}

const rowsOf = async <R>(database: Database, statement: ReturnType<typeof sql<R>>): Promise<readonly R[]> =>
  (await statement.execute(database.kysely)).rows;

const differing = (
  what: string,
  rows: readonly { id: string; said: unknown; expected: unknown }[],
): Difference[] =>
  rows
    .map(({ id, said, expected }) => ({ what, id, said: Number(said), expected: Number(expected) }))
    .filter(({ said, expected }) => said !== expected);

type Pair = { id: string; said: number; expected: number };

const documents = async (
  database: Database,
  entityId: string,
  kind: 'invoice' | 'bill',
): Promise<Difference[]> => {
  const table = sql.table(kind);
  const owed = kind === 'invoice' ? sql`('filed')` : sql`('received', 'validated')`;
  const closed = sql`('void', 'reversed', 'rejected')`;
  const paid = await rowsOf<Pair>(
    database,
    sql<Pair>`select d.id, d.paid_minor as said, d.presettled_minor + coalesce((select sum(a.amount_minor)
      from payment_allocation a where a.entity_id = d.entity_id and a.record_id = d.id), 0) as expected
      from ${table} d where d.entity_id = ${entityId}`,
  );
  const balance = await rowsOf<Pair>(
    database,
    sql<Pair>`select id, balance_minor as said, case when status in ${closed} then 0
      else total_minor - paid_minor - credited_minor end as expected from ${table} where entity_id = ${entityId}`,
  );
  const open = await rowsOf<Pair>(
    database,
    sql<Pair>`select id, open as said, case when status in ${owed} and balance_minor > 0 then 1 else 0 end as expected
      from ${table} where entity_id = ${entityId}`,
  );
  return [
    ...differing(`paid of ${kind}`, paid),
    ...differing(`balance of ${kind}`, balance),
    ...differing(`open of ${kind}`, open),
  ];
};

/** Of a reversed payment nothing is allocated. */
const payments = async (database: Database, entityId: string): Promise<Difference[]> =>
  differing(
    'amount of payment',
    await rowsOf<Pair>(
      database,
      sql<Pair>`select p.id, p.amount_minor as said, p.unallocated_minor + coalesce((select sum(a.payment_minor)
        from payment_allocation a where a.entity_id = p.entity_id and a.payment_id = p.id), 0) as expected
        from payment p where p.entity_id = ${entityId} and p.status = 'recorded'`,
    ),
  );

/** Balances less what payments and credit notes on account give, against the sums of the ledger. */
const ledger = async (
  database: Database,
  entityId: string,
  kind: 'invoice' | 'bill',
): Promise<Difference[]> => {
  const owed = kind === 'invoice' ? sql`('filed')` : sql`('received', 'validated')`;
  const side = kind === 'invoice' ? 'ar' : 'ap';
  const sign = kind === 'invoice' ? 1 : -1;
  const rows = await rowsOf<Pair>(
    database,
    sql<Pair>`select currency as id, sum(said) as said, sum(expected) as expected from (
      select currency, ${sign} * (debit_minor - credit_minor) as said, 0 as expected
        from ledger_entry where entity_id = ${entityId} and ledger = ${side}
      union all select currency, 0, balance_minor from ${sql.table(kind)} where entity_id = ${entityId} and status in ${owed}
      union all select currency, 0, -unallocated_minor from payment
        where entity_id = ${entityId} and type = ${`${kind}_payment`}
      union all select currency, 0, -total_minor from credit_note where entity_id = ${entityId}
        and type = ${`${kind}_credit_note`} and record_id is null and historic = 0 and status in ('filed', 'received', 'validated')
      union all select currency, 0, -excess_minor from credit_note where entity_id = ${entityId}
        and type = ${`${kind}_credit_note`} and excess_minor > 0
    ) as movement group by currency`,
  );
  return differing(`${side} ledger`, rows);
};

/** The sums that are kept of each month, against its entries. */
const months = async (database: Database, entityId: string): Promise<Difference[]> => {
  const differences: Difference[] = [];
  for (const column of ['debit_minor', 'credit_minor', 'entry_count'] as const) {
    const entries = column === 'entry_count' ? sql`1` : sql.ref(column);
    const rows = await rowsOf<Pair>(
      database,
      sql<Pair>`select concat(ledger, ' ', month, ' ', currency) as id, sum(said) as said, sum(expected) as expected from (
        select ledger, month, currency, ${sql.ref(column)} as said, 0 as expected from ledger_month
          where entity_id = ${entityId}
        union all select ledger, date_sub(date, interval dayofmonth(date) - 1 day), currency, 0, ${entries} from ledger_entry
          where entity_id = ${entityId}
      ) as part group by ledger, month, currency`,
    );
    differences.push(...differing(`${column} of the month`, rows));
  }
  return differences;
};

/** What the sums of months say was paid, against the payments that count. */
const paid = async (database: Database, entityId: string): Promise<Difference[]> =>
  differing(
    'paid of the month',
    await rowsOf<Pair>(
      database,
      sql<Pair>`select concat(ledger, ' ', month, ' ', currency) as id, sum(said) as said, sum(expected) as expected from (
        select ledger, left(month, 7) as month, currency, paid_minor as said, 0 as expected from ledger_month
          where entity_id = ${entityId}
        union all select case type when 'invoice_payment' then 'ar' else 'ap' end, left(paid_on, 7), currency, 0, amount_minor
          from payment where entity_id = ${entityId} and status = 'recorded'
      ) as part group by ledger, month, currency`,
    ),
  );

/** What is open of the days of a month, against the documents. */
const openDays = async (database: Database, entityId: string): Promise<Difference[]> => {
  const days = Array.from({ length: 31 }, (_, day) => day + 1);
  const columns = days.flatMap((day) =>
    (['minor', 'count'] as const).map((column) => ({
      day,
      column,
      said: `d${String(day).padStart(2, '0')}_${column}`,
    })),
  );
  const none = sql.join(columns.map(() => sql`0`));
  const each = sql.join(
    columns.map(
      ({ day, column }) =>
        sql`if(dayofmonth(due_date) = ${day}, ${column === 'count' ? sql`1` : sql.ref('balance_minor')}, 0)`,
    ),
  );
  const said = sql.join(columns.map((one) => sql.ref(one.said)));
  const sums = columns.flatMap((one) => [
    sql`sum(${sql.ref(one.said)}) as ${sql.ref(one.said)}`,
    sql`sum(${sql.ref(`${one.said}_due`)}) as ${sql.ref(`${one.said}_due`)}`,
  ]);
  const due = sql.join(columns.map((one) => sql`0 as ${sql.ref(`${one.said}_due`)}`));
  const rows = await rowsOf<Readonly<Record<string, unknown>> & { readonly id: string }>(
    database,
    sql`select concat(kind, ' ', month, ' ', currency) as id, ${sql.join(sums)} from (
      select kind, left(month, 7) as month, currency, ${said}, ${due} from open_month where entity_id = ${entityId}
      union all select 'invoice', left(due_date, 7), currency, ${none}, ${each} from invoice where entity_id = ${entityId} and open = 1
      union all select 'bill', left(due_date, 7), currency, ${none}, ${each} from bill where entity_id = ${entityId} and open = 1
    ) as part group by kind, month, currency`,
  );
  return columns.flatMap(({ said: name }) =>
    differing(
      `open ${name} of the month`,
      rows.map((row) => ({ id: row.id, said: row[name], expected: row[`${name}_due`] })),
    ),
  );
};

/** The sums that are kept of the open documents that are due in a month, against the documents. */
const openMonths = async (database: Database, entityId: string): Promise<Difference[]> => {
  const differences: Difference[] = [];
  const month = sql`date_sub(due_date, interval dayofmonth(due_date) - 1 day)`;
  for (const column of ['balance_minor', 'document_count'] as const) {
    const each = column === 'document_count' ? sql`1` : sql.ref(column);
    const rows = await rowsOf<Pair>(
      database,
      sql<Pair>`select concat(kind, ' ', month, ' ', currency) as id, sum(said) as said, sum(expected) as expected from (
        select kind, month, currency, ${sql.ref(column)} as said, 0 as expected from open_month
          where entity_id = ${entityId}
        union all select 'invoice', ${month}, currency, 0, ${each} from invoice where entity_id = ${entityId} and open = 1
        union all select 'bill', ${month}, currency, 0, ${each} from bill where entity_id = ${entityId} and open = 1
      ) as part group by kind, month, currency`,
    );
    differences.push(...differing(`open ${column} of the month`, rows));
  }
  return differences;
};

/** Whatever is not as it must be; nothing when all is well. */
export const ledgerDifferences = async (
  database: Database,
  entityId: string,
): Promise<readonly Difference[]> => [
  ...(await documents(database, entityId, 'invoice')),
  ...(await documents(database, entityId, 'bill')),
  ...(await payments(database, entityId)),
  ...(await ledger(database, entityId, 'invoice')),
  ...(await ledger(database, entityId, 'bill')),
  ...(await months(database, entityId)),
  ...(await paid(database, entityId)),
  ...(await openMonths(database, entityId)),
  ...(await openDays(database, entityId)),
];
