// Plans a new invoice without I/O: defaults of the country, totals, due date, state.
import { atOnce, type Steps } from '../../../base/load/turns.ts';
import { say } from '../../../base/said.ts';
import type { InvoiceLineInput } from '../../../../generated/types.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type {
  Details,
  Draft,
  LineInput,
  NormaliseRaises,
  PayeeAccount,
  Regime,
  Totals,
} from '../../../einvoicing/regime.ts';
import { storeContent, storeLine } from '../shared/content.ts';
import { readLineText, textOrNull } from '../shared/line-text.ts';
import { readLineTerms, readTerms, type TermsInput, type TermsRaises } from './read-terms.ts';
import type { GivenInvoice, StoredRelation } from '../../../db/stated.ts';
import type { Entity } from '../../../base/entity.ts';
import type { ExchangeRate } from '../../../base/exchange-rate.ts';
import { amountText } from '../../../base/money/amount.ts';
import { roundHalfUp, toText } from '../../../base/money/decimal.ts';
import { addDays, type IsoDay } from '../../../base/time/day.ts';
import type { InvoiceCustomer, InvoiceHeader, InvoiceLineRow } from './record.ts';

/** What a caller gives for a new invoice, apart from the customer. */
export interface InvoiceInput extends TermsInput {
  readonly title?: string | undefined;
  readonly country_details?: GivenInvoice['country_details'];
  readonly line_items: readonly InvoiceLineInput[];
  readonly payment_terms_days?: number | undefined;
  readonly notes?: string | undefined;
}

export interface PlanFacts {
  readonly entity: Entity;
  readonly issueDate: IsoDay;
  readonly customer: InvoiceCustomer;
  readonly currency: string;
  /** Null for an invoice in the entity's own currency. */
  readonly rate: ExchangeRate | null;
  /** Accounts that the customer may pay into, where invoices show them. */
  readonly accounts?: readonly PayeeAccount[];
  /** Earlier documents that the invoice names. */
  readonly relations?: readonly StoredRelation[];
  /** What the caller has fixed of what is decided at filing otherwise. */
  readonly fixed?: Fixed;
  readonly input: InvoiceInput;
}

export type Fixed = Pick<GivenInvoice, 'exchange_rate' | 'issue_date' | 'replaces_invoice_id' | 'series'>;

/** The rows to store, without the ids and times that are set on storing. */
export interface InvoicePlan {
  readonly header: Omit<InvoiceHeader, 'id' | 'version' | 'created_at' | 'updated_at'>;
  readonly lines: readonly InvoiceLineRow[];
  readonly customer: InvoiceCustomer;
  /** Stored beside the invoice, in the order of its attachments. */
  readonly files: readonly Buffer[];
}

export type PlanRaises = NormaliseRaises & TermsRaises;

export function* planInSteps(ctx: PlanRaises, facts: PlanFacts): Steps<InvoicePlan> {
  const { entity, issueDate, customer, currency, accounts, input } = facts;
  const regime = regimeOf(entity.country_code);
  const terms = readTerms(ctx, entity, input, currency);
  const lines = yield* readLines(ctx, facts);
  const draft = yield* regime.normalise(ctx, {
    seller: entity,
    buyer: customer,
    issueDate,
    currency,
    countryDetails: givenDetails(input.country_details),
    paymentTermsDays: input.payment_terms_days,
    accounts: accounts ?? [],
    terms,
    lines,
  });
  yield;
  const totals = regime.calculate(ctx, draft);
  yield;
  const rows = yield* planLines(draft, totals);
  return {
    header: planHeader(facts, regime, draft, totals),
    lines: rows,
    customer,
    files: terms.attachments.flatMap(({ content }) => (content === null ? [] : [content])),
  };
}

export const planInvoice = (ctx: PlanRaises, facts: PlanFacts): InvoicePlan =>
  atOnce(planInSteps(ctx, facts));

