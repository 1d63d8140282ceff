// Takes payments, or parts of them, off a document that is no longer worth as much. The money was paid, so it stays,
// without a document; the allocation stays too, so that the document still shows which payments it once had.
import { sql } from 'kysely';
import { scoped } from '../../db/scoped.ts';
import type { DocumentKind } from '../../db/schema.ts';
import { post } from '../ledger/post.ts';
import { shrink } from '../ledger/post.ts';
import { decimalOfInteger, roundHalfUp, toNumber } from '../../base/money/decimal.ts';
import type { WriteScope } from '../change/scope.ts';
import { ledgerOf, paymentTypeOf } from './record.ts';

/** What came free of one payment, in the payment's currency. */
export interface Released {
  readonly payment_id: string;
  readonly minor: number;
  readonly currency: string;
}

interface Document {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly currency: string;
}

/** Newest payments first, `minor` of the document's currency in all. The document's row must be locked. */
export const releaseAllocations = async (
  ctx: WriteScope,
  document: Document,
  minor: number,
): Promise<readonly Released[]> => {
  const released: Released[] = [];
  let left = minor;
  for (const allocation of minor === 0 ? [] : await allocationsOf(ctx, document)) {
    const taken = Math.min(left, allocation.amount_minor);
    if (taken === 0) break;
    released.push(await release(ctx, document, allocation, taken));
    left -= taken;
  }
  if (left > 0) throw new Error(`${document.id} has no payments of ${minor} to take off`);
  return released;
};

const allocationsOf = (ctx: WriteScope, { id }: Document) =>
  scoped(ctx, 'payment_allocation')
    .select()
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.entity_id', '=', 'payment_allocation.entity_id')
        .onRef('payment.id', '=', 'payment_allocation.payment_id'),
    )
    .select([
      'payment_allocation.payment_id',
      'payment_allocation.position',
      'payment_allocation.amount_minor',
      'payment_allocation.payment_minor',
      'payment.currency',
      'payment.paid_on',
      'payment.counterparty_id',
      'payment.reference',
    ])
    .where('payment_allocation.record_id', '=', id)
    .where('payment_allocation.amount_minor', '>', 0)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
    .orderBy('payment_allocation.position')
    .execute();

type Found = Awaited<ReturnType<typeof allocationsOf>>[number];

const release = async (
  ctx: WriteScope,
  document: Document,
  found: Found,
  taken: number,
): Promise<Released> => {
  const { payment_id, position, currency } = found;
  const minor = shareOf(found, taken);
  await scoped(ctx, 'payment_allocation')
    .update()
    .set({ amount_minor: found.amount_minor - taken, payment_minor: found.payment_minor - minor })
    .where('payment_id', '=', payment_id)
    .where('position', '=', position)
    .execute();
  // Its other documents may be settled at this moment: what is added is added to whatever stands there.
  await scoped(ctx, 'payment')
    .update()
    .set({ unallocated_minor: sql`unallocated_minor + ${minor}` })
    .where('id', '=', payment_id)
    .execute();
  if (currency !== document.currency) await moveEntry(ctx, document, found, { taken, minor });
  return { payment_id, minor, currency };
};

/** The part of the payment's own amount that goes with `taken` of the document's. */
const shareOf = ({ amount_minor, payment_minor }: Found, taken: number): number => {
  if (taken === amount_minor) return payment_minor;
  const share = decimalOfInteger(payment_minor)
    .times(decimalOfInteger(taken))
    .div(decimalOfInteger(amount_minor));
  return toNumber(roundHalfUp(share, 0));
};

/** In one currency the entry says the same with and without the document; across two, the money changes currency. */
const moveEntry = async (
  ctx: WriteScope,
  document: Document,
  found: Found,
  { taken, minor }: { readonly taken: number; readonly minor: number },
): Promise<void> => {
  const entry_type = paymentTypeOf(document.kind);
  await shrink(ctx, { entry_type, record_id: found.payment_id, document_id: document.id }, taken);
  await post(ctx, [
    {
      entry_type,
      ledger: ledgerOf(entry_type),
      date: found.paid_on,
      counterparty_id: found.counterparty_id,
      currency: found.currency,
      amount_minor: minor,
      record_id: found.payment_id,
      document_id: null,
      number: null,
      description: found.reference,
    },
  ]);
};
