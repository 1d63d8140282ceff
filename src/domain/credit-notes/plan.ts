// Plans a credit note without I/O: its lines from those of the invoice, its taxes, its total.
import type { CreditReason } from '../../../generated/types.ts';
import type { CreditedLine, CreditNoteContent } from '../../db/stated.ts';
import { amount, type Amount, amountText } from '../../base/money/amount.ts';
import { decimal, isPositive, sumOf, toText, type Decimal } from '../../base/money/decimal.ts';
import { readAmount } from '../../base/money/wire.ts';
import { Refusal } from '../../base/refusal.ts';
import { creditDecimals, creditHeader, creditRelation } from '../../einvoicing/credit-terms.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { DraftLine, Totals } from '../../einvoicing/regime.ts';
import { NO_TERMS, type Terms } from '../../einvoicing/terms.ts';
import { storeContent, storeLine } from '../documents/content.ts';
import { amountLeft, groupsLeft, quantityLeft, type TaxGroup, taxKey } from './left.ts';
import { chooseLines, draftLine, moneyLine } from './plan-lines.ts';
import type { CreditFacts, CreditRequest, PlannedLine, PlanRaises } from './request.ts';
import { spreadAmount } from './spread.ts';

export interface PlannedNote {
  readonly content: CreditNoteContent;
  readonly total: Amount;
}

interface Planned {
  readonly lines: readonly PlannedLine[];
  readonly totals: Totals;
  readonly terms: Terms;
}

export const planCredit = (ctx: PlanRaises, facts: CreditFacts): PlannedNote => {
  const { request, invoice } = facts;
  if (request.amount !== undefined && request.lines !== undefined)
    throw new Refusal('usage', 'Credit an amount or lines, not both.');
  const reason = request.reason ?? defaultReason(request);
  if (reason === 'return' && request.amount !== undefined)
    throw new Refusal('usage', 'A return names the lines that come back; an amount is a discount.');
  const left = amountLeft(invoice, facts.notes);
  if (left <= 0) throw new Refusal('wrong_state', explainNothingLeft(facts));
  const planned = choosePlan(ctx, facts, reason, left);
  return { content: toContent(facts, reason, planned), total: planned.totals.total };
};

const explainNothingLeft = ({ invoice, folio }: CreditFacts): string =>
  invoice.total_minor > 0
    ? `The invoice ${folio} is credited already.`
    : `The invoice ${folio} asks for no money, so there is nothing to credit.`;

const defaultReason = ({ amount: given, lines }: CreditRequest): CreditReason => {
  if (given !== undefined) return 'discount';
  return lines === undefined ? 'error' : 'return';
};

const choosePlan = (ctx: PlanRaises, facts: CreditFacts, reason: CreditReason, left: number): Planned => {
  const { request, invoice } = facts;
  const { currency } = invoice;
  if (request.lines !== undefined)
    return calculateLines(ctx, facts, chooseLines(ctx, facts, reason, request.lines));
  if (request.amount !== undefined) {
    const given = readAmount(ctx, 'amount', request.amount, currency);
    if (given.minor <= 0 || given.minor > left) {
      throw new Refusal(
        'invalid_value',
        `A credit note on ${facts.folio} must be above 0 and at most ${amountText(amount(left, currency))} ${currency}, what is not credited yet.`,
      );
    }
    return planAmount(ctx, facts, given, given.minor === left);
  }
  const untouched = left === invoice.total_minor;
  if (reason !== 'discount' && untouched) return planWhole(facts);
  if (reason !== 'return') return planAmount(ctx, facts, amount(left, currency), true);
  const open = facts.document.lines
    .map((line, index) => ({ line: index + 1, left: quantityLeft(line, index + 1, facts.notes) }))
    .filter((line) => isPositive(line.left));
  return calculateLines(ctx, facts, chooseLines(ctx, facts, reason, open));
};

/** Everything, exactly as it was filed. */
const planWhole = ({ document }: CreditFacts): Planned => ({
  lines: document.lines.map((line, index) => ({ line: draftLine(line), invoice_position: index + 1 })),
  totals: document,
  // What is of the whole: allowances, charges, what was prepaid.
  terms: {
    ...NO_TERMS,
    allowances: document.terms.allowances,
    charges: document.terms.charges,
    prepaid: document.terms.prepaid,
  },
});

