// What reconciliation reads of documents, counterparties and exchange rates.
import type { DocumentType } from '../../../../../generated/types.ts';
import { sql } from 'kysely';
import { asDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant, own } from '../../../../db/scoped.ts';

const DOCUMENT_COLUMNS = [
  'id',
  'counterparty_id',
  'series',
  'title',
  'currency',
  'total_minor',
  'balance_minor',
  'issue_date',
  'due_date',
  'open',
  'created_at',
] as const;

export const invoiceRows = (ctx: Tenant<Reader>, index?: string) =>
  scoped(ctx, 'invoice')
    .select(index === undefined ? {} : { index })
    .select([...DOCUMENT_COLUMNS, 'number', 'filing'])
    // Of the content just this, and only where something is owed.
    .select(
      sql<string | null>`if(open, cast(json_extract(content, '$.terms.discount_terms') as char), null)`.as(
        'discount_terms',
      ),
    )
    .where('status', '<>', 'draft');

export const billRows = (ctx: Tenant<Reader>, index?: string) =>
  scoped(ctx, 'bill')
    .select(index === undefined ? {} : { index })
    .select([...DOCUMENT_COLUMNS, 'bill_number', 'uuid'])
    .select(
      sql<string | null>`if(open, cast(json_extract(content, '$.discount_terms') as char), null)`.as(
        'discount_terms',
      ),
    )
    .where('status', '<>', 'inbox');

export type InvoiceRow = Awaited<ReturnType<ReturnType<typeof invoiceRows>['execute']>>[number];
export type BillRow = Awaited<ReturnType<ReturnType<typeof billRows>['execute']>>[number];

/** Those that are open, and closed ones issued from this day on. */
export const invoicesSince = (ctx: Tenant<Reader>, day: string): Promise<readonly InvoiceRow[]> =>
  invoiceRows(ctx)
    .where((eb) => eb.or([eb('open', '=', true), eb('issue_date', '>=', asDay(day))]))
    .orderBy('id')
    .execute();

export const billsSince = (ctx: Tenant<Reader>, day: string): Promise<readonly BillRow[]> =>
  billRows(ctx)
    .where((eb) => eb.or([eb('open', '=', true), eb('issue_date', '>=', asDay(day))]))
    .orderBy('id')
    .execute();

/** How a document stands: whether a suggestion for it can still be confirmed. */
export const readStanding = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  id: string,
): Promise<
  { readonly open: boolean; readonly balance_minor: number; readonly currency: string } | undefined
> => {
  const columns = ['open', 'balance_minor', 'currency'] as const;
  const row =
    kind === 'invoice'
      ? await scoped(ctx, 'invoice').select().select(columns).where('id', '=', id).executeTakeFirst()
      : await scoped(ctx, 'bill').select().select(columns).where('id', '=', id).executeTakeFirst();
  return row;
};

export const counterpartyOf = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  id: string,
): Promise<string | undefined> => {
  const row = await scoped(ctx, kind as 'invoice')
    .select()
    .select('counterparty_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.counterparty_id;
};

export const labelledInvoices = async (ctx: Tenant<Reader>, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : scoped(ctx, 'invoice')
        .select()
        .innerJoin('counterparty', own('counterparty', 'invoice'))
        .select(['invoice.id', 'invoice.series', 'invoice.number', 'counterparty.name'])
        .where('invoice.id', 'in', ids)
        .execute();

export const labelledBills = async (ctx: Tenant<Reader>, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : scoped(ctx, 'bill')
        .select()
        .innerJoin('counterparty', own('counterparty', 'bill'))
        .select(['bill.id', 'bill.series', 'bill.bill_number', 'counterparty.name'])
        .where('bill.id', 'in', ids)
        .execute();

export const allParties = (ctx: Tenant<Reader>) =>
  scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name', 'tax_id', 'payment_terms'])
    .orderBy('id')
    .execute();

export const counterpartyNames = async (
  ctx: Tenant<Reader>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await scoped(ctx, 'counterparty')
    .select()
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Between a currency and others, from a day on; those of the service and of the organisation. */
export const ratesSince = (
  db: Reader,
  organisationId: string,
  currency: string,
  others: readonly string[],
  day: string,
) =>
  db
    .selectFrom('exchange_rate')
    .select(['base', 'quote', 'date', 'rate'])
    .where('organisation_id', 'in', ['', organisationId])
    .where('date', '>=', asDay(day))
    .where((eb) =>
      eb.or([
        eb.and([eb('base', 'in', others), eb('quote', '=', currency)]),
        eb.and([eb('base', '=', currency), eb('quote', 'in', others)]),
      ]),
    )
    .orderBy('date')
    .execute();
