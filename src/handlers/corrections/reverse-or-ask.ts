// Reverses a payment that this key recorded; for one of others a person is asked.
import type { ReversedPayment } from '../../../generated/types.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import type { Identity } from '../../domain/parties/access/identity.ts';
import { findAuthor } from '../../domain/ground/change/store.ts';
import type { WriteScope } from '../../domain/ground/change/scope.ts';
import { describeStored, takeBackRecorded } from '../../domain/documents/payments/for-admin.ts';
import type { ReversalRefusal } from '../../domain/documents/payments/reverse.ts';
import { lockPayment } from '../../domain/documents/payments/store/payments.ts';
import { awaitPerson, isOwn } from '../asking.ts';
import type { PageUrl } from '../handler.ts';

type Context = WriteScope &
  Raises<ReversalRefusal | 'payment_not_found' | 'too_many_open' | 'changed_meanwhile'> &
  Warns<'awaits_person'> & { readonly key: Identity; readonly pageUrl: PageUrl };

export const reverseOrAsk = async (
  ctx: Context,
  tool: 'reverse_invoice_payment' | 'reverse_bill_payment',
  id: string,
  reason: string,
): Promise<ReversedPayment> => {
  const found = await lockPayment(ctx, id);
  if (found?.row.status !== 'recorded' || isOwn(ctx, await findAuthor(ctx, id, 'first')))
    return takeBackRecorded(ctx, id, reason);
  const { id: entity_id } = ctx.entity;
  const wish = { tool, subject: id, arguments: { reason }, entity_id } as const;
  const { object, amount, currency, counterparty_name } = await describeStored(ctx, found);
  return {
    object,
    id,
    payment_id: id,
    amount,
    currency,
    reversed_on: null,
    reason,
    counterparty_name,
    unmatched_transaction_id: null,
    ...(await awaitPerson(ctx, wish, { path: 'payment_id', what: 'this key did not record it' })),
  };
};