const calculated = (ctx: PlanRaises, facts: CreditFacts, lines: readonly PlannedLine[]): Totals => {
  const { document, today } = facts;
  const { seller, buyer, currency, countryDetails, payee } = document;
  return regimeOf(seller.country_code).calculate(ctx, {
    seller,
    buyer,
    currency,
    countryDetails,
    payee,
    issueDate: today,
    paymentTermsDays: 0,
    terms: NO_TERMS,
    derived: [],
    lines: lines.map(({ line }) => line),
  });
};

const calculateLines = (ctx: PlanRaises, facts: CreditFacts, lines: readonly PlannedLine[]): Planned => ({
  lines,
  totals: calculated(ctx, facts, lines),
  terms: NO_TERMS,
});

const planAmount = (ctx: PlanRaises, facts: CreditFacts, target: Amount, whole: boolean): Planned => {
  const { document, invoice, notes } = facts;
  const groups = groupsLeft(document, invoice, notes);
  if (!groups.some(({ left }) => isPositive(left))) {
    const { currency } = target;
    throw new Refusal(
      'wrong_state',
      `All lines of ${facts.folio} are credited; only ${amountText(amount(amountLeft(invoice, notes), currency))} ${currency} of rounding is left.`,
    );
  }
  const toLine = ({ group, base }: { group: TaxGroup; base: Decimal }): PlannedLine => ({
    line: moneyLine(facts, group.sample, base),
    invoice_position: null,
  });
  const { parts, totals } = spreadAmount({
    groups,
    target,
    whole,
    decimals: creditDecimals(document),
    calculate: (each) => calculated(ctx, facts, each.map(toLine)),
  });
  return { lines: parts.map(toLine), totals, terms: NO_TERMS };
};

const toContent = (
  facts: CreditFacts,
  reason: CreditReason,
  { lines, totals, terms }: Planned,
): CreditNoteContent => {
  const { document, invoice, folio, uuid, request } = facts;
  const setOff = totals.total.minor > invoice.balance_minor;
  const header = creditHeader(document, { reason, setOff, paymentForm: request.payment_form });
  const relation = { type: creditRelation(reason), record_id: invoice.id, uuid, folio };
  const rate = document.exchangeRate;
  return {
    ...storeContent({ ...totals, terms, derived: [], payee: null }, [
      { ...relation, issue_date: document.issueDate },
    ]),
    reason,
    whole: leavesNothing(facts, totals),
    notes: request.notes?.trim() ?? null,
    country_details: Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
    exchange_rate: rate === null ? null : toText(rate),
    exchange_rate_date: null,
    exchange_rate_source: document.exchangeRateSource,
    lines: lines.flatMap(({ line, invoice_position }, index) => {
      const sums = totals.lines[index];
      return sums === undefined ? [] : storeCredited(line, sums, { invoice_position, position: index + 1 });
    }),
    tax_breakdown: totals.breakdown.map(({ tax, category, factor, rate: percent, base, amount: each }) => ({
      tax,
      category,
      factor,
      rate: toText(percent),
      base: amountText(base),
      amount: amountText(each),
    })),
    subtotal: amountText(totals.subtotal),
    tax: amountText(totals.tax),
    withheld: amountText(totals.withheld),
  };
};

/** Whether of no tax anything is left besides these lines. */
const leavesNothing = ({ document, invoice, notes }: CreditFacts, { lines: sums, total }: Totals): boolean =>
  total.minor === amountLeft(invoice, notes) ||
  groupsLeft(document, invoice, notes).every(({ key, left }) => {
    const credited = sums.filter((line) => taxKey(line) === key).map(({ subtotal }) => subtotal);
    return left.minus(sumOf(credited)).lte(ROUNDING_BASE);
  });

/** So much of a base may the search for an amount leave. */
const ROUNDING_BASE = decimal('0.03');

const storeCredited = (
  line: DraftLine,
  sums: Totals['lines'][number],
  positions: Pick<CreditedLine, 'position' | 'invoice_position'>,
): CreditedLine => ({
  ...storeLine({ ...line, ...sums }),
  ...positions,
  description: line.description,
  quantity: toText(line.quantity),
  unit_price: toText(line.unitPrice),
  subtotal: toText(sums.subtotal),
  tax_rate: toText(line.taxRate),
  tax_amount: toText(sums.taxAmount),
  country_details: { ...line.countryDetails },
});