/** Reads the lines without rounding. */
function* readLines(ctx: PlanRaises, { entity, currency, input }: PlanFacts): Steps<readonly LineInput[]> {
  const lines: LineInput[] = [];
  for (const [index, line] of input.line_items.entries()) {
    const path = `line_items[${index}]`;
    lines.push({
      ...readLineText(ctx, line, path, say('demand_says_sold', {})),
      ...readLineTerms(ctx, entity, line, { path, currency }),
      countryDetails: givenDetails(line.country_details),
    });
    yield;
  }
  return lines;
}

/** What a correction starts from; the files are stored apart. */
const givenFields = ({ currency, input, fixed }: PlanFacts): GivenInvoice => ({
  ...fixed,
  title: input.title,
  currency,
  country_details: input.country_details,
  line_items: input.line_items,
  payment_terms_days: input.payment_terms_days,
  notes: input.notes,
  payment_terms_text: input.payment_terms_text,
  global: input.global,
  delivery_date: input.delivery_date,
  delivery_period: input.delivery_period,
  order_reference: input.order_reference,
  contract_reference: input.contract_reference,
  project_reference: input.project_reference,
  prepaid_amount: input.prepaid_amount,
  allowances: input.allowances,
  charges: input.charges,
  discount_terms: input.discount_terms,
  direct_debit: input.direct_debit,
  delivery: input.delivery,
  attachments: input.attachments?.map(({ content_base64: _content, ...file }) => file),
});

/** The country fields that the call contains. */
const givenDetails = (details: object | undefined): Details =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (field): field is [string, string | number] =>
        typeof field[1] === 'string' || typeof field[1] === 'number',
    ),
  );

const planHeader = (
  facts: PlanFacts,
  regime: Regime,
  draft: Draft,
  totals: Totals,
): InvoicePlan['header'] => ({
  counterparty_id: facts.customer.id,
  status: 'draft',
  internal_status: 'compliance_draft',
  series: null,
  number: null,
  title: textOrNull(facts.input.title),
  issue_date: draft.issueDate,
  due_date: addDays(draft.issueDate, draft.paymentTermsDays),
  payment_terms_days: draft.paymentTermsDays,
  currency: draft.currency,
  exchange_rate:
    facts.rate === null ? null : toText(roundHalfUp(facts.rate.rate, regime.exchangeRateDecimals)),
  exchange_rate_date: facts.rate?.date ?? null,
  exchange_rate_source: facts.rate?.source ?? null,
  installments_paid: null,
  subtotal_minor: totals.subtotal.minor,
  tax_minor: totals.tax.minor,
  withheld_minor: totals.withheld.minor,
  total_minor: totals.total.minor,
  paid_minor: 0,
  credited_minor: 0,
  balance_minor: totals.total.minor,
  open: false,
  presettled_minor: 0,
  closed_on: null,
  tax_breakdown: totals.breakdown.map(({ tax, category, factor, rate: percent, base, amount }) => ({
    tax,
    category,
    factor,
    rate: toText(percent),
    base: amountText(base),
    amount: amountText(amount),
  })),
  country_details: Object.fromEntries(
    Object.entries(draft.countryDetails).map(([field, value]) => [field, String(value)]),
  ),
  filing_status: 'not_submitted',
  filing: {},
  notes: textOrNull(facts.input.notes),
  external_id: null,
  content: { ...storeContent({ ...draft, ...totals }, facts.relations ?? []), given: givenFields(facts) },
});

function* planLines(draft: Draft, totals: Totals): Steps<readonly InvoiceLineRow[]> {
  const rows: InvoiceLineRow[] = [];
  for (const [index, line] of draft.lines.entries()) {
    const calculated = totals.lines[index];
    if (calculated === undefined) continue;
    rows.push({
      position: index + 1,
      description: line.description,
      quantity: toText(line.quantity),
      unit_price: toText(line.unitPrice),
      subtotal: toText(calculated.subtotal),
      tax_rate: toText(line.taxRate),
      tax_amount: toText(calculated.taxAmount),
      country_details: line.countryDetails,
      content: storeLine({ ...line, ...calculated }),
    });
    yield;
  }
  return rows;
}
