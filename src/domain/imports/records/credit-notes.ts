// Credit notes of an earlier system. Those that the imported balances count already are shown, the others reduce the
// balance of their document or stand to the counterparty's credit.
import type { RowOf } from '../../../../generated/imports.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import { ToolError } from '../../../base/errors.ts';
import { type CreditNoteRow, creditNoteTypeOf } from '../../credit-notes/record.ts';
import { insertCreditNotes, type NewCreditNote } from '../../credit-notes/insert.ts';
import type { DocumentKind } from '../../../db/schema.ts';
import { textOrNull } from '../../documents/line-text.ts';
import { readAmount } from '../../../base/money/wire.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';
import type { EntityImporter, StoreOptions } from '../importer.ts';
import type { ImportRow, RowOutcome } from '../outcome.ts';
import { currencyOf } from './rows.ts';
import { applyCreditNote } from './credit-note-effects.ts';
import { type KnownNote, knownNotes, repeatNote } from './known-credit-notes.ts';
import { findNamed, type Named } from './named.ts';
import { type Documents, openDocuments } from './named-documents.ts';

type Row = Omit<RowOf<'invoice_credit_notes'>, 'status'> & { readonly status: CreditNoteRow['status'] };

interface Batch {
  readonly kind: DocumentKind;
  readonly update: boolean;
  readonly named: Named;
  readonly documents: Documents;
  readonly known: Map<string, KnownNote>;
  readonly fresh: NewCreditNote[];
}

const storeNotes = async (
  ctx: ImportScope,
  kind: DocumentKind,
  rows: readonly ImportRow<Row>[],
  { update }: StoreOptions,
): Promise<readonly RowOutcome[]> => {
  const values = rows.map(({ value }) => value);
  const ids = values.map(({ external_id }) => external_id).filter((id) => id !== undefined);
  const batch: Batch = {
    kind,
    update,
    named: await findNamed(ctx, values),
    documents: await openDocuments(
      ctx,
      kind,
      values.map(({ document }) => document),
    ),
    known: await knownNotes(ctx, creditNoteTypeOf(kind), ids),
    fresh: [],
  };
  const outcomes: RowOutcome[] = [];
  for (const { value } of rows) outcomes.push(await storeOne(ctx, batch, value));
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

const storeOne = async (ctx: ImportScope, batch: Batch, row: Row): Promise<RowOutcome> => {
  try {
    return await storeRow(ctx, batch, row);
  } catch (error) {
    // What is wrong with a row is found before anything of it is written.
    if (error instanceof ToolError || error instanceof Refusal)
      return { kind: 'rejected', reason: error.message };
    throw error;
  }
};

const storeRow = async (ctx: ImportScope, batch: Batch, row: Row): Promise<RowOutcome> => {
  const { known, documents, fresh } = batch;
  const counterparty = batch.named.counterparty(row.counterparty);
  const note = toNote(ctx, batch, row, counterparty.id);
  const before = row.external_id === undefined ? undefined : known.get(row.external_id);
  if (before !== undefined) return repeatNote(ctx, before, note, counterparty.name, batch.update);
  const posted = await applyCreditNote(ctx, documents, note, counterparty);
  fresh.push({ note, counterpartyName: counterparty.name, posted });
  if (row.external_id !== undefined) known.set(row.external_id, { note, inFile: true });
  return { kind: 'imported', id: note.id };
};

const toNote = (
  ctx: ImportScope,
  { kind, documents }: Batch,
  row: Row,
  counterparty_id: string,
): CreditNoteRow => {
  const currency = currencyOf(ctx, row.currency);
  const now = toInstant(ctx.now);
  return {
    id: newId(kind === 'invoice' ? 'InvoiceCreditNoteId' : 'BillCreditNoteId'),
    type: creditNoteTypeOf(kind),
    counterparty_id,
    record_id: row.document === undefined ? null : documents.idOf(row.document),
    series: textOrNull(row.series),
    number: row.number,
    uuid: textOrNull(row.uuid),
    status: row.status,
    issue_date: row.issue_date,
    currency,
    total_minor: readAmount(ctx, 'total', row.total, currency).minor,
    reason: textOrNull(row.reason),
    historic: row.historic ? 1 : 0,
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
