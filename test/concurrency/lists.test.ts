// Every list, walked while others add to it: each row that was there throughout comes exactly once, in the list's order.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type ToolName, TOOL_NAMES, TOOLS } from '../../generated/dispatch.ts';
import { type IdTypes } from '../../generated/ids.ts';
import { newId } from '../../src/db/ids.ts';
import type { DB } from '../../src/db/schema.ts';
import type { ImportScope } from '../../src/domain/across/imports/importer.ts';
import { IMPORTERS } from '../../src/domain/across/imports/importers.ts';
import { NO_FILE } from '../../src/domain/across/imports/repeated-rows.ts';
import { createAccount } from '../../src/domain/money/bank-accounts/create.ts';
import { addWebhook } from '../isolation/webhooks.ts';
import { type AnyRow, anyRowOf, insertRows } from '../support/any-table.ts';
import { callTool } from '../support/wire.ts';
import { bill, fileOf, NOBODY, readTest } from '../tools/inbox/support.ts';
import { newRfc } from '../tools/support.ts';
import { addBill, addParties, fileInvoice, type Parties } from './books.ts';
import { type Rivals, startRivals } from './rivals.ts';
import { longDose } from '../support/dose.ts';

let rivals: Rivals;
let parties: Parties;

/** What a list reads, how copies of one of its rows are told apart, and what its answers name the rows by. */
interface Listed {
  readonly table: keyof DB;
  readonly id: keyof IdTypes;
  readonly args?: object;
  vary(index: number): AnyRow;
}

const DAYS = 9;
const dayOf = (index: number): string => `2026-02-${String(10 + (index % DAYS)).padStart(2, '0')}`;
const instantOf = (index: number): string => `${dayOf(index)} 12:00:0${index % 7}.000`;

const invoices: Listed = {
  table: 'invoice',
  id: 'InvoiceId',
  vary: (index) => ({ issue_date: dayOf(index), number: null, external_id: null }),
};
const bills: Listed = {
  table: 'bill',
  id: 'BillId',
  vary: (index) => ({ issue_date: dayOf(index), number_unique: null, external_id: null }),
};

const entities: Listed = {
  table: 'entity',
  id: 'EntityId',
  vary: (index) => ({ name: `Sucursal ${index % 11}`, is_default: 0 }),
};
const tasks: Listed = {
  table: 'task',
  id: 'TaskId',
  vary: (index) => ({
    priority_rank: index % 4,
    due_at: dayOf(index),
    due_sort: instantOf(index),
  }),
};

/** Filled before the tests. */
const sent = { webhook_id: '' };
const attached = { record_id: '' };

const LISTS: { readonly [T in ToolName]?: Listed } = {
  list_counterparties: {
    table: 'counterparty',
    id: 'CounterpartyId',
    args: { role: 'all' },
    vary: (index) => {
      const name = `cliente ${String.fromCharCode(97 + (index % 13))}`;
      return { name, name_norm: name, tax_id_unique: null, external_id: null };
    },
  },
  list_counterparty_aliases: {
    table: 'counterparty_alias',
    id: 'CounterpartyAliasId',
    vary: (index) => ({ value: `ALIAS ${index}`, value_key: `alias ${index}` }),
  },
  search_invoices: invoices,
  export_invoices: invoices,
  search_bills: bills,
  export_bills: bills,
  generate_ledger: {
    table: 'ledger_entry',
    id: 'LedgerEntryId',
    // Entries are told by their record.
    vary: (index) => ({ date: dayOf(index), record_id: newId('InvoiceId') }),
  },
  list_tasks: tasks,
  list_deadlines: { ...tasks, args: { kind: 'task_due' } },
  list_api_keys: {
    table: 'api_key',
    id: 'ApiKeyId',
    vary: (index) => ({ name: `Llave ${index}`, secret_hash: randomBytes(32).toString('hex') }),
  },
  list_webhook_deliveries: {
    table: 'webhook_delivery',
    id: 'WebhookDeliveryId',
    args: sent,
    vary: () => ({ event_id: newId('EventId') }),
  },
  list_webhooks: {
    table: 'webhook_endpoint',
    id: 'WebhookEndpointId',
    vary: (index) => ({ description: `Destino ${index}` }),
  },
  list_bank_accounts: {
    table: 'bank_account',
    id: 'BankAccountId',
    vary: (index) => ({ name: `Cuenta ${index % 5}`, active: index % 3 !== 0 }),
  },
  list_bank_statements: {
    table: 'bank_statement',
    id: 'BankStatementId',
    vary: (index) => ({ imported_at: instantOf(index) }),
  },
  search_bank_transactions: {
    table: 'bank_transaction',
    id: 'BankTransactionId',
    vary: (index) => ({ date: dayOf(index), fingerprint: `${index}-${Math.random()}` }),
  },
  list_received_documents: {
    table: 'received_document',
    id: 'ReceivedDocumentId',
    vary: (index) => ({ file_id: newId('StoredFileId'), received_at: instantOf(index) }),
  },
  list_bill_credit_notes: {
    table: 'credit_note',
    id: 'BillCreditNoteId',
    vary: (index) => ({ issue_date: dayOf(index), external_id: null }),
  },
  list_attachments: {
    table: 'attachment',
    id: 'AttachmentId',
    args: attached,
    vary: () => {
      const file_id = newId('StoredFileId');
      return { file_id, live_file_id: file_id };
    },
  },
  // Last: the deadlines are read over all companies there are.
  list_entities: entities,
  get_portfolio: entities,
};

