// What the tools of the books cost beside the SQL that they send: reads by CPU time, writes by their rate.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import { scoped } from '../../src/db/scoped.ts';
import { findEntity } from '../../src/domain/ground/entities/store.ts';
import { IMPORTERS } from '../../src/domain/across/imports/importers.ts';
import { NO_FILE } from '../../src/domain/across/imports/repeated-rows.ts';
import { newAct, SYSTEM } from '../../src/domain/ground/change/change.ts';
import type { TestService } from '../support/service.ts';
import { post } from '../support/wire.ts';
import { newRfc } from '../tools/support.ts';
import { CALLS_NEEDED, compareWrites } from './books-writes.ts';
import { startServer } from './child.ts';
import { compare } from './compare.ts';
import { postMessage } from './load.ts';
import { statementsOf } from './statements.ts';
import { openBooks } from '../../src/domain/across/books/books.ts';
import type { ImportScope } from '../../src/domain/across/imports/importer.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const READS = Number(process.env['BENCH_READS'] ?? 2_000);

const importInvoices = async (
  service: TestService,
  counterparties: readonly string[],
  first: number,
  count: number,
): Promise<readonly InvoiceId[]> => {
  const { database, organisation_id, entities } = service;
  const entity = await findEntity(database.reader, organisation_id, entities.mx);
  if (entity === undefined) throw new Error('the bench has no entity');
  const rows = Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    value: {
      counterparty: counterparties[(first + index) % counterparties.length] ?? '',
      series: 'B',
      number: String(first + index),
      issue_date: '2026-02-01',
      total: 1160,
      status: 'filed' as const,
    },
  }));
  const act = newAct(SYSTEM, 'import invoices', {}, new Date());
  const { result } = await openBooks(database).change(entity, act, (ctx: ImportScope) =>
    IMPORTERS.invoices.store(ctx, rows, { update: false, warn: () => undefined, file: NO_FILE }),
  );
  return result.flatMap((outcome) => (outcome.kind === 'rejected' ? [] : [outcome.id as InvoiceId]));
};

/** All alike but for id and number, so that one recorded payment fits each of them. */
const makeInvoices = async (
  service: TestService,
  counterparties: readonly string[],
  count: number,
): Promise<InvoiceId[]> => {
  const ids: InvoiceId[] = [];
  while (ids.length < count) {
    const next = Math.min(500, count - ids.length);
    ids.push(...(await importInvoices(service, counterparties, ids.length + 1, next)));
  }
  return ids;
};

const call = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

type Keep = (name: string, value: unknown) => string;

const compareRead = async (
  service: TestService,
  environment: Record<string, string>,
  keep: Keep,
  tool: 'search_invoices' | 'generate_ledger' | 'export_invoices',
  args: object,
): Promise<void> => {
  const body = call(tool, args);
  // The key and the entity are remembered for a second, so the second call sends what belongs to the tool.
  await post(service.url, service.keys.mx, body);
  const statements = await statementsOf(() => post(service.url, service.keys.mx, body));
  const file = keep(`${tool}.json`, statements);
  const [folio, raw] = await Promise.all([
    startServer('folio', environment),
    startServer('raw-sql', { ...environment, BENCH_STATEMENTS: file }),
  ]);
  try {
    await compare({
      title: `${tool} ${JSON.stringify(args)} beside its ${statements.length} statements through mysql2`,
      ours: { server: folio, message: postMessage(folio.port, service.keys.mx, body) },
      bare: { server: raw, message: postMessage(raw.port, service.keys.mx, body) },
      rounds: ROUNDS,
      requests: READS,
      connections: 16,
      goal: tool,
    });
  } finally {
    await Promise.all([folio.stop(), raw.stop()]);
  }
};

const CUSTOMERS = 200;

const makeBooks = async (service: TestService) => {
  const client = service.client(service.keys.mx);
  const ids: CounterpartyId[] = [];
  for (let made = 0; made < CUSTOMERS; made += 1) {
    const { id } = await client.create_counterparty({
      name: `Distribuidora ${made} del Bajío`,
      postal_code: '06600',
      is_supplier: true,
      country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
    });
    ids.push(id);
  }
  const invoices = await makeInvoices(service, ids, CALLS_NEEDED);
  return { counterparty_id: ids[0] ?? newId('CounterpartyId'), invoices };
};

export const benchBooks = async (service: TestService): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-bench-'));
  const keep: Keep = (name, value) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const environment = { BENCH_DATABASE_URL: service.databaseUrl };
  try {
    const { counterparty_id, invoices } = await makeBooks(service);
    await compareRead(service, environment, keep, 'search_invoices', { status: 'unpaid' });
    await compareRead(service, environment, keep, 'generate_ledger', { type: 'ar' });
    await compareRead(service, environment, keep, 'generate_ledger', { type: 'ar', format: 'csv' });
    await compareRead(service, environment, keep, 'export_invoices', { status: 'filed' });
    await compareWrites(service, environment, {
      tool: 'record_invoice_payment',
      parameter: 'invoice_id',
      argumentsOf: (index) => ({ invoice_id: invoices[index] ?? newId('InvoiceId') }),
      keep,
    });
    const line = { description: 'Flete', quantity: 2, unit_price: 1500.5, tax_amount: 480.16 };
    await compareWrites(service, environment, {
      tool: 'create_bill',
      parameter: 'bill_number',
      argumentsOf: (index) => ({
        counterparty_id,
        bill_number: `BENCH${index}X`,
        line_items: [line, line, line],
      }),
      keep,
    });
    await countWrites(service);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Both sides wrote whole records, or the comparison is worth nothing. */
const countWrites = async ({ database, entities }: TestService): Promise<void> => {
  const ctx = { db: database.reader, entity: { id: entities.mx } };
  const counts: string[] = [];
  for (const table of ['payment', 'payment_allocation', 'bill', 'bill_line', 'audit', 'event'] as const) {
    const row = await scoped(ctx, table as 'audit')
      .select()
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    counts.push(`${row.n} ${table}`);
  }
  console.log(`\nrows written by both sides: ${counts.join(', ')}`);
};
