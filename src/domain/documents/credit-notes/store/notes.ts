// Every statement on credit notes.
import type { Reader, Writer } from '../../../../db/database.ts';
import type { Row } from '../../../../db/schema.ts';
import { type Tenant, acrossTenants, scoped, own, updateVersion } from '../../../../db/scoped.ts';
import { type FiledCustomer, storedFiling } from '../../shared/filing.ts';
import { EFFECTIVE_NOTES } from '../../shared/settle.ts';
import { isNumbered, type SeriesNumber } from '../../shared/store/numbered.ts';
import type { CreditNoteRow, CreditNoteType, NoteHeader, NoteRecord } from '../record.ts';
import { sql } from 'kysely';
import {
  NEXT_VERSION,
  NOT_KEPT,
  type Reassigned,
  changeOf,
  filedTo,
  reassign,
} from '../../../../db/reassign.ts';

export const insertNoteRows = async (ctx: Tenant<Writer>, notes: readonly CreditNoteRow[]): Promise<void> => {
  await scoped(ctx, 'credit_note').insert(notes).execute();
};

/** A draft that this service is to file. */
export const insertNote = async (ctx: Tenant<Writer>, note: NoteHeader): Promise<void> => {
  await scoped(ctx, 'credit_note')
    .insert({ ...note, filing: JSON.stringify(note.filing ?? {}), content: JSON.stringify(note.content) })
    .execute();
};

const toHeader = (row: Omit<Row<'credit_note'>, 'entity_id'>): NoteHeader | undefined => {
  const { content, record_id, status } = row;
  if (content === null || record_id === null || row.type !== 'invoice_credit_note') return undefined;
  if (status !== 'draft' && status !== 'filed' && status !== 'void') return undefined;
  return { ...row, content, record_id, status };
};

/** A note that this service files; undefined also for one that came from elsewhere. */
export const loadNote = async (ctx: Tenant<Reader>, id: string): Promise<NoteRecord | undefined> => {
  const row = await scoped(ctx, 'credit_note')
    .select()
    .innerJoin('counterparty', own('counterparty', 'credit_note'))
    .selectAll('credit_note')
    .select([
      'counterparty.name as customer_name',
      'counterparty.country_code as customer_country_code',
      'counterparty.tax_id as customer_tax_id',
      'counterparty.postal_code as customer_postal_code',
      'counterparty.email as customer_email',
      'counterparty.details as customer_details',
    ])
    .where('credit_note.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const {
    entity_id: _entity,
    customer_name,
    customer_country_code,
    customer_tax_id,
    customer_postal_code,
    customer_email,
    customer_details,
    ...note
  } = row;
  const header = toHeader(note);
  if (header === undefined) return undefined;
  const customer = {
    id: row.counterparty_id,
    name: customer_name,
    country_code: customer_country_code,
    tax_id: customer_tax_id,
    postal_code: customer_postal_code,
    email: customer_email,
    details: customer_details,
    ...storedFiling({ filing: row.filing ?? {} }).customer,
  };
  return { header, customer };
};

/** The totals of those among these notes that are drafts of this service, by their ids. */
export const draftTotals = async (ctx: Tenant<Reader>, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await scoped(ctx, 'credit_note')
    .select()
    .select(['id', 'total_minor'])
    .where('id', 'in', ids)
    .where('type', '=', 'invoice_credit_note')
    .where('status', '=', 'draft')
    .where('content', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, total_minor }) => [id, total_minor]));
};

/** Notes to customers filed with one of these numbers, locked; it waits for one that is filed at this moment. */
export const lockNumberedNotes = async (
  ctx: Tenant<Writer>,
  numbers: readonly SeriesNumber[],
): Promise<readonly string[]> => {
  const rows = await scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_number' })
    .select(['id', 'status'])
    .where('type', '=', 'invoice_credit_note')
    .where(isNumbered(numbers))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.filter(({ status }) => status !== 'draft').map(({ id }) => id);
};

/** Locks the row until the transaction ends. */
export const lockNoteRow = async (ctx: Tenant<Writer>, id: string): Promise<void> => {
  await scoped(ctx, 'credit_note').select().select('id').where('id', '=', id).forUpdate().executeTakeFirst();
};

/** Writes what filing changes; false when the row is no longer the one that was read. */
export const updateNote = async (
  ctx: Tenant<Writer>,
  before: Pick<NoteHeader, 'id' | 'version'>,
  after: NoteHeader,
): Promise<boolean> => {
  const { status, series, number, uuid, issue_date, filing_status, filing, content } = after;
  return updateVersion(
    ctx,
    'credit_note',
    { id: before.id, version: before.version },
    {
      status,
      series,
      number,
      uuid,
      issue_date,
      filing_status,
      filing: JSON.stringify(filing),
      content: JSON.stringify(content),
      version: after.version,
      updated_at: after.updated_at,
    },
  );
};

