// What the tables say after a run: acknowledged writes that are not there, or are there twice, and work that never ended.
import { sql } from 'kysely';
import { checkSums } from '../../src/doctor/sums.ts';
import { ledgerDifferences } from '../support/identities.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/office.ts';
import type { Outcome } from './load.ts';

const SETTLED_MS = 120_000;

/** Waits until nothing is left to file, send or deliver; what is left after that is told. */
export const settle = async ({ database: { kysely } }: TestService): Promise<string[]> => {
  const open = async (): Promise<Record<string, unknown>> => {
    const { rows } = await sql<Record<string, unknown>>`select
      (select count(*) from outbox where open = 1 and kind in ('file', 'deliver')) as outbox,
      (select count(*) from webhook_delivery where due_at is not null) as webhooks`.execute(kysely);
    return rows[0] ?? {};
  };
  try {
    await until(open, (left) => Object.values(left).every((count) => Number(count) === 0), SETTLED_MS);
    return [];
  } catch {
    return [`still open after ${SETTLED_MS / 1_000} s: ${JSON.stringify(await open())}`];
  }
};

const missing = (
  what: string,
  told: ReadonlyMap<string, string>,
  rows: ReadonlyMap<string, string>,
): string[] =>
  [...told]
    .filter(([name, id]) => rows.get(id) !== name)
    .map(([name]) => `${what} ${name} was acknowledged and is not there`);

const twice = (what: string, names: readonly string[]): string[] =>
  names.length === new Set(names).size
    ? []
    : [`${names.length - new Set(names).size} ${what} are there twice`];

export const findLosses = async (service: TestService, outcome: Outcome): Promise<string[]> => {
  const { kysely } = service.database;
  const invoices = await kysely
    .selectFrom('invoice')
    .select(['id', 'title', 'status', 'series', 'number'])
    .execute();
  const bills = await kysely.selectFrom('bill').select(['id', 'bill_number']).execute();
  const paid = await kysely.selectFrom('payment_allocation').select('record_id').execute();
  const [lines] = await kysely
    .selectFrom('bank_transaction')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .execute();
  const payments = new Set<string>(paid.map(({ record_id }) => record_id));
  const filed = new Set<string>(invoices.filter(({ status }) => status === 'filed').map(({ id }) => id));
  const numbers = invoices.flatMap(({ series, number }) => (number === null ? [] : [`${series}-${number}`]));
  const losses = [
    ...missing('invoice', outcome.invoices, new Map(invoices.map(({ id, title }) => [id, title ?? '']))),
    ...missing('bill', outcome.bills, new Map(bills.map(({ id, bill_number }) => [id, bill_number ?? '']))),
    ...twice(
      'invoices',
      invoices.map(({ title }) => title ?? ''),
    ),
    ...twice(
      'bills',
      bills.map(({ bill_number }) => bill_number ?? ''),
    ),
    ...twice('numbers', numbers),
    ...[...outcome.paid].filter((id) => !payments.has(id)).map((id) => `the payment of ${id} is not there`),
    ...[...outcome.approved]
      .filter((id) => !filed.has(id))
      .map((id) => `${id} was approved and is not filed`),
  ];
  if ((lines?.count ?? 0) < outcome.imported)
    losses.push(`${lines?.count} bank lines of ${outcome.imported} imported`);
  for (const difference of await ledgerDifferences(service.database, service.entities.mx))
    losses.push(`sums: ${JSON.stringify(difference)}`);
  const sums = await checkSums(service.database, new Date());
  if (sums.status !== 'OK') losses.push(`sums: ${sums.detail}`);
  return losses;
};
