// Every statement on payments and their allocations.
import { sql } from 'kysely';
import { PaymentObjectValues } from '../../../../../generated/types.ts';
import { compiled, compiledFirst } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { type Tenant, scoped, own } from '../../../../db/scoped.ts';
import { chunks } from '../../../../base/chunks.ts';
import type { Amount } from '../../../../base/money/amount.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import type { AllocationRow, PaymentRow } from '../items.ts';

type Books = Tenant<Reader>;
type Changing = Tenant<Writer>;

export const insertPaymentRows = async (
  ctx: Changing,
  payments: readonly PaymentRow[],
  allocations: readonly AllocationRow[],
): Promise<void> => {
  const rows = scoped(ctx, 'payment').insert(payments);
  // An import answers for those whose external_id is there already.
  await (payments.every(({ external_id }) => external_id === null) ? rows.later() : rows).execute();
  if (allocations.length > 0)
    await scoped(ctx, 'payment_allocation').insert(allocations.map(toStored)).later().execute();
};

const toStored = ({ difference_taxes, ...row }: AllocationRow) => ({
  ...row,
  difference_taxes: difference_taxes === null ? null : JSON.stringify(difference_taxes),
});

/** The parts of payments that stand on documents, each with its payment. */
const allocationsWithPayment = (ctx: Books) =>
  scoped(ctx, 'payment_allocation').select().innerJoin('payment', own('payment', 'payment_allocation'));

/** Who pays or is paid, and the latest payment of this amount on the document, made since then. */
export const readParty = async (
  ctx: Books,
  document: { readonly id: string; readonly counterparty_id: string },
  paid: Amount,
  since: Date,
) => {
  const row = await selectParty(
    ctx,
    document.counterparty_id,
    document.id,
    paid.minor,
    paid.currency,
    toInstant(since),
  );
  if (row === undefined) throw new Error(`${document.id} has no counterparty`);
  const { id, name, earlier_id, earlier_at } = row;
  const hasEarlier = earlier_id !== null && earlier_at !== null;
  return {
    counterparty: { id, name },
    earlier: hasEarlier ? { id: earlier_id, created_at: earlier_at } : undefined,
  };
};

const selectParty = compiledFirst(
  (ctx, party: string, documentId: string, minor: number, currency: string, since: string) => {
    const latest = allocationsWithPayment(ctx)
      .select(['payment.id as earlier_id', 'payment.created_at as earlier_at'])
      .where('payment_allocation.record_id', '=', documentId)
      .where('payment.status', '=', 'recorded')
      .where('payment.amount_minor', '=', minor)
      .where('payment.currency', '=', currency)
      .where('payment.created_at', '>=', since)
      .orderBy('payment.created_at', 'desc')
      .orderBy('payment.id', 'desc')
      .limit(1);
    return scoped(ctx, 'counterparty')
      .select()
      .leftJoin(latest.as('latest'), (join) => join.onTrue())
      .select(['counterparty.id', 'counterparty.name', 'latest.earlier_id', 'latest.earlier_at'])
      .where('counterparty.id', '=', party);
  },
);

/** The payments of a document that count, oldest first. */
export const findPaymentsOf = async (ctx: Books, documentId: string, max: number) =>
  (await selectPaymentsOf(ctx, documentId, max)).rows;

const selectPaymentsOf = compiled((ctx, documentId: string, max: number) =>
  allocationsWithPayment(ctx)
    .select([
      'payment.id',
      'payment.amount_minor',
      'payment.currency',
      'payment.paid_on',
      'payment.payment_method',
      'payment.reference',
      'payment.bank_transaction_id',
      'payment.historic',
      'payment_allocation.amount_minor as allocated_minor',
      'payment_allocation.payment_minor',
      'payment_allocation.difference_cause',
      'payment_allocation.difference_taxes',
      'payment_allocation.complement_uuid',
    ])
    .where('payment_allocation.record_id', '=', documentId)
    .where('payment.status', '=', 'recorded')
    .orderBy('payment.paid_on')
    .orderBy('payment.id')
    .limit(max),
);

/** What still stands on the document, newest payment first. */
export const findAllocationsOn = (ctx: Books, documentId: string) =>
  allocationsWithPayment(ctx)
    .select([
      'payment_allocation.payment_id',
      'payment_allocation.position',
      'payment_allocation.amount_minor',
      'payment_allocation.payment_minor',
      'payment_allocation.difference_cause',
      'payment_allocation.difference_taxes',
      'payment.currency',
      'payment.paid_on',
      'payment.counterparty_id',
      'payment.reference',
    ])
    .where('payment_allocation.record_id', '=', documentId)
    .where('payment_allocation.amount_minor', '>', 0)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
    .orderBy('payment_allocation.position')
    .execute();

export type AllocationOnDocument = Awaited<ReturnType<typeof findAllocationsOn>>[number];

