// Filed invoices and received bills for tests, written straight to the tables with their ledger entries: as an import
// leaves them, without its file.
import type { BillStatus, DocumentType, InvoiceStatus } from '../../generated/types.ts';
import { asDay } from '../../src/base/time/day.ts';
import type { BillId, CounterpartyId, InvoiceId } from '../../generated/ids.ts';
import type { Database, Writer } from '../../src/db/database.ts';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import { scoped } from '../../src/db/scoped.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { billReceived } from '../../src/domain/documents/bills/decide.ts';
import { countOpen } from '../../src/domain/documents/shared/open-months.ts';
import { balanceOf, isOwed, openFlag, settledBefore } from '../../src/domain/documents/shared/settle.ts';
import { invoiceFiled } from '../../src/domain/documents/invoices/write-filing.ts';
import { type Movement, post } from '../../src/domain/money/ledger/post.ts';
import { parseAmount } from '../../src/base/money/amount.ts';
import { normaliseName } from '../../src/base/names/normalise.ts';

/** A customer and supplier. */
export const addParty = async (
  database: Database,
  entityId: string,
  name = 'Comercial Ibarra',
): Promise<CounterpartyId> => {
  const id = newId('CounterpartyId');
  const now = toInstant(new Date());
  await database.kysely
    .insertInto('counterparty')
    .values({
      entity_id: entityId,
      id,
      name,
      name_norm: normaliseName(name),
      country_code: 'MX',
      tax_id: null,
      tax_id_unique: null,
      email: null,
      postal_code: null,
      is_customer: true,
      is_supplier: true,
      details: '{}',
      external_id: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
};

interface Facts<Status> {
  readonly counterparty_id: string;
  /** In major units, as text: `'1160.00'`. */
  readonly total: string;
  /** What an earlier system had settled of it. */
  readonly presettled?: string;
  readonly currency?: string;
  readonly issue_date?: string;
  readonly due_date?: string;
  readonly status?: Status;
  readonly number?: string;
  readonly series?: string | null;
  readonly title?: string | null;
  readonly external_id?: string;
}

export interface InvoiceFacts extends Facts<InvoiceStatus> {
  readonly payment_method?: 'PUE' | 'PPD';
}
export type BillFacts = Facts<BillStatus>;

/** Fields of both countries; each shows its own. */
const headerDetails = (payment_method: 'PUE' | 'PPD') => ({
  cfdi_type: 'I',
  payment_method,
  payment_form: payment_method === 'PPD' ? '99' : '03',
  cfdi_use: 'G03',
  buyer_reference: 'PO-1',
});
const LINE_DETAILS = {
  sat_product_code: '80101501',
  sat_unit_code: 'E48',
  tax_object: '02',
  tax_category: 'Z',
};

const ISSUED = '2026-03-01';
const DUE = '2026-03-31';

let made = 0;

const common = (
  kind: DocumentType,
  facts: Facts<InvoiceStatus | BillStatus>,
  usual: InvoiceStatus | BillStatus,
) => {
  const { currency = 'MXN', total, presettled = '0' } = facts;
  const status = facts.status ?? usual;
  const total_minor = parseAmount(total, currency).minor;
  const presettled_minor = parseAmount(presettled, currency).minor;
  const figures = { status, total_minor, paid_minor: presettled_minor, credited_minor: 0 };
  const balance_minor = balanceOf(figures);
  const now = toInstant(new Date());
  return {
    ...figures,
    counterparty_id: facts.counterparty_id,
    series: facts.series === undefined ? 'A' : facts.series,
    title: facts.title ?? null,
    issue_date: asDay(facts.issue_date ?? ISSUED),
    due_date: asDay(facts.due_date ?? DUE),
    currency,
    exchange_rate: null,
    exchange_rate_date: null,
    exchange_rate_source: null,
    subtotal_minor: total_minor,
    tax_minor: 0,
    presettled_minor,
    balance_minor,
    open: openFlag(kind, status, balance_minor),
    notes: null,
    external_id: facts.external_id ?? null,
    created_at: now,
    updated_at: now,
  };
};

type Posting = Parameters<typeof post>[0];

const scopeOf = (db: Writer, entityId: string): Posting => ({
  db,
  entity: { id: entityId },
  now: new Date(),
});

/** The entry of a document that is owed, and of what was settled of it. */
const postOwed = async (
  ctx: Posting,
  kind: DocumentType,
  status: InvoiceStatus | BillStatus,
  own: Movement,
  presettled: number,
): Promise<void> => {
  if (isOwed(kind, status)) await post(ctx, [own, settledBefore(own, presettled)]);
};

/** A filed invoice of one line, unless `facts` say otherwise. */
export const addInvoice = (database: Database, entityId: string, facts: InvoiceFacts): Promise<InvoiceId> =>
  inTransaction(database, async (db) => {
    const ctx = scopeOf(db, entityId);
    const id = newId('InvoiceId');
    const { status, ...shared } = common('invoice', facts, 'filed');
    made += 1;
    const row = {
      ...shared,
      id,
      status: status as InvoiceStatus,
      internal_status: status === 'draft' ? 'compliance_draft' : status,
      number: status === 'draft' ? null : (facts.number ?? String(made)),
      payment_terms_days: 30,
    };
    await scoped(ctx, 'invoice')
      .insert({
        ...row,
        tax_breakdown: '[]',
        country_details: JSON.stringify(headerDetails(facts.payment_method ?? 'PUE')),
        filing_status: status === 'draft' ? 'not_submitted' : 'filed',
        filing: '{}',
      })
      .execute();
    await scoped(ctx, 'invoice_line')
      .insert({
        invoice_id: id,
        position: 1,
        description: 'Servicio',
        quantity: '1',
        unit_price: facts.total,
        subtotal: facts.total,
        tax_rate: '0',
        tax_amount: '0',
        country_details: JSON.stringify(LINE_DETAILS),
      })
      .execute();
    await postOwed(ctx, 'invoice', status, invoiceFiled(row), row.presettled_minor);
    await countOpen(ctx, [{ kind: 'invoice', before: null, after: row }]);
    return id;
  });

/** A received bill of one line, unless `facts` say otherwise. */
export const addBill = (database: Database, entityId: string, facts: BillFacts): Promise<BillId> =>
  inTransaction(database, async (db) => {
    const ctx = scopeOf(db, entityId);
    const id = newId('BillId');
    const { status, ...shared } = common('bill', facts, 'received');
    made += 1;
    const bill_number = facts.number ?? String(made);
    const row = {
      ...shared,
      id,
      status: status as BillStatus,
      bill_number,
      number_unique: `${shared.series ?? ''} ${bill_number}`,
      uuid: null,
      deductibility: null,
    };
    await scoped(ctx, 'bill')
      .insert({ ...row, validation: '{}' })
      .execute();
    await scoped(ctx, 'bill_line')
      .insert({
        bill_id: id,
        position: 1,
        description: 'Servicio',
        quantity: '1',
        unit_price: facts.total,
        subtotal: facts.total,
        tax_amount: '0',
      })
      .execute();
    await postOwed(ctx, 'bill', status, billReceived(row), row.presettled_minor);
    await countOpen(ctx, [{ kind: 'bill', before: null, after: row }]);
    return id;
  });
