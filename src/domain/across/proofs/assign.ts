// Which payments of a bill the complements of its supplier prove. It depends on what is said and what was paid, not on the
// order in which it arrived: whatever changes, the whole bill is decided anew.
import { SERVICE } from '../../../../generated/service.ts';
import { minorText } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import {
  type Decimal,
  decimal,
  decimalOfInteger,
  decimalsOf,
  isPositive,
} from '../../../base/money/decimal.ts';
import { asDay, daysBetween } from '../../../base/time/day.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import { AMOUNT, minorOf } from '../../documents/bills/amount-text.ts';
import type { ProofRow } from '../../documents/payment-proofs/record.ts';

export interface ProvenBill {
  readonly id: string;
  readonly currency: string;
  readonly total_minor: number;
  readonly presettled_minor: number;
  readonly credited_minor: number;
}

/** What a payment settles of the bill. */
export interface PaidPart {
  readonly payment_id: string;
  readonly position: number;
  /** In the bill's currency, and the same in the payment's. */
  readonly amount_minor: number;
  readonly payment_minor: number;
  readonly currency: string;
  readonly paid_on: string;
}

export type Claim = Pick<
  ProofRow,
  | 'received_document_id'
  | 'position'
  | 'uuid'
  | 'bill_uuid'
  | 'bill_number'
  | 'paid_on'
  | 'payment_currency'
  | 'currency'
  | 'equivalence'
  | 'instalment'
  | 'before_amount'
  | 'paid_amount'
>;

export interface Judged<C extends Claim, P extends PaidPart> {
  readonly claim: C;
  /** What it proves; undefined for nothing. */
  readonly part: P | undefined;
  readonly findings: readonly StoredIssue[];
}

const { complement_days: DAYS } = SERVICE.windows;

type Fit = 'exact' | 'at_another_rate';

/** As the complement names it. */
export const nameOf = ({ bill_number, bill_uuid }: Pick<Claim, 'bill_number' | 'bill_uuid'>): string =>
  bill_number ?? bill_uuid;

/** A text of a complement in exact decimals; undefined for one that is none. */
const exact = (text: string | null): Decimal | undefined =>
  text !== null && AMOUNT.test(text) ? decimal(text) : undefined;

const HALF = decimal('0.5');
const half = (places: number): Decimal => HALF.times(decimal(`1e-${places}`));

/** What the complement says in the payment's currency, as far as its roundings leave it open. */
const isWorth = ({ paid_amount, equivalence }: Claim, part: PaidPart): boolean => {
  const [paid, rate] = [exact(paid_amount), exact(equivalence)];
  if (paid === undefined || rate === undefined || !isPositive(rate)) return false;
  const [ofPaid, ofRate] = [half(decimalsOf(paid)), half(Math.max(decimalsOf(rate), LEAST_DECIMALS))];
  const least = rate.minus(ofRate);
  if (!isPositive(least)) return false;
  const places = currencyDigits(part.currency);
  const came = decimalOfInteger(part.payment_minor).times(decimal(`1e-${places}`));
  return (
    came.gte(paid.minus(ofPaid).div(rate.plus(ofRate)).minus(half(places))) &&
    came.lte(paid.plus(ofPaid).div(least).plus(half(places)))
  );
};

/** A whole EquivalenciaDR is not one that was rounded to it. */
const LEAST_DECIMALS = 2;

const fitOf = (bill: ProvenBill, claim: Claim, part: PaidPart): Fit | undefined => {
  if (claim.currency !== bill.currency) return undefined;
  const paid = minorOf(claim.paid_amount, bill.currency);
  if (paid === part.amount_minor) return 'exact';
  // In one currency, cents may have been booked apart.
  if (part.currency === bill.currency) return paid === part.payment_minor ? 'exact' : undefined;
  return claim.payment_currency === part.currency && isWorth(claim, part) ? 'at_another_rate' : undefined;
};

/** Days between what both sides call the day of payment; infinite where the complement names none. */
const daysApart = ({ paid_on }: Claim, part: PaidPart): number =>
  paid_on === null ? Infinity : Math.abs(daysBetween(asDay(paid_on), asDay(part.paid_on)));

interface Pair<C, P> {
  readonly claim: C;
  readonly part: P;
  readonly fit: Fit;
  readonly apart: number;
}

const inOrder = (left: string | number, right: string | number): number =>
  left < right ? -1 : left > right ? 1 : 0;

const byPayment = (left: PaidPart, right: PaidPart): number =>
  inOrder(left.paid_on, right.paid_on) ||
  inOrder(left.payment_id, right.payment_id) ||
  left.position - right.position;

/** Of several payments of one day and amount the supplier says which came first. */
const placeOf = ({ instalment }: Claim): number => Number(instalment ?? '0') || 0;

/** The nearest day first, then amounts that agree in both currencies, then whoever came first. */
const byFit = <C extends Claim, P extends PaidPart>(left: Pair<C, P>, right: Pair<C, P>): number =>
  left.apart - right.apart ||
  inOrder(right.fit, left.fit) ||
  inOrder(left.claim.paid_on ?? '', right.claim.paid_on ?? '') ||
  placeOf(left.claim) - placeOf(right.claim) ||
  inOrder(left.claim.received_document_id, right.claim.received_document_id) ||
  left.claim.position - right.claim.position ||
  byPayment(left.part, right.part);

