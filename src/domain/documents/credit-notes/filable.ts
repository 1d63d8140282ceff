// A credit note as filing sees it.
import { once } from '../../../base/once.ts';
import { inTurns } from '../../../base/load/turns.ts';
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { Entity } from '../../../base/entity.ts';
import { amount } from '../../../base/money/amount.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { documentParts } from '../shared/document-parts.ts';
import type { Filable, FilableKind, FilingObstacle } from '../shared/filable.ts';
import { asShown, storedFiling } from '../shared/filing.ts';
import { claimDocument, isOwed } from '../shared/settle.ts';
import { toDocument } from '../invoices/document.ts';
import { loadInvoice } from '../invoices/store/whole.ts';
import { removeFromIndex } from '../../ground/search-index/index-record.ts';
import { describeNote, noteFiling, noteFolio, noteState } from './describe.ts';
import { toNoteDocument } from './content.ts';
import { findExcess } from './left.ts';
import { type NoteHeader, type NoteRecord, indexedCreditNote } from './record.ts';
import { type NoteChange, cancelNote, fileNote, lockCredited, writeNote } from './settle-note.ts';
import { deleteNoteDraft, findNotesOn, loadNote, lockNoteRow } from './store/notes.ts';
import { type DocumentPreview, previewDocument } from '../shared/preview.ts';

export const CREDIT_NOTES: FilableKind = {
  record_type: 'invoice_credit_note',
  taskable_type: 'InvoiceCreditNote',
  noun: 'credit note',
  a_noun: 'a credit note',
  look: '"approval list" says later what came of it',
  event: (name) => `credit_note.${name}`,
  load: async (ctx, id) => {
    const record = await loadNote(ctx, id);
    return record === undefined ? undefined : toFilable(ctx.entity, record);
  },
  lock: async (ctx, id) => {
    await lockNoteRow(ctx, id);
    const record = await loadNote(ctx, id);
    return record === undefined ? undefined : toFilable(ctx.entity, record);
  },
  show: async (ctx, id) => {
    const record = await loadNote(ctx, id);
    return record === undefined ? undefined : describeNote(ctx.entity, record, ctx);
  },
};

const toFilable = (entity: Entity, record: NoteRecord): Filable => {
  const { header, customer } = record;
  const { details, country_code } = entity;
  const numbering = header.series ?? details.credit_note_series ?? COUNTRIES[country_code].credit_note_series;
  const parts = documentParts(() => toNoteDocument(entity, record));
  const withHeader = (changed: NoteHeader): Filable => toFilable(entity, { ...record, header: changed });
  const write = async (ctx: WriteScope, change: NoteChange): Promise<Filable> =>
    withHeader(await writeNote(ctx, header, change));
  return {
    ...header,
    ...noteFiling(header),
    kind: CREDIT_NOTES,
    numbering,
    folio: noteFolio(header),
    title: null,
    replaces: null,
    customer,
    ...parts,
    state: () => noteState(header),
    wholeState: () => ({ ...noteState(header), lines: header.content.lines }),
    preview: once(() => previewNote(entity, record, numbering, parts.document())),
    write: (ctx, { filing, filing_status = header.filing_status }) =>
      write(ctx, { filing_status, filing: { ...header.filing, ...filing } }),
    // Its exchange rate stays that of the invoice.
    dated: (ctx) => Promise.resolve(withHeader({ ...header, issue_date: ctx.today })),
    obstacle: (ctx) => findObstacle(ctx, record),
    build: (ctx, numbered) =>
      Promise.resolve(regimeOf(country_code).build(parts.document(), { ...numbered, issuedAt: ctx.now })),
    reserve: (ctx, numbered) => write(ctx, { ...numbered, issue_date: header.issue_date }),
    file: async (ctx, filing) => withHeader(await fileNote(ctx, record, filing)),
    uncancellable: () => Promise.resolve(null),
    cancel: async (ctx, filing) => {
      const cancelled = await cancelNote(ctx, record, filing);
      return { after: withHeader(cancelled.header), details: { invoice_status: cancelled.invoice.status } };
    },
    discard: async (ctx) => {
      if (!(await deleteNoteDraft(ctx, header.id))) return false;
      await removeFromIndex(ctx, indexedCreditNote({ ...header, number: null }, customer.name));
      return true;
    },
  };
};

const FIX = 'Discard it with "invoice discard", and make one of what is left with "invoice credit".';

/** Of two notes that do not fit together, the one whose document is built first is filed. */
const findObstacle = async (ctx: WriteScope, { header }: NoteRecord): Promise<FilingObstacle | null> => {
  const invoice = await lockCredited(ctx, header);
  await claimDocument(ctx, invoice);
  const record = await loadInvoice(ctx, header.record_id);
  if (record === undefined) throw new Error(`the invoice of ${header.id} is not there`);
  const { status } = invoice;
  const about = { path: null, fix: FIX };
  const cancellation = storedFiling(record.header).cancellation?.status ?? '';
  const state = ['requested', 'awaiting_buyer'].includes(cancellation) ? 'being cancelled' : 'replaced';
  if (!isOwed('invoice', status) || state === 'being cancelled' || record.header.closed_on !== null) {
    const message = `The invoice is ${isOwed('invoice', status) ? state : status} by now.`;
    return { ...about, code: 'invoice_not_creditable', message };
  }
  const others = (await findNotesOn(ctx, header.record_id)).filter(({ id }) => id !== header.id);
  const total = amount(header.total_minor, header.currency);
  const document = toDocument(ctx.entity, record);
  const excess = await inTurns(findExcess({ content: header.content, total }, document, invoice, others));
  return excess === null ? null : { ...about, code: 'credit_exceeds_invoice', message: excess.message };
};

/** `numbering` is the series of its number. */
const previewNote = (
  entity: Entity,
  { header, customer }: NoteRecord,
  numbering: string,
  document: InvoiceDocument,
): DocumentPreview => {
  const shown = asShown(document, { ...noteFiling(header), status: header.status });
  return previewDocument(shown, {
    record_type: 'invoice_credit_note',
    record_id: header.id,
    credit_reason: header.content.reason,
    entityId: entity.id,
    customerId: customer.id,
    dueDays: null,
    given: { series: null, issue_date: null, exchange_rate: null },
    numbering,
    number: header.number,
    invoiceLines: header.content.lines.map(({ invoice_position }) => invoice_position),
  });
};
