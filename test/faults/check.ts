// What must be true of the books, the providers and the numbers, whatever died on the way.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { upTo } from '../support/office.ts';
import { ledgerDifferences } from '../support/identities.ts';
import type { TestService } from '../support/service.ts';
import { checkComplements } from './check-complements.ts';

/** Documents of each kind by how they ended. */
export type Ends = Readonly<Record<string, number>>;

export interface Row {
  readonly table: (typeof TABLES)[number];
  readonly id: string;
  readonly entity_id: string;
  readonly status: string;
  readonly filing_status: string;
  readonly series: string | null;
  readonly number: string | null;
  readonly filing: {
    readonly uuid?: string;
    readonly last_error?: object | null;
    readonly cancellation?: { readonly status: string; readonly reason: string };
  };
}

const TABLES = ['invoice', 'credit_note', 'complement'] as const;

export const checkBooks = async (
  service: TestService,
  asked: Readonly<Record<string, number>>,
): Promise<Ends> => {
  const all: Row[] = [];
  for (const table of TABLES) {
    const rows = await service.database.kysely
      .selectFrom(table)
      .select(['id', 'entity_id', 'status', 'filing_status', 'series', 'number', 'filing'])
      .execute();
    for (const row of rows) all.push({ ...row, table } as Row);
  }
  const filed = all.filter(({ filing }) => filing.uuid !== undefined);
  const invoices = all.filter(({ table }) => table === 'invoice');
  assert.equal(
    invoices.length,
    (asked['invoice'] ?? 0) + (asked['substitute'] ?? 0),
    'each invoice is there',
  );
  checkStates(all, filed);
  await checkProviders(service, filed);
  checkNumbers(all);
  for (const entity of [service.entities.mx, service.entities.de])
    assert.deepEqual(await ledgerDifferences(service.database, entity), []);
  await checkTrail(service, filed);
  await checkApprovals(service, all);
  await checkCancellations(service, filed);
  await checkComplements(service);
  const ends: Record<string, number> = {};
  for (const { table, status, filing_status } of all) {
    const end = `${table}: ${status}${status === 'draft' ? ` ${filing_status}` : ''}`;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  const { rows } = await sql<{ kind: string; n: number }>`select kind, count(*) as n from outbox
    where kind in ('file', 'cancel') group by kind`.execute(service.database.kysely);
  for (const { kind, n } of rows) ends[`${kind} orders`] = n;
  return ends;
};

/** Filed with a UUID, or a draft that says why not. */
const checkStates = (all: readonly Row[], filed: readonly Row[]): void => {
  for (const { id, status, filing_status, filing } of all) {
    if (filing.uuid !== undefined) {
      assert.equal(filing_status, status === 'void' ? 'cancelled' : 'filed', id);
      assert.ok(['filed', 'reversed', 'void'].includes(status), `${id} is filed and ${status}`);
      continue;
    }
    assert.equal(status, 'draft', `${id} has no UUID`);
    // A complement that cannot be filed waits for a person, who has a task.
    if (filing_status === 'not_submitted' && id.startsWith('cmpl_')) continue;
    assert.equal(filing_status, 'failed', `${id} is back in its draft`);
    assert.ok(filing.last_error, `${id} says why`);
  }
  const uuids = filed.map(({ filing }) => String(filing.uuid).toLowerCase());
  assert.equal(new Set(uuids).size, uuids.length, 'no UUID twice');
};

/** What the providers hold is what the books say is filed: nothing lost, nothing twice. */
const checkProviders = async ({ database, entities }: TestService, filed: readonly Row[]): Promise<void> => {
  const { kysely } = database;
  const of = (entity: string): string[] =>
    filed
      .filter(({ entity_id }) => entity_id === entity)
      .map(({ filing }) => String(filing.uuid).toLowerCase())
      .toSorted();
  const stamps = await kysely.selectFrom('sandbox_stamp').select('uuid').execute();
  assert.deepEqual(of(entities.mx), stamps.map(({ uuid }) => uuid.toLowerCase()).toSorted());
  const sent = await kysely
    .selectFrom('sandbox_access_point')
    .select('guid')
    .where('status', '=', 200)
    .execute();
  assert.deepEqual(of(entities.de), sent.map(({ guid }) => guid.toLowerCase()).toSorted());
  const { rows } = await sql<{
    document_id: string;
  }>`select document_id from filed_document where kind = 'xml'`.execute(kysely);
  assert.deepEqual(
    rows.map(({ document_id }) => document_id).toSorted(),
    filed.map(({ id }) => id).toSorted(),
  );
};

/** Each series counts from 1 without a gap and without a number twice. */
const checkNumbers = (all: readonly Row[]): void => {
  const series = new Map<string, number[]>();
  for (const { entity_id, series: name, number } of all) {
    if (number === null) continue;
    const key = `${entity_id} ${name}`;
    series.set(key, [...(series.get(key) ?? []), Number(number)]);
  }
  for (const [key, numbers] of series)
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      upTo(numbers.length),
      `the numbers of ${key} have no gap`,
    );
};

