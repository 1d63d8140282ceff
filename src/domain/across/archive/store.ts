// Statements on what the archive holds: received, filed and attached files, and the records that they belong to. Of one
// company; the bytes are not among them.
import { sql } from 'kysely';
import { ID_PREFIXES, type IdName } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import type { FiledKind } from '../../../db/stated.ts';
import { own, scoped, type Tenant } from '../../../db/scoped.ts';

type Books = Tenant<Reader>;

const RECEIVED = [
  'id',
  'status',
  'kind',
  'format',
  'file_id',
  'file_name',
  'mime_type',
  'bytes',
  'sha256',
  'channel',
  'received_at',
  'supplier_name',
  'supplier_tax_id',
  'number',
  'uuid',
  'issue_date',
  'currency',
  'total_minor',
  'bill_id',
  'bill_credit_note_id',
  'bill_ticket_id',
  'invoice_id',
] as const;

const received = (ctx: Books, index: string) =>
  scoped(ctx, 'received_document')
    .select({ index })
    .leftJoin('counterparty', own('counterparty', 'received_document'))
    .select(RECEIVED.map((column) => `received_document.${column}` as const))
    .select(['counterparty.name as party', 'counterparty.tax_id as party_tax_id']);

/** In the order of their ids. */
export const receivedAfter = (ctx: Books, id: string, take: number) =>
  received(ctx, 'PRIMARY')
    .where('received_document.id', '>', id)
    .orderBy('received_document.id')
    .limit(take)
    .execute();

export type ReceivedFile = Awaited<ReturnType<typeof receivedAfter>>[number];

export const receivedWithFile = (ctx: Books, file_id: string): Promise<readonly ReceivedFile[]> =>
  received(ctx, 'uq_received_document_file').where('received_document.file_id', '=', file_id).execute();

/** Those of `original` stand beside what was made of a received document, whose file they are. */
export const attachedAfter = (ctx: Books, id: string, take: number) =>
  scoped(ctx, 'attachment')
    .select({ index: 'PRIMARY' })
    .selectAll('attachment')
    .where('id', '>', id)
    .where('role', '<>', 'original')
    .orderBy('id')
    .limit(take)
    .execute();

export type AttachedFile = Awaited<ReturnType<typeof attachedAfter>>[number];

export const attachedWithFile = (ctx: Books, file_id: string): Promise<readonly AttachedFile[]> =>
  scoped(ctx, 'attachment')
    .select({ index: 'ix_attachment_file' })
    .selectAll('attachment')
    .where('file_id', '=', file_id)
    .execute();

/** Whatever stands, or stood, beside a record. */
export const attachedTo = (ctx: Books, record_id: string): Promise<readonly AttachedFile[]> =>
  scoped(ctx, 'attachment')
    .select({ index: 'ix_attachment_record' })
    .selectAll('attachment')
    .where('record_id', '=', record_id)
    .execute();

/** In the order of their key; how long each file is, without the file. */
export const filedAfter = (ctx: Books, { document_id, kind }: FiledKey, take: number) =>
  scoped(ctx, 'filed_document')
    .select()
    .select(['document_id', 'kind', 'media_type', 'sha256', 'created_at'])
    .select(sql<number>`octet_length(bytes)`.as('bytes'))
    .where(({ eb, or, and }) =>
      or([
        eb('document_id', '>', document_id),
        and([eb('document_id', '=', document_id), eb('kind', '>', kind as FiledKind)]),
      ]),
    )
    .where('document_id', '>=', document_id)
    .orderBy('document_id')
    .orderBy('kind')
    .limit(take)
    .execute();

export interface FiledKey {
  readonly document_id: string;
  readonly kind: FiledKind | '';
}

export type FiledFile = Awaited<ReturnType<typeof filedAfter>>[number];

/** What an index says of a record. */
export interface Subject {
  readonly id: string;
  readonly number: string | null;
  readonly party: string | null;
  readonly party_tax_id: string | null;
  readonly date: string | null;
  readonly currency: string | null;
  readonly total_minor: number | null;
}

const PARTY = ['counterparty.name as party', 'counterparty.tax_id as party_tax_id'] as const;

const folio = (table: string, number: string) =>
  sql<
    string | null
  >`nullif(concat(coalesce(${sql.ref(`${table}.series`)}, ''), coalesce(${sql.ref(`${table}.${number}`)}, '')), '')`;

const invoices = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'invoice')
    .select()
    .innerJoin('counterparty', own('counterparty', 'invoice'))
    .select(['invoice.id', 'invoice.issue_date as date', 'invoice.currency', 'invoice.total_minor', ...PARTY])
    .select(folio('invoice', 'number').as('number'))
    .where('invoice.id', 'in', wanted)
    .execute();