/** Deletes a draft that is not being filed; false when there is none. */
export const deleteNoteDraft = async (ctx: Tenant<Writer>, id: string): Promise<boolean> => {
  const { numDeletedRows } = await scoped(ctx, 'credit_note')
    .delete()
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('filing_status', 'in', ['not_submitted', 'failed'])
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

/** The notes of this service on an invoice, oldest first; void ones too. */
export const findNotesOn = async (ctx: Tenant<Reader>, invoiceId: string): Promise<readonly NoteHeader[]> => {
  const rows = await scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_record' })
    .selectAll('credit_note')
    .where('credit_note.record_id', '=', invoiceId)
    .orderBy('credit_note.id')
    .execute();
  return rows.flatMap(({ entity_id: _entity, ...row }) => toHeader(row) ?? []);
};

/** What filed notes have taken off the taxes of these invoices. */
export const creditedTaxes = (ctx: Tenant<Reader>, documents: readonly string[]) =>
  scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_record' })
    .select(['credit_note.record_id', 'credit_note.content', 'credit_note.received'])
    .where('credit_note.record_id', 'in', documents)
    .where('credit_note.status', 'in', EFFECTIVE_NOTES)
    .execute();

const MOST_LISTED = 500;

/** Those of customers, newest first; also those that came from elsewhere, which have no filing here. */
export const listNotes = (ctx: Tenant<Reader>) =>
  scoped(ctx, 'credit_note')
    .select()
    .innerJoin('counterparty', own('counterparty', 'credit_note'))
    .select([
      'credit_note.id',
      'credit_note.record_id',
      'credit_note.status',
      'credit_note.series',
      'credit_note.number',
      'credit_note.issue_date',
      'credit_note.currency',
      'credit_note.total_minor',
      'counterparty.name as customer_name',
    ])
    .where('credit_note.type', '=', 'invoice_credit_note')
    .orderBy('credit_note.id', 'desc')
    .limit(MOST_LISTED)
    .execute();

export const creditNotesByExternalId = async (
  ctx: Tenant<Reader>,
  type: CreditNoteType,
  externalIds: readonly string[],
): Promise<Map<string, CreditNoteRow>> => {
  if (externalIds.length === 0) return new Map();
  const rows = await scoped(ctx, 'credit_note')
    .select()
    .selectAll('credit_note')
    .where('type', '=', type)
    .where('external_id', 'in', externalIds)
    .execute();
  return new Map(
    rows.flatMap(({ entity_id: _entity, ...note }) =>
      note.external_id === null ? [] : [[note.external_id, note]],
    ),
  );
};

/** What it is called; what it is worth and what it credits stay. */
export const updateCreditNoteDetails = async (
  ctx: Tenant<Writer>,
  id: string,
  details: Pick<CreditNoteRow, 'series' | 'number' | 'uuid' | 'reason' | 'updated_at'>,
): Promise<void> => {
  await scoped(ctx, 'credit_note').update().set(details).where('id', '=', id).execute();
};

export const moveNotes = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'credit_note', merge, NEXT_VERSION);

/** They name filed invoices, so their drafts too keep whom these were filed to. */
export const keepNoteCustomer = (
  ctx: Tenant<Writer>,
  counterpartyId: string,
  customer: FiledCustomer,
): Promise<void> =>
  changeOf(ctx, 'credit_note', counterpartyId, sql<boolean>`content is not null and ${NOT_KEPT}`, {
    filing: filedTo(customer),
  });

/** Notes to customers that count and have no sign of a filing. */
export const unfiledNotes = (db: Reader, entityIds: readonly string[]) =>
  acrossTenants(db, entityIds, 'credit_note')
    .select([
      'id',
      'type',
      'status',
      'filing_status',
      'historic',
      'external_id',
      'uuid',
      'series',
      'number',
      'record_id',
    ])
    .where('type', '=', 'invoice_credit_note')
    .where('status', '=', 'filed')
    .where('filing_status', '=', 'not_submitted')
    .where('historic', '=', false)
    .where('external_id', 'is', null)
    .where('uuid', 'is', null)
    .orderBy('id', 'desc')
    .execute();

/** Ends a list that nobody reads to its end. */
const FEW = 50;

/** Of these counterparties, those that count and credit no document, or more than was owed of theirs. */
export const notesOnAccount = (
  ctx: Tenant<Reader>,
  type: CreditNoteType,
  { parties, currency }: { readonly parties: readonly string[]; readonly currency: string },
) =>
  scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_party' })
    .select(['id', 'counterparty_id', 'total_minor as minor'])
    .where('record_id', 'is', null)
    .where('type', '=', type)
    .where('status', 'in', EFFECTIVE_NOTES)
    .where('historic', '=', false)
    .where('currency', '=', currency)
    .where('counterparty_id', 'in', parties)
    .unionAll(
      scoped(ctx, 'credit_note')
        .select({ index: 'ix_credit_note_party_excess' })
        .select(['id', 'counterparty_id', 'excess_minor as minor'])
        .where('excess_minor', '>', 0)
        .where('type', '=', type)
        .where('currency', '=', currency)
        .where('counterparty_id', 'in', parties)
        .$narrowType<{ minor: number }>(),
    )
    .limit(FEW)
    .execute();

/** Of these invoices, those that are not filed yet. */
export const waitingNotes = (ctx: Tenant<Reader>, invoiceIds: readonly string[]) =>
  scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_record' })
    .select(['id', 'counterparty_id', 'total_minor as minor', 'record_id'])
    .where('record_id', 'in', invoiceIds)
    .where('type', '=', 'invoice_credit_note')
    .where('status', '=', 'draft')
    .limit(FEW)
    .execute();
