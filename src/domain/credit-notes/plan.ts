// Plans a credit note without I/O: its lines from those of the invoice, its taxes, its total.
import type { CreditedLine, CreditNoteContent } from '../../db/stated.ts';
import { findLocale } from '../../base/locale.ts';
import { amount, type Amount, amountText } from '../../base/money/amount.ts';
import { decimal, isPositive, roundHalfUp, toText, type Decimal, ZERO } from '../../base/money/decimal.ts';
import { readAmount, readDecimal } from '../../base/money/wire.ts';
import type { Raises } from '../../base/raises.ts';
import { Refusal } from '../../base/refusal.ts';
import type { IsoDay } from '../../base/time/day.ts';
import {
  creditDecimals,
  creditHeader,
  type CreditReason,
  creditRelation,
  discountLine,
  discountText,
} from '../../einvoicing/credit-terms.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { DocumentLine, DraftLine, InvoiceDocument, Totals } from '../../einvoicing/regime.ts';
import { type LineTax, NO_LINE_TERMS, NO_TERMS, type Terms } from '../../einvoicing/terms.ts';
import { storeContent, storeLine } from '../documents/content.ts';
import type { SettledDocument } from '../documents/document.ts';
import { amountLeft, groupsLeft, quantityLeft, type TaxGroup } from './left.ts';
import type { NoteHeader } from './record.ts';
import { spreadAmount } from './spread.ts';

/** A line of the invoice to be credited: the whole of what is left, a quantity, or an amount without tax. */
export interface CreditLineRequest {
  /** Its position in the invoice. */
  readonly line: number;
  readonly quantity?: number | undefined;
  readonly amount?: number | undefined;
}

export interface CreditRequest {
  /** With tax. */
  readonly amount?: number | undefined;
  readonly lines?: readonly CreditLineRequest[] | undefined;
  readonly reason?: CreditReason | undefined;
  /** Mexico: how the money went back, once it has (c_FormaPago). */
  readonly payment_form?: string | undefined;
  readonly notes?: string | undefined;
}

export interface CreditFacts {
  readonly document: InvoiceDocument;
  /** Series and number of the invoice, and what the authority or the network calls it. */
  readonly folio: string;
  readonly uuid: string;
  readonly invoice: SettledDocument;
  /** Earlier notes on the invoice. */
  readonly notes: readonly NoteHeader[];
  readonly today: IsoDay;
  readonly request: CreditRequest;
}

export type PlanRaises = Raises<'amount_too_large' | 'too_many_decimals'>;

export interface PlannedNote {
  readonly content: CreditNoteContent;
  readonly total: Amount;
}

/** A line as it is calculated, and the line of the invoice that it credits. */
interface PlannedLine {
  readonly line: DraftLine;
  readonly invoice_position: number | null;
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
  if (left <= 0) throw new Refusal('wrong_state', `The invoice ${facts.folio} is credited already.`);
  const planned = choosePlan(ctx, facts, reason, left);
  return { content: toContent(facts, reason, planned), total: planned.totals.total };
};

const defaultReason = ({ amount: given, lines }: CreditRequest): CreditReason => {
  if (given !== undefined) return 'discount';
  return lines === undefined ? 'error' : 'return';
};

const choosePlan = (ctx: PlanRaises, facts: CreditFacts, reason: CreditReason, left: number): Planned => {
  const { request, invoice } = facts;
  const { currency } = invoice;
  if (request.lines !== undefined) return planLines(ctx, facts, reason, request.lines);
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
  return planLines(ctx, facts, reason, open);
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
    ...{ seller, buyer, currency, countryDetails, payee },
    issueDate: today,
    paymentTermsDays: 0,
    terms: NO_TERMS,
    derived: [],
    lines: lines.map(({ line }) => line),
  });
};

const planAmount = (ctx: PlanRaises, facts: CreditFacts, target: Amount, whole: boolean): Planned => {
  const { document, invoice, notes } = facts;
  const toLine = ({ group, base }: { group: TaxGroup; base: Decimal }): PlannedLine => ({
    line: moneyLine(facts, group.sample, base),
    invoice_position: null,
  });
  const { parts, totals } = spreadAmount({
    groups: groupsLeft(document, invoice, notes),
    target,
    whole,
    decimals: creditDecimals(document),
    calculate: (each) => calculated(ctx, facts, each.map(toLine)),
  });
  return { lines: parts.map(toLine), totals, terms: NO_TERMS };
};

