// What a filed credit note does in the books, and what its cancellation does: on its issue date, and not before.
import { toInstant } from '../../../db/instant.ts';
import { type IsoDay, asDay } from '../../../base/time/day.ts';
import { amount, amountText } from '../../../base/money/amount.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { type SettledDocument, documentState, formatFolio } from '../shared/document.ts';
import type { StoredFiling } from '../shared/filing.ts';
import { close, uncredit, unpay } from '../shared/settle.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { invoiceReversed, tellFiled } from '../invoices/write-filing.ts';
import { toDocument } from '../invoices/document.ts';
import type { InvoiceHeader } from '../invoices/record.ts';
import { loadInvoice } from '../invoices/store/whole.ts';
import { post } from '../../money/ledger/post.ts';
import { releaseAllocations } from '../payments/release.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { indexRecords, reindexRecord } from '../../ground/search-index/index-record.ts';
import { type Credited, creditDocument, creditable, refundPrepaid } from './credit-document.ts';
import { amountLeft, refundedBy } from './left.ts';
import {
  type CreditNoteRow,
  type NoteHeader,
  type NoteRecord,
  creditNoteMovement,
  creditNoteTakenBack,
  indexedCreditNote,
} from './record.ts';
import { findNotesOn, insertNoteRows, unfiledNotes, updateNote } from './store/notes.ts';
import type { Reader } from '../../../db/database.ts';
import { allEntities } from '../../ground/entities/store.ts';

/** So many minor units may each note leave by rounding. */
const ROUNDING = 2;

export type NoteChange = Partial<
  Pick<
    NoteHeader,
    'status' | 'series' | 'number' | 'uuid' | 'issue_date' | 'filing_status' | 'filing' | 'content'
  >
>;

/** The note must be locked, and `before` must be the row as it was read then. */
export const writeNote = async (
  ctx: WriteScope,
  before: NoteHeader,
  change: NoteChange,
): Promise<NoteHeader> => {
  const after = { ...before, ...change, version: before.version + 1, updated_at: toInstant(ctx.now) };
  // The lock excludes others, so the caller wrote over an outdated copy.
  if (!(await updateNote(ctx, before, after))) throw new Error(`${before.id} changed while it was written`);
  return after;
};

const mergeFiling = ({ filing }: NoteHeader, changed: Partial<StoredFiling>) => ({ ...filing, ...changed });

export const lockCredited = async (
  ctx: WriteScope,
  { id, record_id }: NoteHeader,
): Promise<SettledDocument> => {
  const invoice = await lockDocument(ctx, 'invoice', record_id);
  if (invoice === undefined) throw new Error(`the invoice of ${id} is not there`);
  return invoice;
};

export const fileNote = async (
  ctx: WriteScope,
  { header: before, customer }: NoteRecord,
  filing: Partial<StoredFiling>,
): Promise<NoteHeader> => {
  const invoice = await lockCredited(ctx, before);
  const record = await loadInvoice(ctx, invoice.id);
  if (record === undefined) throw new Error(`${invoice.id} is credited and is not there`);
  const { total_minor, currency, content } = before;
  // What is still owed is credited first; beyond it, what was paid before the invoice is given back.
  const refund = Math.max(0, total_minor - creditable(invoice));
  const header = await writeNote(ctx, before, {
    status: 'filed',
    filing_status: 'filed',
    uuid: filing.uuid ?? null,
    filing: mergeFiling(before, filing),
    ...(refund === 0 ? {} : { content: { ...content, refunded: amountText(amount(refund, currency)) } }),
  });
  // Its month may have been closed while the authority had it.
  const day = await toOpenDay(ctx, asDay(header.issue_date));
  const notes = await findNotesOn(ctx, invoice.id);
  const left = amountLeft(
    toDocument(ctx.entity, record),
    { ...invoice, credited_minor: invoice.credited_minor + total_minor - refund },
    notes,
  );
  const credited = await creditDocument(ctx, invoice, customer, {
    credited: total_minor - refund,
    day,
    unfinished: left > 0 && !header.content.whole,
  });
  await post(ctx, [{ ...creditNoteMovement(header), date: day }]);
  const refunded = await refundPrepaid(ctx, record.header, customer, { minor: refund, day });
  const facts = { header: record.header, day, notes: notes.length };
  const { document, released } = await closeRounding(ctx, header, credited, facts);
  await reindexRecord(
    ctx,
    indexedCreditNote({ ...before, number: null }, customer.name),
    indexedCreditNote(header, customer.name),
  );
  await tellFiled(ctx, formatFolio(header));
  ctx.record({
    event: 'invoice.credited',
    record_type: 'invoice',
    record_id: invoice.id,
    before: documentState(invoice),
    after: {
      ...documentState(document),
      credit_note: {
        id: header.id,
        number: header.number,
        amount: amountText(amount(header.total_minor, currency)),
      },
      released: [...released, ...refunded],
    },
  });
  return header;
};