/** Writes what is left of the allocation, and adds `freedMinor` to what no document takes. */
export const reduceAllocation = async (
  ctx: Changing,
  {
    payment_id,
    position,
    difference_taxes,
    ...left
  }: Pick<AllocationRow, 'payment_id' | 'position' | 'amount_minor' | 'payment_minor' | 'difference_taxes'>,
  freedMinor: number,
): Promise<void> => {
  await scoped(ctx, 'payment_allocation')
    .update()
    .set({
      ...left,
      difference_taxes: difference_taxes === null ? null : JSON.stringify(difference_taxes),
    })
    .where('payment_id', '=', payment_id)
    .where('position', '=', position)
    .execute();
  // Its other documents may be settled at this moment: what is added is added to whatever stands there.
  await scoped(ctx, 'payment')
    .update()
    .set({ unallocated_minor: sql`unallocated_minor + ${freedMinor}` })
    .where('id', '=', payment_id)
    .execute();
};

/** What these payments have on one document stands on the other from now on. */
export const reassignAllocations = async (
  ctx: Changing,
  allocations: readonly Pick<AllocationRow, 'payment_id'>[],
  fromId: string,
  toId: string,
): Promise<void> => {
  const payments = [...new Set(allocations.map(({ payment_id }) => payment_id))];
  for (const some of chunks(payments))
    await scoped(ctx, 'payment_allocation')
      .update()
      .set({ record_id: toId })
      .where('payment_id', 'in', some)
      .where('record_id', '=', fromId)
      .where('amount_minor', '>', 0)
      .execute();
};

export interface StoredPayment {
  readonly row: PaymentRow;
  readonly allocations: readonly AllocationRow[];
}

const selectPayment = (ctx: Books, id: string) =>
  scoped(ctx, 'payment').select().selectAll('payment').where('payment.id', '=', id);

export const findPayment = async (ctx: Books, id: string): Promise<StoredPayment | undefined> =>
  withAllocations(ctx, id, await selectPayment(ctx, id).executeTakeFirst());

/** The payment, locked until the transaction ends, and its allocations. */
export const lockPayment = async (ctx: Changing, id: string): Promise<StoredPayment | undefined> =>
  withAllocations(ctx, id, await selectPayment(ctx, id).forUpdate().executeTakeFirst());

const withAllocations = async (
  ctx: Books,
  id: string,
  row: PaymentRow | undefined,
): Promise<StoredPayment | undefined> => {
  if (row === undefined) return undefined;
  const allocations = await scoped(ctx, 'payment_allocation')
    .select()
    .selectAll('payment_allocation')
    .where('payment_allocation.payment_id', '=', id)
    .orderBy('payment_allocation.position')
    .execute();
  return { row, allocations };
};

export interface PaymentFilters {
  readonly status?: PaymentRow['status'] | undefined;
  /** An invoice or bill that it settles, or settled before it was reversed. */
  readonly document_id?: string | undefined;
  readonly limit: number;
}

const listed = (ctx: Books, index?: string) =>
  scoped(ctx, 'payment')
    .select(index === undefined ? {} : { index })
    .leftJoin('counterparty', own('counterparty', 'payment'))
    .selectAll('payment')
    .select('counterparty.name as counterparty_name')
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc');

/** Latest first. */
export const listPayments = async (ctx: Books, { status, document_id, limit }: PaymentFilters) => {
  const find = (query: ReturnType<typeof listed>) =>
    (status === undefined ? query : query.where('payment.status', '=', status)).limit(limit).execute();
  if (document_id !== undefined) {
    const named = scoped(ctx, 'payment_allocation')
      .select()
      .select('payment_allocation.payment_id')
      .where('payment_allocation.record_id', '=', document_id);
    return find(listed(ctx).where('payment.id', 'in', named));
  }
  // The index in this order begins with the type.
  const found = [];
  for (const type of PaymentObjectValues)
    found.push(...(await find(listed(ctx, 'ix_payment_date').where('payment.type', '=', type))));
  return found.toSorted((one, other) => (one.paid_on < other.paid_on ? 1 : -1)).slice(0, limit);
};

/** A document takes this part of what no document took. */
export const insertAllocation = async (ctx: Changing, allocation: AllocationRow): Promise<void> => {
  await scoped(ctx, 'payment_allocation').insert(toStored(allocation)).execute();
  await scoped(ctx, 'payment')
    .update()
    .set({ unallocated_minor: sql`unallocated_minor - ${allocation.payment_minor}` })
    .where('id', '=', allocation.payment_id)
    .execute();
};

/** The payments that count from this day on, as the sums of months have them. */
export const paidFrom = (ctx: Books, from: IsoDay) => sql`
  select entity_id, if(type = 'invoice_payment', 'ar', 'ap') as ledger, paid_on as date, currency, amount_minor
  from payment where entity_id = ${ctx.entity.id} and status = 'recorded' and paid_on >= ${from}`;