before(async () => {
  rivals = await startRivals({ read: readTest });
  parties = await addParties(rivals);
  await fileInvoice(rivals, parties, 100);
  const taskable_id = await addBill(rivals, parties, 100);
  await rivals.client(0).create_task({ title: 'Revisar', taskable_type: 'Bill', taskable_id });
  await addBank();
  await addInbox(taskable_id);
  await rivals
    .client(0)
    .create_counterparty_alias({ counterparty_id: parties.customer as never, kind: 'text', value: 'TELMEX' });
  sent.webhook_id = (await addWebhook(rivals.service, rivals.service.keys.organisation)).whep;
});
after(() => rivals.close());

/** A file beside the bill, a document that was received, and a supplier's credit note. */
const addInbox = async (record_id: string): Promise<void> => {
  const client = rivals.client(0);
  attached.record_id = record_id;
  const content_base64 = Buffer.from('%PDF-1.4').toString('base64');
  await client.attach_file({ record_id, file_name: 'recibo.pdf', content_base64 });
  const seller = { ...NOBODY, name: 'Luz Marina', taxId: newRfc() };
  const read = bill({ currency: 'MXN', seller });
  await client.receive_document({ file_name: 'factura.xml', content_base64: fileOf(read) });
  await rivals.admin('import bill_credit_notes', async (ctx: ImportScope) => {
    const value = {
      counterparty: parties.supplier,
      number: 'NC-1',
      issue_date: dayOf(0),
      total: 10,
      status: 'received',
      historic: true,
    } as const;
    const rows = [{ line: 1, value }];
    return IMPORTERS.bill_credit_notes.store(ctx, rows, {
      update: false,
      warn: () => undefined,
      file: NO_FILE,
    });
  });
};

const addBank = async (): Promise<void> => {
  const account = await rivals.admin('bank-account create', (ctx) =>
    createAccount(ctx, {
      name: 'BBVA',
      currency: 'MXN',
      account_type: 'checking',
      account_number_masked: null,
    } as never),
  );
  const { kysely } = rivals.database;
  const common = { entity_id: rivals.entity.id, bank_account_id: account.id };
  const bank_statement_id = newId('BankStatementId');
  await kysely
    .insertInto('bank_statement')
    .values({
      ...common,
      id: bank_statement_id,
      file_name: 'a.csv',
      file_hash: '0',
      format: 'csv',
      period_start: null,
      period_end: null,
      transaction_count: 1,
      duplicate_count: 0,
      opening_balance_minor: null,
      closing_balance_minor: null,
      imported_at: instantOf(0),
    })
    .execute();
  await kysely
    .insertInto('bank_transaction')
    .values({
      ...common,
      id: newId('BankTransactionId'),
      bank_statement_id,
      statement_line: 1,
      date: dayOf(0),
      amount_minor: 100,
      transaction_type: 'credit',
      currency: 'MXN',
      description: 'SPEI',
      reference: null,
      counterparty_hint: null,
      balance_minor: null,
      match_status: 'unmatched',
      fingerprint: 'first',
      occurrence: 1,
      text_norm: 'spei',
      transfer_peer_id: null,
      transfer_status: null,
      matched_at: null,
      created_at: instantOf(0),
      updated_at: instantOf(0),
    })
    .execute();
};

