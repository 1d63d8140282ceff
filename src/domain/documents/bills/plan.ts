// Plans a new bill without I/O: due date, totals, state.
import { say, because } from '../../../base/said.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type {
  BillLineInput,
  BillStatus,
  BillValidation,
  Deductibility,
} from '../../../../generated/types.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { headerSum } from '../../../einvoicing/totals.ts';
import { openFlag } from '../shared/settle.ts';
import { type LineRaises, textOrNull } from '../shared/line-text.ts';
import type { Entity } from '../../../base/entity.ts';
import type { ExchangeRate } from '../../../base/exchange-rate.ts';
import {
  add,
  type Amount,
  amountText,
  compare,
  subtract,
  toDecimal,
  zero,
} from '../../../base/money/amount.ts';
import { type Decimal, roundHalfUp, toText } from '../../../base/money/decimal.ts';
import type { Raises } from '../../../base/raises.ts';
import { addDays, asDay } from '../../../base/time/day.ts';
import { readAmount } from '../../../base/money/wire.ts';
import { type AdjustmentsInput, readAdjustments } from './read-adjustments.ts';
import { type BillLineFacts, readBillLines } from './read-lines.ts';
import type { BillTaxRaises, StatedTax } from './read-tax.ts';
import { type BillTermsInput, readBillTerms } from './read-terms.ts';
import { numberColumns } from './number.ts';
import type { BillHeader, BillLineRow, BillSupplier } from './record.ts';

/** What a caller gives for a new bill, apart from the supplier. */
export interface BillInput extends BillTermsInput, AdjustmentsInput {
  readonly bill_number: string;
  readonly series?: string | undefined;
  readonly title?: string | undefined;
  readonly issue_date: string;
  readonly due_date?: string | undefined;
  readonly line_items: readonly BillLineInput[];
  readonly prepaid_amount?: number | undefined;
  readonly rounding_amount?: number | undefined;
  readonly tax_point?: string | undefined;
  readonly notes?: string | undefined;
}

export interface BillFacts {
  readonly entity: Entity;
  readonly supplier: BillSupplier;
  readonly currency: string;
  /** Null in the entity's own currency, and where no rate is known: a bill's amounts do not depend on it. */
  readonly rate: ExchangeRate | null;
  readonly input: BillInput;
}

/** The rows to store, without the ids and times that are set on storing. */
export interface BillPlan {
  readonly header: Omit<BillHeader, 'id' | 'version' | 'created_at' | 'updated_at'>;
  readonly lines: readonly BillLineRow[];
  readonly supplier: BillSupplier;
}

/** A bill as somebody typed it, with what it says of the tax of each part. */
export interface TypedBill extends BillPlan {
  readonly taxed: readonly (Omit<StatedTax, 'of'> & { readonly path: string })[];
}

export type BillPlanRaises = BillTaxRaises & Raises<'due_before_issue'>;

/** No person has checked it yet. */
export const NOT_CHECKED: BillValidation = { status: 'not_checked', checked_at: null, issues: [] };

const RECEIVED: BillStatus = 'received';

/**
 * Lines keep six decimals; the header rounds their sums half up. Suppliers of every country write bills to one entity,
 * each rounding in its own way, so no country's arithmetic is applied to them.
 */
export const planBill = (ctx: BillPlanRaises, facts: BillFacts): TypedBill => {
  const { entity, supplier, currency, input } = facts;
  const lines = readBillLines(ctx, input.line_items, { entity, currency });
  const adjustments = readAdjustments(ctx, input, lines, { entity, currency });
  const sum = (values: readonly Decimal[]) => headerSum(ctx, currency, values);
  const subtotal = sum([...lines.map((line) => line.subtotal), ...adjustments.map(({ adds }) => adds.net)]);
  const tax = sum([...lines.map((line) => toDecimal(line.tax)), ...adjustments.map(({ adds }) => adds.tax)]);
  const withheld = sum(lines.map((line) => line.withheld));
  const total = readTotal(ctx, sum([toDecimal(subtotal), toDecimal(tax)]), withheld);
  const prepaid = readPrepaid(ctx, input, total);
  const rounding = readRounding(ctx, input, subtract(total, prepaid));
  const due = add(subtract(total, prepaid), rounding);
  const numbers = readNumbers(ctx, input);
  return {
    header: {
      counterparty_id: supplier.id,
      status: RECEIVED,
      ...numbers,
      ...numberColumns({ ...numbers, issue_date: asDay(input.issue_date) }),
      uuid: null,
      uuid_unique: null,
      title: textOrNull(input.title),
      issue_date: asDay(input.issue_date),
      due_date: asDay(planDueDate(ctx, input)),
      currency,
      ...rateColumns(facts),
      subtotal_minor: subtotal.minor,
      tax_minor: tax.minor,
      withheld_minor: withheld.minor,
      prepaid_minor: prepaid.minor,
      rounding_minor: rounding.minor,
      total_minor: due.minor,
      paid_minor: 0,
      credited_minor: 0,
      balance_minor: due.minor,
      open: openFlag('bill', RECEIVED, due.minor),
      presettled_minor: 0,
      closed_on: null,
      delivery_date: input.delivery_date === undefined ? null : asDay(input.delivery_date),
      tax_point: input.tax_point === undefined ? null : asDay(input.tax_point),
      received_at: null,
      source_document_id: null,
      content: readBillTerms(
        ctx,
        input,
        adjustments.map(({ stated }) => stated),
      ),
      deductibility: newDeductibility(entity),
      validation: { ...NOT_CHECKED },
      notes: textOrNull(input.notes),
      external_id: null,
    },
    lines: lines.map(toRow),
    taxed: [...lines.map((line, index) => ({ ...line, path: `line_items[${index}]` })), ...adjustments],
    supplier,
  };
};

