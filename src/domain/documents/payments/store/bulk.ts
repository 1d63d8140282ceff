// Payments of an earlier system, as imports find and correct them.
import type { PaymentObject } from '../../../../../generated/types.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { type Tenant, scoped } from '../../../../db/scoped.ts';
import type { PaymentRow } from '../items.ts';
import { type Reassigned, reassign } from '../../../../db/reassign.ts';

export type ImportedPayment = Pick<
  PaymentRow,
  | 'id'
  | 'type'
  | 'counterparty_id'
  | 'amount_minor'
  | 'currency'
  | 'paid_on'
  | 'payment_method'
  | 'reference'
  | 'bank_linked'
  | 'historic'
> & {
  readonly external_id: string;
  /** The first document that it settles. */
  readonly document_id: string;
};

export const paymentsByExternalId = async (
  ctx: Tenant<Reader>,
  type: PaymentObject,
  externalIds: readonly string[],
): Promise<Map<string, ImportedPayment>> => {
  if (externalIds.length === 0) return new Map();
  const rows = await scoped(ctx, 'payment')
    .select()
    .innerJoin('payment_allocation', (join) =>
      join
        .onRef('payment_allocation.entity_id', '=', 'payment.entity_id')
        .onRef('payment_allocation.payment_id', '=', 'payment.id')
        .on('payment_allocation.position', '=', 1),
    )
    .select(['payment.id', 'payment.type', 'payment.external_id', 'payment.counterparty_id'])
    .select(['payment.amount_minor', 'payment.currency', 'payment.paid_on', 'payment.payment_method'])
    .select(['payment.reference', 'payment.bank_linked', 'payment.historic'])
    .select('payment_allocation.record_id as document_id')
    .where('payment.type', '=', type)
    .where('payment.external_id', 'in', externalIds)
    .execute();
  return new Map(
    rows.flatMap((row) =>
      row.external_id === null ? [] : [[row.external_id, { ...row, external_id: row.external_id }]],
    ),
  );
};

/** How it was paid; what it is worth and what it settles stay. */
export const updatePaymentDetails = async (
  ctx: Tenant<Writer>,
  id: string,
  details: Pick<PaymentRow, 'payment_method' | 'reference' | 'bank_linked'>,
): Promise<void> => {
  await scoped(ctx, 'payment').update().set(details).where('id', '=', id).execute();
};

export const movePayments = (ctx: Tenant<Writer>, merge: Reassigned): Promise<void> =>
  reassign(ctx, 'payment', merge);