let copied = 0;

/** Copies of the first row of the table, each with an id and a place of its own. */
const copy = async ({ table, id, vary }: Listed, count: number): Promise<void> => {
  const stored = await anyRowOf(rivals.database, table);
  const rows = Array.from({ length: count }, (): AnyRow => {
    copied += 1;
    return { ...stored, id: newId(id), ...vary(copied * 7) };
  });
  await insertRows(rivals.database, table, rows);
};

/** A row is named by its own id, or by that of the record it is about. */
interface Row {
  readonly id?: string;
  readonly record_id?: string;
  readonly entity_id?: string;
}

const nameOf = ({ id, record_id, entity_id }: Row): string => id ?? record_id ?? entity_id ?? '';

interface AnyPage {
  readonly next_cursor: string | null;
  readonly data?: readonly Row[];
  readonly csv?: string | null;
  readonly currencies?: readonly { readonly entries: readonly { readonly record_id: string }[] }[] | null;
}

const idsOf = (tool: ToolName, page: AnyPage): string[] => {
  if (page.data !== undefined) return page.data.map(nameOf);
  if (page.csv === undefined || page.csv === null)
    return (page.currencies ?? []).flatMap(({ entries }) => entries.map(({ record_id }) => record_id));
  const rows = parse<Record<string, string>>(page.csv, { columns: true, bom: true });
  return rows.map((row) => row[tool === 'export_invoices' ? 'invoice_id' : 'bill_id'] ?? '');
};

const ofOrganisation = (tool: ToolName): boolean =>
  tool === 'list_entities' || TOOLS[tool].set === 'organization';

const walk = async (tool: ToolName, args: object, limit: number | null): Promise<string[]> => {
  const { service } = rivals;
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = { ...args, ...(limit === null ? {} : { limit }), ...(cursor === null ? {} : { cursor }) };
    const key = ofOrganisation(tool) ? service.keys.organisation : service.keys.mx;
    const answer = await callTool(service.url, key, tool, page);
    assert.ok(!answer.isError, answer.content[0]?.text);
    const body = answer.structuredContent as unknown as AnyPage;
    ids.push(...idsOf(tool, body));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return ids;
};

/** A list whose rows take longer to read than to add would otherwise never come to its end. */
const MOST_ADDED = Math.min(900, longDose(150));

/** More than two pages of the lists whose page size nobody chooses. */
const PRESENT = 230;

for (const [tool, listed] of Object.entries(LISTS) as [ToolName, Listed][]) {
  test(`${tool} under inserts`, async () => {
    await copy(listed, PRESENT);
    const choosesLimit = 'limit' in (TOOLS[tool].inputSchema.properties ?? {});
    const expected = await walk(tool, listed.args ?? {}, choosesLimit ? 50 : null);
    assert.ok(expected.length > PRESENT);
    assert.equal(new Set(expected).size, expected.length);
    const before = copied;
    const walking = { still: true };
    const adding = (async () => {
      for (let added = 0; walking.still && added < MOST_ADDED; added += 3) await copy(listed, 3);
    })();
    try {
      for (const limit of choosesLimit ? [7, 50] : [null, null]) {
        const walked = await walk(tool, listed.args ?? {}, limit);
        assert.equal(new Set(walked).size, walked.length, 'nothing comes twice');
        const present = new Set(expected);
        assert.deepEqual(
          walked.filter((id) => present.has(id)),
          expected,
        );
      }
    } finally {
      walking.still = false;
      await adding;
    }
    assert.ok(copied > before, 'others were adding meanwhile');
  });
}

test('every tool that has a cursor is among them', () => {
  const paged = TOOL_NAMES.filter((tool) => 'cursor' in (TOOLS[tool].inputSchema.properties ?? {}));
  assert.deepEqual(
    paged.filter((tool) => !(tool in LISTS)),
    [],
  );
});
