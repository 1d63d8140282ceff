// Every statement on payment complements.
import type { Reader, Writer } from '../../../db/database.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { Row } from '../../../db/schema.ts';
import { type Tenant, acrossTenants, scoped, own } from '../../../db/scoped.ts';
import { type FiledCustomer, storedFiling } from '../shared/filing.ts';
import type { ComplementHeader, ComplementRecord } from './record.ts';
import {
  NEXT_VERSION,
  NOT_KEPT,
  type Reassigned,
  changeOf,
  filedTo,
  reassign,
} from '../../../db/reassign.ts';

type Books = Tenant<Reader>;
type Changing = Tenant<Writer>;

export const insertComplement = async (ctx: Changing, complement: ComplementHeader): Promise<void> => {
  await scoped(ctx, 'complement')
    .insert({
      ...complement,
      filing: JSON.stringify(complement.filing),
      content: JSON.stringify(complement.content),
    })
    .execute();
  await insertNamed(ctx, complement);
};

const insertNamed = async (ctx: Changing, { id, content }: ComplementHeader): Promise<void> => {
  const rows = content.documents.map(({ invoice_id }) => ({ invoice_id, complement_id: id }));
  await scoped(ctx, 'complement_document').insert(rows).execute();
};

const deleteNamed = async (ctx: Changing, { id, content }: ComplementHeader): Promise<void> => {
  await scoped(ctx, 'complement_document')
    .delete()
    .where(
      'invoice_id',
      'in',
      content.documents.map(({ invoice_id }) => invoice_id),
    )
    .where('complement_id', '=', id)
    .execute();
};

const withCustomer = (ctx: Books) =>
  scoped(ctx, 'complement')
    .select()
    .innerJoin('counterparty', own('counterparty', 'complement'))
    .selectAll('complement')
    .select([
      'counterparty.name as customer_name',
      'counterparty.country_code as customer_country_code',
      'counterparty.tax_id as customer_tax_id',
      'counterparty.postal_code as customer_postal_code',
      'counterparty.details as customer_details',
      'counterparty.email as customer_email',
    ]);

type Joined = Awaited<ReturnType<ReturnType<typeof withCustomer>['execute']>>[number];

const toRecord = (row: Joined): ComplementRecord => {
  const {
    entity_id: _entity,
    customer_name,
    customer_country_code,
    customer_tax_id,
    customer_postal_code,
    customer_details,
    customer_email,
    ...header
  } = row;
  const customer = {
    id: header.counterparty_id,
    name: customer_name,
    country_code: customer_country_code,
    tax_id: customer_tax_id,
    postal_code: customer_postal_code,
    details: customer_details,
    email: customer_email,
    ...storedFiling(row).customer,
  };
  return { header, customer };
};

export const loadComplement = async (ctx: Books, id: string): Promise<ComplementRecord | undefined> => {
  const row = await withCustomer(ctx).where('complement.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
};

const toHeader = ({ entity_id: _entity, ...header }: Row<'complement'>): ComplementHeader => header;

/** Locks the row until the transaction ends. */
export const lockComplementRow = async (ctx: Changing, id: string): Promise<ComplementHeader | undefined> => {
  const row = await scoped(ctx, 'complement')
    .select()
    .selectAll('complement')
    .where('complement.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : toHeader(row);
};

/** False when the row is no longer the one that was read. */
export const updateComplement = async (
  ctx: Changing,
  before: ComplementHeader,
  after: ComplementHeader,
): Promise<boolean> => {
  const { status, filing_status, filing, series, number, issue_date, content, version, updated_at } = after;
  const { numUpdatedRows } = await scoped(ctx, 'complement')
    .update()
    .set({
      status,
      filing_status,
      series,
      number,
      issue_date,
      version,
      updated_at,
      filing: JSON.stringify(filing),
      content: JSON.stringify(content),
    })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  const named = ({ content: { documents } }: ComplementHeader) =>
    documents.map(({ invoice_id }) => invoice_id).join();
  if (named(before) !== named(after)) {
    await deleteNamed(ctx, before);
    await insertNamed(ctx, after);
  }
  return true;
};

export const deleteComplement = async (ctx: Changing, complement: ComplementHeader): Promise<void> => {
  await deleteNamed(ctx, complement);
  await scoped(ctx, 'complement').delete().where('id', '=', complement.id).execute();
};

/** All of a payment, oldest first; void ones too. */
export const findComplementsOf = async (
  ctx: Books,
  paymentId: string,
): Promise<readonly ComplementHeader[]> => {
  const rows = await scoped(ctx, 'complement')
    .select({ index: 'ix_complement_payment' })
    .selectAll('complement')
    .where('complement.payment_id', '=', paymentId)
    .orderBy('complement.id')
    .execute();
  return rows.map(toHeader);
};

/** All that name an invoice, oldest first; void ones too. */
export const findComplementsOn = async (
  ctx: Books,
  invoiceId: string,
): Promise<readonly ComplementHeader[]> => {
  const rows = await scoped(ctx, 'complement_document')
    .select()
    .innerJoin('complement', own('complement', 'complement_document'))
    .selectAll('complement')
    .where('complement_document.invoice_id', '=', invoiceId)
    .orderBy('complement.id')
    .execute();
  return rows.map(toHeader);
};

/** Those that were drafted to take this one's place and still may. */
export const findReplacements = async (ctx: Books, id: string): Promise<readonly ComplementHeader[]> => {
  const rows = await scoped(ctx, 'complement')
    .select({ index: 'ix_complement_replaces' })
    .selectAll('complement')
    .where('complement.replaces', '=', id)
    .where('complement.status', '!=', 'void')
    .execute();
  return rows.map(toHeader);
};

const MAX_LISTED = 1_000;

/** Of one company, newest first. */
export const listComplements = async (ctx: Books): Promise<readonly ComplementRecord[]> => {
  const rows = await withCustomer(ctx).orderBy('complement.id', 'desc').limit(MAX_LISTED).execute();
  return rows.map(toRecord);
};

/** Drafts of these companies that were due by this day, the first due first. */
export const findDueComplements = (db: Reader, entityIds: readonly string[], by: IsoDay) =>
  acrossTenants(db, entityIds, 'complement')
    .select(['id', 'payment_id', 'due_on'])
    .where('status', '=', 'draft')
    .where('due_on', '<=', by)
    .orderBy('due_on')
    .execute();

export const moveComplementsOf = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'complement', merge, NEXT_VERSION);

/** They name filed invoices, so their drafts too keep whom these were filed to. */
export const keepComplementCustomer = (
  ctx: Tenant<Writer>,
  counterpartyId: string,
  customer: FiledCustomer,
): Promise<void> => changeOf(ctx, 'complement', counterpartyId, NOT_KEPT, { filing: filedTo(customer) });
