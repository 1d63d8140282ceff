// Whether amounts, discounts, terms and rates are such as this customer and this company have had.
import { SERVICE } from '../../../../generated/service.ts';
import type { RiskFlag } from '../../../../generated/types.ts';
import { add, toDecimal } from '../../../base/money/amount.ts';
import {
  type Decimal,
  ZERO,
  decimal,
  isZero,
  roundHalfUp,
  sumOf,
  toText,
} from '../../../base/money/decimal.ts';
import { addDays, asDay, daysBetween } from '../../../base/time/day.ts';
import type { Discount } from '../../../einvoicing/terms.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { formatFolio } from '../../documents/shared/document.ts';
import { HUNDRED, isFarOff, ownValue, told } from '../../documents/shared/plausibility/unusual.ts';
import { latestRate } from '../../money/exchange-rates/latest-rate.ts';
import { type EarlierInvoice, filedByCompany, invoiceAlike, noteAlike } from '../store/risks.ts';
import type { Looked } from './risks.ts';
import { flag } from './words.ts';

const { risks } = SERVICE;

const percentOf = (discount: Discount, whole: Decimal): Decimal => {
  if ('percent' in discount) return discount.percent;
  return isZero(whole) ? ZERO : discount.amount.times(HUNDRED).div(whole);
};

/** The largest discount of each kind that is above what is usual; several may be usual each, and not together. */
export const discountRisks = ({ document, kind }: Looked): RiskFlag[] => {
  if (kind !== 'invoice') return [];
  const { terms, lines, lineTotal, discount: onLines, allowances } = document;
  const early = terms.discountTerms.map(({ percent }) => percent);
  const onWhole = allowances.filter(({ charge }) => !charge).map(({ amount: taken }) => toDecimal(taken));
  const taken = sumOf([toDecimal(onLines), ...onWhole]);
  const others = [
    percentOf({ amount: taken }, toDecimal(add(lineTotal, onLines))),
    ...terms.allowances.map(({ discount }) => percentOf(discount, toDecimal(lineTotal))),
    ...lines.flatMap(({ discount, gross }) => (discount === null ? [] : [percentOf(discount, gross)])),
  ];
  return [
    ...above(early, decimal(risks.early_payment_percent)),
    ...above(others, decimal(risks.discount_percent)),
  ];
};

const above = (percents: readonly Decimal[], usual: Decimal): RiskFlag[] => {
  const [largest] = percents.toSorted((a, b) => b.cmp(a));
  if (largest === undefined || largest.lte(usual)) return [];
  return [flag('unusual_discount', `${toText(roundHalfUp(largest, 2))} %`, `${toText(usual)} %`)];
};

export const amountRisks = async (ctx: ReadScope, looked: Looked): Promise<RiskFlag[]> => {
  const { document, total_minor, toCustomer, before, kind } = looked;
  if (kind !== 'invoice') return [];
  const { currency } = document;
  const rate =
    currency === ctx.entity.currency ? null : ((await rateOfDay(ctx, looked)) ?? document.exchangeRate);
  const value = ownValue(ctx, { total_minor, currency }, rate);
  if (value === null) return [];
  const isKnown = toCustomer.length >= risks.known_documents;
  const [earlier, times] = isKnown
    ? [toCustomer, decimal(risks.customer_amount_times)]
    : [await filedByCompany(ctx, before), decimal(risks.company_amount_times)];
  if (!isKnown && earlier.length < risks.known_company_documents) return [];
  const values = earlier.flatMap((each) => {
    const worth = ownValue(ctx, each, each.exchange_rate === null ? null : decimal(each.exchange_rate));
    return worth === null ? [] : [{ worth, each }];
  });
  const [largest] = values.toSorted((a, b) => b.worth.cmp(a.worth));
  if (largest === undefined || value.lte(largest.worth.times(times))) return [];
  return [flag('unusual_amount', told({ total_minor, currency }), told(largest.each))];
};

/** Due before it is issued, far away, or much later than this customer has ever had to pay. */
export const termRisks = ({ document, toCustomer, kind }: Looked): RiskFlag[] => {
  if (kind !== 'invoice') return [];
  const issued = asDay(document.issueDate);
  const days = daysBetween(issued, document.dueDate);
  const known = toCustomer.map(({ issue_date, due_date }) => daysBetween(asDay(issue_date), asDay(due_date)));
  const latest = known.length >= risks.known_documents ? Math.max(...known) : risks.due_days;
  // Never less than the customer has had already.
  const usual = Math.max(latest, Math.min(risks.due_days, latest + risks.more_due_days));
  if (days < 0) return [flag('unusual_terms', document.dueDate, issued)];
  if (days <= usual) return [];
  return [flag('unusual_terms', document.dueDate, addDays(issued, latest))];
};

const rateOfDay = async (ctx: ReadScope, { document }: Looked): Promise<Decimal | undefined> => {
  const wanted = { base: document.currency, quote: ctx.entity.currency, day: asDay(document.issueDate) };
  return (await latestRate(ctx.db, ctx.entity.organisation_id, wanted))?.rate.rate;
};

export const rateRisks = async (ctx: ReadScope, looked: Looked): Promise<RiskFlag[]> => {
  const { exchangeRate, currency } = looked.document;
  if (looked.kind !== 'invoice' || exchangeRate === null || currency === ctx.entity.currency) return [];
  const known = await rateOfDay(ctx, looked);
  if (known === undefined) return [];
  if (!isFarOff(exchangeRate, known)) return [];
  return [flag('unusual_rate', toText(exchangeRate), toText(known))];
};

type Named = Pick<EarlierInvoice, 'id' | 'series' | 'number' | 'issue_date'>;
const nameOf = (found: Named): string => `${formatFolio(found) ?? found.id}, ${found.issue_date}`;

export const duplicateRisks = async (ctx: ReadScope, looked: Looked): Promise<RiskFlag[]> => {
  const { id, kind, document, before, total_minor } = looked;
  const { currency } = document;
  const from = addDays(before.until, -risks.duplicate_days);
  // Also before one that is there already: the second may be dated back.
  const until = addDays(before.until, risks.duplicate_days);
  const wanted = { ...before, from, until, currency, total_minor };
  const alike =
    kind === 'invoice'
      ? await invoiceAlike(ctx, wanted)
      : kind === 'invoice_credit_note'
        ? await noteAlike(ctx, { id, from, total_minor })
        : undefined;
  return alike === undefined
    ? []
    : [flag('possible_duplicate', told({ total_minor, currency }), nameOf(alike))];
};