const bills = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'bill')
    .select()
    .innerJoin('counterparty', own('counterparty', 'bill'))
    .select(['bill.id', 'bill.issue_date as date', 'bill.currency', 'bill.total_minor', ...PARTY])
    .select(folio('bill', 'bill_number').as('number'))
    .where('bill.id', 'in', wanted)
    .execute();

const creditNotes = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'credit_note')
    .select()
    .innerJoin('counterparty', own('counterparty', 'credit_note'))
    .select(['credit_note.id', 'credit_note.issue_date as date', 'credit_note.currency'])
    .select(['credit_note.total_minor', ...PARTY])
    .select(folio('credit_note', 'number').as('number'))
    .where('credit_note.id', 'in', wanted)
    .execute();

const complements = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'complement')
    .select()
    .innerJoin('counterparty', own('counterparty', 'complement'))
    .select(['complement.id', 'complement.issue_date as date', 'complement.currency'])
    .select(['complement.total_minor', ...PARTY])
    .select(folio('complement', 'number').as('number'))
    .where('complement.id', 'in', wanted)
    .execute();

const payments = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'payment')
    .select()
    .innerJoin('counterparty', own('counterparty', 'payment'))
    .select(['payment.id', 'payment.paid_on as date', 'payment.currency', 'payment.reference as number'])
    .select(['payment.amount_minor as total_minor', ...PARTY])
    .where('payment.id', 'in', wanted)
    .execute();

const tickets = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'reference_record')
    .select()
    .leftJoin('counterparty', own('counterparty', 'reference_record'))
    .select(['reference_record.id', 'reference_record.date', 'reference_record.currency'])
    .select(['reference_record.amount_minor as total_minor', 'reference_record.label as number', ...PARTY])
    .where('reference_record.id', 'in', wanted)
    .execute();

const parties = async (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> => {
  const rows = await scoped(ctx, 'counterparty')
    .select()
    .select(['counterparty.id', ...PARTY])
    .where('id', 'in', wanted)
    .execute();
  return rows.map((row) => ({ ...row, number: null, date: null, currency: null, total_minor: null }));
};

const documents = (ctx: Books, wanted: readonly string[]): Promise<readonly Subject[]> =>
  scoped(ctx, 'received_document')
    .select()
    .select(['id', 'number', 'supplier_name as party', 'supplier_tax_id as party_tax_id'])
    .select(['issue_date as date', 'currency', 'total_minor'])
    .where('id', 'in', wanted)
    .execute();

type Look = (ctx: Books, wanted: readonly string[]) => Promise<readonly Subject[]>;

const LOOKS: Partial<Readonly<Record<IdName, Look>>> = {
  InvoiceId: invoices,
  BillId: bills,
  InvoiceCreditNoteId: creditNotes,
  BillCreditNoteId: creditNotes,
  ComplementId: complements,
  InvoicePaymentId: payments,
  BillPaymentId: payments,
  BillTicketId: tickets,
  CounterpartyId: parties,
  ReceivedDocumentId: documents,
};

/** What is known of the records, each kind by one statement; tasks and merged records have nothing to say. */
export const subjectsOf = async (
  ctx: Books,
  all: readonly string[],
): Promise<ReadonlyMap<string, Subject>> => {
  const known = new Map<string, Subject>();
  for (const [name, look] of Object.entries(LOOKS)) {
    const prefix = `${ID_PREFIXES[name as IdName]}_`;
    const wanted = [...new Set(all)].filter((id) => id.startsWith(prefix));
    if (wanted.length === 0) continue;
    for (const subject of await look(ctx, wanted)) known.set(subject.id, subject);
  }
  return known;
};

/** States in which a document is in nobody's books. */
const UNUSED = ['draft', 'inbox', 'rejected'] as const;

/** Of these records the first that was ever posted, filed, paid or taken over from an earlier system. */
export const firstInUse = async (ctx: Books, all: readonly string[]): Promise<string | undefined> => {
  if (all.length === 0) return undefined;
  for (const table of ['invoice', 'bill', 'credit_note'] as const) {
    // One of the tables, so that the builder knows the columns that all of them have.
    const row = await scoped(ctx, table as 'credit_note')
      .select()
      .select('id')
      .where('id', 'in', all)
      .where('status', 'not in', UNUSED)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return row.id;
  }
  const paid = await scoped(ctx, 'payment').select().select('id').where('id', 'in', all).executeTakeFirst();
  if (paid !== undefined) return paid.id;
  const posted = await scoped(ctx, 'ledger_entry')
    .select()
    .select('record_id')
    .where('record_id', 'in', all)
    .limit(1)
    .executeTakeFirst();
  if (posted !== undefined) return posted.record_id;
  const filed = await scoped(ctx, 'filed_document')
    .select()
    .select('document_id')
    .where('document_id', 'in', all)
    .limit(1)
    .executeTakeFirst();
  return filed?.document_id;
};
