// Moves payments from an invoice to the one that takes its place. Nothing booked is changed: the ledger takes them off
// the one and puts them on the other on the day of the move.
import { amount, amountText } from '../../../base/money/amount.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { SettledDocument } from '../shared/document.ts';
import { credit, pay, unpay } from '../shared/settle.ts';
import { type Movement, post } from '../../money/ledger/post.ts';
import { chooseLedger, getPaymentType } from './items.ts';
import { type Released, releaseAllocations } from './release.ts';
import { type AllocationOnDocument, findAllocationsOn, reassignAllocations } from './store/payments.ts';

export interface Moved {
  readonly from: SettledDocument;
  readonly to: SettledDocument;
  /** In the currency of the documents. */
  readonly amount: string;
  /** What the new document has no room for stays without a document. */
  readonly released: readonly Released[];
}

/** Both must be locked. */
export const movePayments = async (
  ctx: WriteScope,
  from: SettledDocument,
  to: SettledDocument,
  day: IsoDay,
): Promise<Moved> => {
  const paid = from.paid_minor - from.presettled_minor;
  const movable = from.currency === to.currency ? Math.min(paid, to.balance_minor) : 0;
  const excess = paid - movable;
  const released = await releaseAllocations(ctx, from, excess);
  const freed = excess === 0 ? from : await credit(ctx, from, { credited: 0, unpaid: excess, unsettled: 0 });
  const moved = amountText(amount(movable, from.currency));
  if (movable === 0) return { from: freed, to, amount: moved, released };
  const allocations = await findAllocationsOn(ctx, from.id);
  await post(
    ctx,
    allocations.flatMap((allocation) => listMovements(allocation, from, to, day)),
  );
  await reassignAllocations(ctx, allocations, from.id, to.id);
  await ctx.tell('payments_moved', { from: from.id, to: to.id });
  return {
    from: await unpay(ctx, freed, movable),
    to: await pay(ctx, to, movable),
    amount: moved,
    released,
  };
};

const listMovements = (
  { payment_id, counterparty_id, amount_minor, reference }: AllocationOnDocument,
  from: SettledDocument,
  to: SettledDocument,
  date: IsoDay,
): readonly Movement[] => {
  const type = getPaymentType(from.kind);
  const common = {
    ledger: chooseLedger(type),
    date,
    counterparty_id,
    currency: from.currency,
    amount_minor,
    record_id: payment_id,
    description: reference,
  } as const;
  return [
    { ...common, entry_type: 'reversal', reverses: type, document_id: from.id, number: from.folio },
    { ...common, entry_type: type, document_id: to.id, number: to.folio },
  ];
};
