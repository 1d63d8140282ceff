// Credit notes of an earlier system. Those already included in imported balances are only shown; the others reduce the
// balance of their document or become a credit of the counterparty.
import type { DocumentType } from '../../../../../generated/types.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { RowOf } from '../../../../../generated/imports.ts';
import { newId } from '../../../../db/ids.ts';
import { toInstant } from '../../../../db/instant.ts';
import {
  type CreditNoteRow,
  getCreditNoteType,
  isEffective,
} from '../../../documents/credit-notes/record.ts';
import { creditNotesByExternalId } from '../../../documents/credit-notes/store/notes.ts';
import { type NewCreditNote, insertCreditNotes } from '../../../documents/credit-notes/settle-note.ts';
import { requireOpenDay } from '../../../ground/periods/period.ts';
import { textOrNull } from '../../../documents/shared/line-text.ts';
import { readAmount } from '../../../../base/money/wire.ts';
import type { EntityImporter, ImportScope, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { applyCreditNote } from './credit-note-effects.ts';
import { type Documents, type Named, findNamed, openDocuments } from './named.ts';
import { repeatCreditNote } from './repeats.ts';
import { externalIds, orRejected, readCurrency } from './rows.ts';

type Row = Omit<RowOf<'invoice_credit_notes'>, 'status'> & { readonly status: CreditNoteRow['status'] };

interface Batch {
  readonly kind: DocumentType;
  readonly update: boolean;
  readonly named: Named;
  readonly documents: Documents;
  readonly known: ReadonlyMap<string, CreditNoteRow>;
  readonly fresh: NewCreditNote[];
}

const storeNotes = async (
  ctx: ImportScope,
  kind: DocumentType,
  rows: readonly ImportRow<Row>[],
  { update }: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const values = rows.map(({ value }) => value);
  const type = getCreditNoteType(kind);
  const batch: Batch = {
    kind,
    update,
    named: await findNamed(ctx, values),
    documents: await openDocuments(ctx, kind, values),
    known: await creditNotesByExternalId(ctx, type, externalIds(values)),
    fresh: [],
  };
  const outcomes: RowOutcome[] = [];
  for (const { value } of rows) outcomes.push(await orRejected(() => storeRow(ctx, batch, value)));
  await insertCreditNotes(ctx, batch.fresh);
  for (const { note } of batch.fresh) {
    ctx.record({
      event: 'record.imported',
      record_type: note.type,
      record_id: note.id,
      before: null,
      after: note,
    });
  }
  return outcomes;
};

const storeRow = async (ctx: ImportScope, batch: Batch, row: Row): Promise<RowOutcome> => {
  const { known, documents, fresh } = batch;
  const counterparty = batch.named.counterparty(row.counterparty);
  const note = toNote(ctx, batch, row, counterparty.id);
  const before = row.external_id === undefined ? undefined : known.get(row.external_id);
  if (before !== undefined) return repeatCreditNote(ctx, before, note, counterparty.name, batch.update);
  if (isEffective(note)) await requireOpenDay(ctx, note.issue_date, 'issue_date');
  const posted = await applyCreditNote(ctx, documents, note, counterparty);
  fresh.push({ note, counterpartyName: counterparty.name, posted });
  return { kind: 'imported', id: note.id };
};

const toNote = (
  ctx: ImportScope,
  { kind, documents }: Batch,
  row: Row,
  counterparty_id: string,
): CreditNoteRow => {
  const currency = readCurrency(ctx, row.currency);
  const now = toInstant(ctx.now);
  return {
    id: newId(kind === 'invoice' ? 'InvoiceCreditNoteId' : 'BillCreditNoteId'),
    type: getCreditNoteType(kind),
    counterparty_id,
    record_id: row.document === undefined ? null : documents.idOf(row.document),
    series: textOrNull(row.series),
    number: row.number,
    uuid: textOrNull(row.uuid),
    status: row.status,
    issue_date: asDay(row.issue_date),
    currency,
    total_minor: readAmount(ctx, 'total', row.total, currency).minor,
    reason: textOrNull(row.reason),
    historic: row.historic,
    external_id: row.external_id ?? null,
    created_at: now,
    updated_at: now,
  };
};

export const INVOICE_CREDIT_NOTES: EntityImporter<'invoice_credit_notes'> = {
  level: 'entity',
  store: (ctx, rows, options) => storeNotes(ctx, 'invoice', rows, options),
};

export const BILL_CREDIT_NOTES: EntityImporter<'bill_credit_notes'> = {
  level: 'entity',
  store: (ctx, rows, options) => storeNotes(ctx, 'bill', rows, options),
};