const planLines = (
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  requests: readonly CreditLineRequest[],
): Planned => {
  if (requests.length === 0) throw new Refusal('invalid_value', 'No line of the invoice is named.');
  if (new Set(requests.map(({ line }) => line)).size < requests.length)
    throw new Refusal('invalid_value', 'A line of the invoice is named twice.');
  const lines = requests.map((request) => planLine(ctx, facts, reason, request));
  return { lines, totals: calculated(ctx, facts, lines), terms: NO_TERMS };
};

const planLine = (
  ctx: PlanRaises,
  facts: CreditFacts,
  reason: CreditReason,
  request: CreditLineRequest,
): PlannedLine => {
  const { document, notes } = facts;
  const position = request.line;
  const line = document.lines[position - 1];
  if (line === undefined || !Number.isInteger(position)) {
    throw new Refusal(
      'invalid_value',
      `The invoice ${facts.folio} has the lines 1 to ${document.lines.length}, and no line ${position}.`,
    );
  }
  if (request.amount !== undefined) {
    if (reason === 'return' || request.quantity !== undefined)
      throw new Refusal('usage', `Line ${position}: a return takes a quantity, a discount an amount.`);
    const base = readDecimal(ctx, 'amount', request.amount, creditDecimals(document));
    requireBetween(position, base, line.subtotal, 'what it costs without tax');
    return { line: moneyLine(facts, line, base, line.description), invoice_position: null };
  }
  const left = quantityLeft(line, position, notes);
  const quantity = request.quantity === undefined ? left : readDecimal(ctx, 'quantity', request.quantity, 6);
  requireBetween(position, quantity, left, 'the quantity that is left');
  if (reason === 'discount') {
    const base = roundHalfUp(line.subtotal.times(quantity).div(line.quantity), creditDecimals(document));
    return { line: moneyLine(facts, line, base, line.description), invoice_position: null };
  }
  return { line: draftLine(line, quantity), invoice_position: position };
};

const requireBetween = (position: number, given: Decimal, most: Decimal, what: string): void => {
  if (isPositive(given) && given.lte(most)) return;
  throw new Refusal(
    'invalid_value',
    `Line ${position}: ${toText(given)} is not above 0 and at most ${toText(most)}, ${what}.`,
  );
};

const rulesOf = (taxes: readonly LineTax[], share: Decimal): DraftLine['taxRules'] =>
  taxes.map(({ base, amount: _amount, ...rule }) => ({
    ...rule,
    quantity: rule.factor === 'quota' ? roundHalfUp(base.times(share), 6) : null,
  }));

const ONE = decimal('1');

/** The taxes of the line, with nothing left to derive. */
const taxed = (line: DocumentLine, share: Decimal): Pick<DraftLine, TaxFields> => ({
  taxRate: line.taxRate,
  taxCategory: line.taxes.find(({ tax, withheld }) => !withheld && tax !== 'IEPS')?.category ?? null,
  taxRules: rulesOf(line.taxes, share),
  exempt: line.taxes.some(({ factor }) => factor === 'exempt'),
  excise: null,
  withholdings: [],
});

type TaxFields = 'taxRate' | 'taxCategory' | 'taxRules' | 'exempt' | 'excise' | 'withholdings';

const draftLine = (line: DocumentLine, quantity: Decimal = line.quantity): DraftLine => {
  const share = line.quantity.eq(ZERO) ? ONE : quantity.div(line.quantity);
  const { discount } = line;
  return {
    ...line,
    ...taxed(line, share),
    quantity,
    discount:
      discount === null || 'percent' in discount
        ? discount
        : { amount: roundHalfUp(discount.amount.times(share), 2) },
  };
};

/** A line of quantity 1 with the taxes of the sample. */
const moneyLine = (
  { document, folio }: CreditFacts,
  sample: DocumentLine,
  base: Decimal,
  of?: string,
): DraftLine => {
  const text = discountText(findLocale(document.seller.country_code).language, folio);
  const share = sample.subtotal.eq(ZERO) ? ONE : base.div(sample.subtotal);
  return {
    ...NO_LINE_TERMS,
    ...taxed(sample, share),
    description: (of === undefined ? text : `${text}: ${of}`).slice(0, 1000),
    quantity: ONE,
    unitPrice: base,
    countryDetails: discountLine(document, sample.countryDetails),
  };
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
    whole: totals.total.minor >= amountLeft(invoice, facts.notes) - ROUNDING && request.lines === undefined,
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
      ...{ tax, category, factor },
      rate: toText(percent),
      base: amountText(base),
      amount: amountText(each),
    })),
    subtotal: amountText(totals.subtotal),
    tax: amountText(totals.tax),
    withheld: amountText(totals.withheld),
  };
};

/** So many minor units may rounding leave of an invoice that is credited whole. */
export const ROUNDING = 2;

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
