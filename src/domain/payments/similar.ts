// Agents repeat calls. A repeat word for word is noticed for every tool; a payment is also a repeat when only its
// reference or day was told differently.
import { SERVICE } from '../../../generated/service.ts';
import { instantToIso, toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { SettledDocument } from '../documents/document.ts';
import type { Amount } from '../../base/money/amount.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Warns } from '../../base/raises.ts';

const MS_PER_MINUTE = 60_000;

/** Warns of the latest payment of this amount on this document, if it was made a moment ago. */
export const warnOfSimilar = async (
  ctx: WriteScope & Warns<'similar_write_recently'>,
  document: Pick<SettledDocument, 'id'>,
  paid: Amount,
): Promise<void> => {
  const since = new Date(ctx.now.getTime() - SERVICE.windows.similar_write_minutes * MS_PER_MINUTE);
  const earlier = await scoped(ctx, 'payment_allocation')
    .select()
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('payment.id', '=', 'payment_allocation.payment_id'),
    )
    .select(['payment.id', 'payment.created_at'])
    .where('payment_allocation.record_id', '=', document.id)
    .where('payment.amount_minor', '=', paid.minor)
    .where('payment.currency', '=', paid.currency)
    .where('payment.created_at', '>=', toInstant(since))
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (earlier === undefined) return;
  ctx.warn('similar_write_recently', {
    record_id: earlier.id,
    created_at: instantToIso(earlier.created_at),
  });
};
