// What a filed credit note does in the books, and what its cancellation does: on its issue date, and not before.
import { toInstant } from '../../db/instant.ts';
import { asDay, type IsoDay } from '../../base/time/day.ts';
import { amountText, amount } from '../../base/money/amount.ts';
import type { WriteScope } from '../change/scope.ts';
import { documentState, type SettledDocument } from '../documents/document.ts';
import type { StoredFiling } from '../documents/filing.ts';
import { close, uncredit } from '../documents/settle.ts';
import { lockDocument } from '../documents/store/lock.ts';
import { invoiceReversed } from '../invoices/movements.ts';
import { loadInvoice } from '../invoices/store.ts';
import { post } from '../ledger/post.ts';
import { toOpenDay } from '../periods/period.ts';
import { reindexRecord } from '../search-index/index-record.ts';
import { creditable, type Credited, creditDocument } from './credit-document.ts';
import {
  creditNoteMovement,
  creditNoteTakenBack,
  indexedCreditNote,
  type NoteHeader,
  type NoteRecord,
} from './record.ts';
import { findNotesOn, updateNote } from './store.ts';

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
  const header = await writeNote(ctx, before, {
    status: 'filed',
    filing_status: 'filed',
    uuid: filing.uuid ?? null,
    filing: mergeFiling(before, filing),
  });
  // Its month may have been closed while the authority had it.
  const day = await toOpenDay(ctx, asDay(header.issue_date));
  const credited = await creditDocument(ctx, invoice, customer, { credited: header.total_minor, day });
  await post(ctx, [{ ...creditNoteMovement(header), date: day }]);
  const document = await closeRounding(ctx, header, credited, day);
  await reindexRecord(
    ctx,
    indexedCreditNote({ ...before, number: null }, customer.name),
    indexedCreditNote(header, customer.name),
  );
  const { currency } = header;
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
      released: credited.released,
    },
  });
  return header;
};

/** A note of the whole leaves at most what rounding makes of its parts; that is owed no more. */
const closeRounding = async (
  ctx: WriteScope,
  { content }: NoteHeader,
  { document }: Credited,
  day: IsoDay,
): Promise<SettledDocument> => {
  const rest = creditable(document);
  if (!content.whole || rest === 0 || document.balance_minor !== rest) return document;
  const notes = await findNotesOn(ctx, document.id);
  if (rest > ROUNDING * notes.length) return document;
  const record = await loadInvoice(ctx, document.id);
  if (record === undefined) throw new Error(`${document.id} was credited and is not there`);
  const closed = await close(ctx, document, 'reversed', day);
  await post(ctx, [invoiceReversed(record.header, day, rest)]);
  return closed;
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
  const invoice = await uncredit(ctx, document, header.total_minor);
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
