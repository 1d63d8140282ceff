// Makes the draft of a credit note on a filed invoice. It changes no balance until it is filed.
import { inTurns, pause } from '../../../base/load/turns.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { raiseIf, type Raises, type Warns } from '../../../base/raises.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { filingAfter, getUuid, storedFiling } from '../shared/filing.ts';
import { formatInvoiceFolio } from '../shared/document.ts';
import { isOwed } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { lockEntity } from '../../ground/entities/store.ts';
import { toDocument } from '../invoices/document.ts';
import { getInvoice } from '../invoices/search.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { noteState } from './describe.ts';
import { findExcess } from './left.ts';
import { planInSteps } from './plan.ts';
import type { CreditRequest, PlanRaises, Remark } from './request.ts';
import { type NoteHeader, type NoteRecord, indexedCreditNote } from './record.ts';
import { findNotesOn, insertNote } from './store/notes.ts';

export type CreditRefusal =
  | 'credit_needs_filed_invoice'
  | 'credit_invoice_replaced'
  | 'credit_invoice_being_cancelled'
  | 'credit_invoice_without_taxes'
  | 'credit_invoice_without_id';

export type CreditScope = WriteScope &
  Raises<CreditRefusal | 'invoice_not_found'> &
  PlanRaises &
  Warns<Remark['code']>;

const REASONS = { discount: 'Discount on', return: 'Return of', error: 'Correction of' } as const;

/** Without an amount or lines, all that is not credited yet: once that is filed, the invoice is reversed. */
export const draftCreditNote = async (
  ctx: CreditScope,
  invoiceId: string,
  request: CreditRequest,
): Promise<NoteRecord> => {
  // A draft does not write the invoice, so that its lock alone would let two members of a cluster credit it twice.
  await lockEntity(ctx.db, ctx.entity.id);
  const invoice = await lockDocument(ctx, 'invoice', invoiceId);
  const record = await getInvoice(ctx, invoiceId, 'invoice_id');
  if (invoice === undefined) throw new Error(`${invoiceId} was read and is not there`);
  const { folio, uuid } = requireCreditable(ctx, record);
  const document = toDocument(ctx.entity, record);
  await pause();
  const notes = await findNotesOn(ctx, invoiceId);
  const facts = { document, folio, uuid, invoice, notes, today: ctx.today, request };
  const planned = await inTurns(planInSteps(ctx, facts));
  await pause();
  raiseIf(ctx, await inTurns(findExcess(planned, document, invoice, notes)));
  await pause();
  for (const remark of planned.remarks) tell(ctx, remark);
  const now = toInstant(ctx.now);
  const header: NoteHeader = {
    id: newId('InvoiceCreditNoteId'),
    type: 'invoice_credit_note',
    counterparty_id: record.customer.id,
    record_id: invoiceId,
    series: null,
    number: null,
    uuid: null,
    external_id: null,
    status: 'draft',
    issue_date: ctx.today,
    currency: invoice.currency,
    total_minor: planned.total.minor,
    reason: `${REASONS[planned.content.reason]} ${folio}`,
    historic: false,
    filing_status: 'not_submitted',
    filing: filingAfter(record.header),
    content: planned.content,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await insertNote(ctx, header);
  await indexRecord(ctx, indexedCreditNote(header, record.customer.name));
  const { delivery } = planned.content.terms;
  await ctx.tell('document_addressed', { customer: record.customer, delivery });
  ctx.record({
    event: 'credit_note.created',
    record_type: 'invoice_credit_note',
    record_id: header.id,
    before: null,
    after: noteState(header),
  });
  return { header, customer: record.customer };
};

const tell = (ctx: CreditScope, { code, details }: Remark): void => ctx.warn(code, details);

const requireCreditable = (ctx: CreditScope, { header }: InvoiceRecord): { folio: string; uuid: string } => {
  const { id, status } = header;
  const folio = formatInvoiceFolio(header);
  const uuid = getUuid(header);
  const about = { path: 'invoice_id', invoice: folio ?? id, allowed: ['a filed invoice'] };
  if (!isOwed('invoice', status)) throw ctx.error('credit_needs_filed_invoice', { ...about, status });
  if (header.closed_on !== null) throw ctx.error('credit_invoice_replaced', about);
  const cancellation = storedFiling(header).cancellation?.status ?? '';
  if (['requested', 'awaiting_buyer'].includes(cancellation))
    throw ctx.error('credit_invoice_being_cancelled', about);
  if (storedFiling(header).approval === undefined && header.tax_breakdown.length === 0)
    throw ctx.error('credit_invoice_without_taxes', about);
  if (folio === null || uuid === null) throw ctx.error('credit_invoice_without_id', about);
  return { folio, uuid };
};
