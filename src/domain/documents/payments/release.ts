// Releases payments, or parts of them, from a document whose balance was reduced. The money stays in the books without a
// document, and the allocation stays too, so that the document still shows its payments.
import { post, shrink } from '../../money/ledger/post.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { decimalOfInteger, roundHalfUp, toNumber } from '../../../base/money/decimal.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { SettledDocument } from '../shared/document.ts';
import { shareOf } from './causes.ts';
import { chooseLedger, getPaymentType } from './items.ts';
import { type AllocationOnDocument, findAllocationsOn, reduceAllocation } from './store/payments.ts';

/** What was released of one payment, in the payment's currency. */
export interface Released {
  readonly payment_id: string;
  readonly minor: number;
  readonly currency: string;
}

type Document = Pick<SettledDocument, 'kind' | 'id' | 'currency' | 'uuid'>;

/** Newest payments first, `minor` of the document's currency in all. The document's row must be locked. */
export const releaseAllocations = async (
  ctx: WriteScope,
  document: Document,
  minor: number,
): Promise<readonly Released[]> => {
  const released: Released[] = [];
  let left = minor;
  for (const allocation of minor === 0 ? [] : await findAllocationsOn(ctx, document.id)) {
    const taken = Math.min(left, allocation.amount_minor);
    if (taken === 0) break;
    released.push(await release(ctx, document, allocation, taken));
    left -= taken;
  }
  if (left > 0) throw new Error(`${document.id} has no payments of ${minor} to take off`);
  if (released.length > 0) await ctx.tell('payments_released', { id: document.id, uuid: document.uuid });
  return released;
};

const release = async (
  ctx: WriteScope,
  document: Document,
  found: AllocationOnDocument,
  taken: number,
): Promise<Released> => {
  const { payment_id, position, currency } = found;
  const oneCurrency = currency === document.currency;
  const minor = oneCurrency ? paidShare(found, taken) : convertShare(found, taken);
  const amount_minor = found.amount_minor - taken;
  const payment_minor = found.payment_minor - minor;
  const left = { payment_id, position, amount_minor, payment_minor };
  const difference_taxes = oneCurrency
    ? taxesLeft(found, amount_minor - payment_minor)
    : found.difference_taxes;
  await reduceAllocation(ctx, { ...left, difference_taxes }, minor);
  if (oneCurrency) await takeBackDifference(ctx, document, found, taken - minor);
  else await moveEntry(ctx, document, found, { taken, minor });
  return { payment_id, minor, currency };
};

/** Only what came comes free; a difference that was booked apart goes with the last of it. */
const paidShare = ({ amount_minor, payment_minor }: AllocationOnDocument, taken: number): number =>
  taken === amount_minor ? payment_minor : Math.min(taken, payment_minor);

/** What settled without money is less than it was: of its taxes too. */
const taxesLeft = (
  { amount_minor, payment_minor, difference_taxes }: AllocationOnDocument,
  missing: number,
): AllocationOnDocument['difference_taxes'] =>
  difference_taxes === null || missing === amount_minor - payment_minor
    ? difference_taxes
    : shareOf(difference_taxes, missing);

const takeBackDifference = async (
  ctx: WriteScope,
  document: Document,
  found: AllocationOnDocument,
  minor: number,
): Promise<void> => {
  if (minor === 0) return;
  const ledger = chooseLedger(getPaymentType(document.kind));
  await post(ctx, [
    {
      entry_type: 'reversal',
      reverses: found.difference_cause ?? 'payment_difference',
      taxes: found.difference_taxes === null ? null : shareOf(found.difference_taxes, minor),
      ledger,
      date: await toOpenDay(ctx, ctx.today),
      counterparty_id: found.counterparty_id,
      currency: document.currency,
      amount_minor: minor,
      record_id: found.payment_id,
      document_id: document.id,
      number: null,
      description: found.reference,
    },
  ]);
};

/** The part of the payment, in its own currency, that corresponds to `taken` of the document. */
const convertShare = ({ amount_minor, payment_minor }: AllocationOnDocument, taken: number): number => {
  if (taken === amount_minor) return payment_minor;
  const share = decimalOfInteger(payment_minor)
    .times(decimalOfInteger(taken))
    .div(decimalOfInteger(amount_minor));
  return toNumber(roundHalfUp(share, 0));
};

/** Across two currencies the entry of the released money moves to the payment's currency. In one, it stays. */
const moveEntry = async (
  ctx: WriteScope,
  document: Document,
  found: AllocationOnDocument,
  { taken, minor }: { readonly taken: number; readonly minor: number },
): Promise<void> => {
  const entry_type = getPaymentType(document.kind);
  const date = await toOpenDay(ctx, found.paid_on);
  await shrink(ctx, { entry_type, record_id: found.payment_id, document_id: document.id }, taken);
  await post(ctx, [
    {
      entry_type,
      ledger: chooseLedger(entry_type),
      date,
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
