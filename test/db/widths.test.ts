// A column that holds a text or a word of the spec is as wide as the spec allows: what passes the validator is stored.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ToolName } from '../../generated/dispatch.ts';
import { IMPORTS, type ImportType } from '../../generated/imports.ts';
import type { PublishedSchema } from '../../generated/runtime.ts';
import { SERVICE } from '../../generated/service.ts';
import {
  BankAccountTypeValues,
  BillStatusValues,
  DeductibilityValues,
  FilingStatusValues,
  InvoiceInternalStatusValues,
  InvoicePaymentMethodValues,
  InvoiceStatusValues,
  LedgerEntryTypeValues,
  MatchStatusValues,
  SearchTypeValues,
  TaskableTypeValues,
  TaskPriorityValues,
  TaskStatusValues,
} from '../../generated/types.ts';
import { packageRoot } from '../../src/base/package-root.ts';
import { type Column, readColumns } from '../../src/db/row-types/read-columns.ts';
import type { DB } from '../../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

type ColumnName = { [T in keyof DB]: `${T}.${Extract<keyof DB[T], string>}` }[keyof DB];
type ToolField = `${ToolName}.${string}`;
type ImportField = `import ${ImportType}.${string}`;
type Limit = number | readonly string[] | ToolField | ImportField;

/** What each column must hold: a field of a tool or an import, the words of an enum, or a length of the service. */
const LIMITS: Partial<Record<ColumnName, Limit>> = {
  'bank_account.account_type': BankAccountTypeValues,
  // Any text is taken, since those of other countries are ignored; what is stored has passed its check (ISO 9362, 18
  // digits, 9 digits).
  'bank_account.bic': 11,
  'bank_account.clabe': 18,
  'bank_account.name': 'update_bank_account.name',
  'bank_account.routing_number': 9,
  'bank_transaction.match_status': MatchStatusValues,
  'bill.bill_number': 'create_bill.bill_number',
  'bill.deductibility': DeductibilityValues,
  'bill.external_id': 'import bills.external_id',
  'bill.notes': 'create_bill.notes',
  'bill.series': 'create_bill.series',
  'bill.status': BillStatusValues,
  'bill.title': 'create_bill.title',
  'bill_line.description': 'create_bill.line_items.description',
  'counterparty.email': 'create_counterparty.email',
  'counterparty.external_id': 'import counterparties.external_id',
  'counterparty.name': 'create_counterparty.name',
  'counterparty.postal_code': 'create_counterparty.postal_code',
  'credit_note.number': 'import bill_credit_notes.number',
  'credit_note.reason': 'import bill_credit_notes.reason',
  'credit_note.series': 'import bill_credit_notes.series',
  'credit_note.uuid': 'import bill_credit_notes.uuid',
  'idempotency.idempotency_key': SERVICE.limits.idempotency_key_max_length,
  'invoice.external_id': 'import invoices.external_id',
  'invoice.filing_status': FilingStatusValues,
  'invoice.internal_status': InvoiceInternalStatusValues,
  'invoice.notes': 'create_invoice.notes',
  'invoice.status': InvoiceStatusValues,
  'invoice.title': 'create_invoice.title',
  'invoice_line.description': 'create_invoice.line_items.description',
  'ledger_entry.entry_type': LedgerEntryTypeValues,
  'payment.external_id': 'import bill_payments.external_id',
  'payment.notes': 'record_bill_payment.notes',
  'payment.payment_method': InvoicePaymentMethodValues,
  'payment.reference': 'record_bill_payment.reference',
  'search_record.type': SearchTypeValues,
  'task.description': 'create_task.description',
  'task.due_at': 'create_task.due_at',
  'task.priority': TaskPriorityValues,
  'task.status': TaskStatusValues,
  'task.taskable_type': TaskableTypeValues,
  'task.title': 'create_task.title',
};

interface Surface {
  readonly tools: readonly { readonly name: string; readonly inputSchema: PublishedSchema }[];
}

const readSurface = (): Surface =>
  JSON.parse(readFileSync(join(packageRoot(), 'generated/tools.json'), 'utf8')) as Surface;

const { tools } = readSurface();

const importSchemas: Readonly<Record<string, { readonly schema: PublishedSchema }>> = IMPORTS;

const schemaNamed = (name: string): PublishedSchema | undefined =>
  name.startsWith('import ')
    ? importSchemas[name.slice('import '.length)]?.schema
    : tools.find((tool) => tool.name === name)?.inputSchema;

const lengthOf = (limit: Limit): number => {
  if (typeof limit === 'number') return limit;
  if (typeof limit !== 'string') return Math.max(...limit.map(({ length }) => length));
  const [root = '', ...path] = limit.split('.');
  const field = path.reduce<PublishedSchema | undefined>(
    (schema, name) => (schema?.items ?? schema)?.properties?.[name],
    schemaNamed(root),
  );
  assert.ok(field?.maxLength !== undefined, `${limit} has no maxLength in the spec`);
  return field.maxLength;
};

/** In characters; `text` counts bytes, of which a character has four at most. */
const widthOf = ({ type, length }: Column): number =>
  length === null ? 0 : type === 'varchar' ? length : Math.floor(length / 4);

let base: TestDatabase;
let columns: readonly Column[];

before(async () => {
  base = await createTestDatabase();
  columns = await readColumns(base.database.kysely);
});
after(() => base.close());

for (const [name, limit] of Object.entries(LIMITS)) {
  test(`${name} is wide enough`, () => {
    const column = columns.find((each) => `${each.table}.${each.name}` === name);
    assert.ok(column !== undefined, `there is no column ${name}`);
    const asked = lengthOf(limit);
    assert.ok(
      widthOf(column) >= asked,
      `${name} holds ${widthOf(column)} characters, and the spec allows ${asked}`,
    );
  });
}