/**
 * A note of the whole leaves at most what rounding makes of its parts; that is owed no more, and is booked apart. What was
 * paid of it is the customer's again.
 */
const closeRounding = async (
  ctx: WriteScope,
  { content }: NoteHeader,
  { document, released }: Credited,
  { header, day, notes }: { readonly header: InvoiceHeader; readonly day: IsoDay; readonly notes: number },
): Promise<Credited> => {
  const rest = creditable(document);
  const paid = rest - document.balance_minor;
  const isRounding = content.whole && rest > 0 && rest <= ROUNDING * notes;
  if (!isRounding || paid > document.paid_minor - document.presettled_minor) return { document, released };
  const freed = await releaseAllocations(ctx, document, paid);
  const unpaid = paid === 0 ? document : await unpay(ctx, document, paid);
  const closed = await close(ctx, unpaid, 'reversed', day);
  await post(ctx, [invoiceReversed(header, day, rest)]);
  return { document: closed, released: [...released, ...freed] };
};

export interface NoteCancelled {
  readonly header: NoteHeader;
  readonly invoice: SettledDocument;
}

/** The balance returns; payments that the note had released stay without a document. */
export const cancelNote = async (
  ctx: WriteScope,
  { header: before }: NoteRecord,
  filing: Partial<StoredFiling>,
): Promise<NoteCancelled> => {
  const document = await lockCredited(ctx, before);
  const header = await writeNote(ctx, before, {
    status: 'void',
    filing_status: 'cancelled',
    filing: mergeFiling(before, filing),
  });
  const day = await toOpenDay(ctx, ctx.today);
  const rounding = document.status === 'reversed' ? creditable(document) : 0;
  const invoice = await uncredit(ctx, document, header.total_minor - refundedBy(header));
  const record = await loadInvoice(ctx, invoice.id);
  if (record === undefined) throw new Error(`${invoice.id} was credited and is not there`);
  await post(ctx, [
    creditNoteTakenBack(header, day),
    { ...invoiceReversed(record.header, day, rounding), reverses: 'invoice_credit_note' },
  ]);
  ctx.record({
    event: 'invoice.credit_cancelled',
    record_type: 'invoice',
    record_id: invoice.id,
    before: documentState(document),
    after: { ...documentState(invoice), credit_note_id: header.id },
  });
  return { header, invoice };
};

export interface NewCreditNote {
  readonly note: CreditNoteRow;
  readonly counterpartyName: string;
  /** False for notes that are only shown. */
  readonly posted: boolean;
}

/** Stores the notes; the documents that they credit must have been credited in this transaction. */
export const insertCreditNotes = async (ctx: WriteScope, notes: readonly NewCreditNote[]): Promise<void> => {
  if (notes.length === 0) return;
  await insertNoteRows(
    ctx,
    notes.map(({ note }) => note),
  );
  await post(
    ctx,
    notes.filter(({ posted }) => posted).map(({ note }) => creditNoteMovement(note)),
  );
  await indexRecords(
    ctx,
    notes.map(({ note, counterpartyName }) => indexedCreditNote(note, counterpartyName)),
  );
};

type Marked = Pick<
  CreditNoteRow,
  'type' | 'status' | 'historic' | 'external_id' | 'uuid' | 'number' | 'series'
> &
  Pick<NoteHeader, 'filing_status'>;

/** Those releases numbered a note within its invoice: `F-12/1`. What was imported has an id or a number of its own. */
export const isUnfiled = (note: Marked): boolean =>
  note.type === 'invoice_credit_note' &&
  note.status === 'filed' &&
  note.filing_status === 'not_submitted' &&
  !note.historic &&
  note.external_id === null &&
  note.uuid === null &&
  note.series === null &&
  (note.number === null || /\/[0-9]+$/.test(note.number));

/** Of all companies, newest first. */
export const findUnfiled = async (db: Reader): Promise<readonly { readonly id: string }[]> => {
  const ids = (await allEntities(db, null)).map(({ id }) => id);
  return ids.length === 0 ? [] : (await unfiledNotes(db, ids)).filter(isUnfiled);
};