/** More than the bill costs is no part of it. */
const readPrepaid = (ctx: BillPlanRaises, { prepaid_amount = 0 }: BillInput, total: Amount): Amount => {
  const prepaid = readAmount(ctx, 'prepaid_amount', prepaid_amount, total.currency);
  if (compare(prepaid, total) <= 0) return prepaid;
  throw ctx.error('invalid_parameter', {
    path: 'prepaid_amount',
    ...because(say('demand_most', { limit: amountText(total) })),
    received: amountText(prepaid),
    hint: 'Give of what was paid before only the part that belongs to this bill.',
  });
};

/** No rounding makes less than nothing of what is owed. */
const readRounding = (ctx: BillPlanRaises, { rounding_amount = 0 }: BillInput, owed: Amount): Amount => {
  const { currency } = owed;
  const size = readAmount(ctx, 'rounding_amount', Math.abs(rounding_amount), currency);
  const rounding = rounding_amount < 0 ? subtract(zero(currency), size) : size;
  if (compare(add(owed, rounding), zero(currency)) >= 0) return rounding;
  throw ctx.error('invalid_parameter', {
    path: 'rounding_amount',
    ...because(say('demand_least', { limit: amountText(subtract(zero(currency), owed)) })),
    received: amountText(rounding),
    hint: 'It is added to what is owed; give it as the bill states it.',
  });
};

/** Allowances can leave less than the lines retain. */
const readTotal = (ctx: BillPlanRaises, gross: Amount, withheld: Amount): Amount => {
  if (compare(withheld, gross) <= 0) return subtract(gross, withheld);
  throw ctx.error('invalid_parameter', {
    path: 'allowances',
    ...because(say('demand_leaves_withheld', {})),
    received: amountText(withheld),
    hint: 'Lines retain more than is left of the bill; check the amounts on it.',
  });
};

/** The deductibility of a new bill, before a person has decided it; null outside Mexico. */
export const newDeductibility = (entity: Entity): Deductibility | null =>
  regimeOf(entity.country_code).newBillDeductibility;

const readNumbers = (ctx: LineRaises, input: BillInput): Pick<BillHeader, 'bill_number' | 'series'> => {
  const bill_number = textOrNull(input.bill_number);
  if (bill_number !== null) return { bill_number, series: textOrNull(input.series) };
  throw ctx.error('invalid_parameter', {
    path: 'bill_number',
    ...because(say('demand_number_of_bill', {})),
    received: JSON.stringify(input.bill_number),
    hint: 'Ask the user for the number of the bill.',
  });
};

const planDueDate = (ctx: Raises<'due_before_issue'>, { issue_date, due_date }: BillInput): string => {
  if (due_date === undefined) return addDays(asDay(issue_date), SERVICE.windows.bill_due_days);
  if (due_date < issue_date) throw ctx.error('due_before_issue', { path: 'due_date', issue_date, due_date });
  return due_date;
};

export const rateColumns = ({ entity, rate }: Pick<BillFacts, 'entity' | 'rate'>) => ({
  exchange_rate:
    rate === null ? null : toText(roundHalfUp(rate.rate, regimeOf(entity.country_code).exchangeRateDecimals)),
  exchange_rate_date: rate?.date ?? null,
  exchange_rate_source: rate?.source ?? null,
});

const toRow = (line: BillLineFacts, index: number): BillLineRow => ({
  position: index + 1,
  description: line.description,
  quantity: toText(line.quantity),
  unit_price: toText(line.unitPrice),
  subtotal: toText(line.subtotal),
  tax_amount: amountText(line.tax),
  content: line.content,
});