const pairUp = <C extends Claim, P extends PaidPart>(
  bill: ProvenBill,
  claims: readonly C[],
  parts: readonly P[],
): ReadonlyMap<C, Pair<C, P>> => {
  const possible = claims.flatMap((claim) =>
    parts.flatMap((part): readonly Pair<C, P>[] => {
      const fit = fitOf(bill, claim, part);
      const apart = daysApart(claim, part);
      return fit === undefined || apart > DAYS ? [] : [{ claim, part, fit, apart }];
    }),
  );
  const pairs = new Map<C, Pair<C, P>>();
  const taken = new Set<P>();
  for (const pair of possible.toSorted(byFit)) {
    if (pairs.has(pair.claim) || taken.has(pair.part)) continue;
    pairs.set(pair.claim, pair);
    taken.add(pair.part);
  }
  return pairs;
};

/** Claims are those that count; parts are those that stand. */
export const assign = <C extends Claim, P extends PaidPart>(
  bill: ProvenBill,
  claims: readonly C[],
  parts: readonly P[],
): readonly Judged<C, P>[] => {
  const pairs = pairUp(bill, claims, parts);
  const provenBy = new Map([...pairs.values()].map((pair) => [pair.part, pair.claim]));
  const earlier = toEarlier(bill, parts.toSorted(byPayment), provenBy);
  return claims.map((claim) => {
    const pair = pairs.get(claim);
    return pair === undefined
      ? { claim, part: undefined, findings: [whyNothing(bill, claim, parts, provenBy)] }
      : { claim, part: pair.part, findings: disagreements(bill, pair, earlier(pair.part)) };
  });
};

interface Earlier {
  readonly count: number;
  readonly minor: number;
}

/** What was paid before a payment: as the supplier counts it, where a complement says so. */
const toEarlier =
  <C extends Claim, P extends PaidPart>(
    { currency }: ProvenBill,
    ordered: readonly P[],
    provenBy: ReadonlyMap<P, C>,
  ) =>
  (part: P): Earlier => {
    const before = ordered.slice(0, ordered.indexOf(part));
    const minors = before.map((one) => minorOf(provenBy.get(one)?.paid_amount, currency) ?? one.amount_minor);
    return { count: before.length, minor: minors.reduce((sum, minor) => sum + minor, 0) };
  };

const disagreements = (
  bill: ProvenBill,
  { claim, part, fit, apart }: Pair<Claim, PaidPart>,
  earlier: Earlier,
): readonly StoredIssue[] => {
  const number = nameOf(claim);
  const { currency } = bill;
  const found: StoredIssue[] = [];
  if (apart > 0)
    found.push(issue('proof_day_differs', { date: claim.paid_on ?? '', number, day: part.paid_on }));
  if (fit === 'at_another_rate') {
    const ours = minorText(part.amount_minor, currency);
    found.push(issue('proof_rate_differs', { paid: claim.paid_amount, currency, number, ours }));
  }
  const most = bill.total_minor - bill.presettled_minor - earlier.minor;
  // A credit note may have come before or after the payment.
  const least = most - bill.credited_minor;
  const stated = minorOf(claim.before_amount, currency);
  if (stated === null || stated > most || stated < least) {
    const ours = minorText(least, currency);
    found.push(issue('proof_balance_differs', { stated: claim.before_amount, currency, number, ours }));
  }
  const place = earlier.count + 1;
  // What an earlier system had settled were instalments too, and nobody knows how many.
  if (bill.presettled_minor === 0 && claim.instalment !== null && Number(claim.instalment) !== place)
    found.push(issue('proof_instalment_differs', { stated: claim.instalment, number, ours: String(place) }));
  return found;
};

const whyNothing = <C extends Claim, P extends PaidPart>(
  bill: ProvenBill,
  claim: C,
  parts: readonly P[],
  provenBy: ReadonlyMap<P, C>,
): StoredIssue => {
  const number = nameOf(claim);
  const { currency } = claim;
  if (currency !== bill.currency)
    return issue('proof_currency_differs', { number, stated: currency, ours: bill.currency });
  const near = parts
    .filter((part) => daysApart(claim, part) <= DAYS)
    .toSorted((left, right) => daysApart(claim, left) - daysApart(claim, right) || byPayment(left, right));
  const date = claim.paid_on ?? '?';
  const taken = near.find((part) => fitOf(bill, claim, part) !== undefined && provenBy.has(part));
  const other = taken === undefined ? undefined : provenBy.get(taken);
  if (taken !== undefined && other !== undefined && other.uuid !== claim.uuid)
    return issue('proof_repeated', { date: taken.paid_on, number, other: other.uuid });
  const free = near.find((part) => !provenBy.has(part));
  const paid = claim.paid_amount;
  if (free === undefined) return issue('proof_payment_missing', { paid, currency, number, date });
  const ours = `${minorText(free.amount_minor, bill.currency)} ${bill.currency}`;
  return issue('proof_amount_differs', { paid, currency, number, date, day: free.paid_on, ours });
};