/** Each filing and each cancellation is told once. */
const checkTrail = async ({ database }: TestService, filed: readonly Row[]): Promise<void> => {
  const told = async (event: string): Promise<string[]> => {
    const { rows } = await sql<{ record_id: string }>`select record_id from event
      where type in (${sql.join(['invoice', 'credit_note', 'complement'].map((noun) => `${noun}.${event}`))})`.execute(
      database.kysely,
    );
    return rows.map(({ record_id }) => record_id).toSorted();
  };
  const ids = (rows: readonly Row[]): string[] => rows.map(({ id }) => id).toSorted();
  assert.deepEqual(await told('filed'), ids(filed));
  assert.deepEqual(await told('voided'), ids(filed.filter(({ status }) => status === 'void')));
};

/** Nobody is asked any more, and what was filed was approved, once for each order. */
const checkApprovals = async ({ database: { kysely } }: TestService, all: readonly Row[]): Promise<void> => {
  const approvals = await kysely
    .selectFrom('approval')
    .select(['id', 'document_id', 'status', 'task_id'])
    .execute();
  const approved = new Set(
    approvals.filter(({ status }) => status === 'approved').map(({ document_id }) => document_id),
  );
  assert.deepEqual(
    approvals.filter(({ status }) => status === 'pending'),
    [],
  );
  for (const { id, filing_status } of all)
    assert.equal(approved.has(id), filing_status !== 'not_submitted', `${id} was approved`);
  const { rows } = await sql<{ approval_id: string }>`select approval_id from outbox where kind = 'file'
    group by approval_id having count(*) > 1`.execute(kysely);
  assert.deepEqual(rows, [], 'one order for each approval');
  const open = await kysely.selectFrom('task').select('id').where('open', '=', true).execute();
  const asking = new Set(approvals.map(({ task_id }) => task_id));
  assert.deepEqual(
    open.filter(({ id }) => asking.has(id)),
    [],
    'no task asks for what is decided',
  );
};

/** Void here is cancelled there; a refused cancellation leaves a task. */
const checkCancellations = async (
  { database: { kysely }, entities }: TestService,
  filed: readonly Row[],
): Promise<void> => {
  const cancelled = await kysely
    .selectFrom('sandbox_stamp')
    .select('uuid')
    .where('cancellation', '=', 'cancelled')
    .execute();
  const mexican = filed.filter(({ entity_id }) => entity_id === entities.mx);
  assert.deepEqual(
    mexican
      .filter(({ status }) => status === 'void')
      .map(({ filing }) => String(filing.uuid).toLowerCase())
      .toSorted(),
    cancelled.map(({ uuid }) => uuid.toLowerCase()).toSorted(),
  );
  const tasks = await kysely.selectFrom('task').select(['taskable_id', 'title']).execute();
  const about = new Set(tasks.map(({ taskable_id }) => taskable_id));
  const paidBy = await kysely.selectFrom('complement').select(['id', 'payment_id']).execute();
  const payments = new Map(paidBy.map(({ id, payment_id }) => [id, payment_id]));
  for (const { id, filing } of mexican) {
    const state = filing.cancellation?.status;
    assert.ok(state === undefined || state === 'cancelled' || state === 'rejected', `${id}: ${state}`);
    if (state === 'rejected') assert.ok(about.has(payments.get(id) ?? id), `a task about ${id}`);
  }
};
