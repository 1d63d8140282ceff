// Computes an invoice from a row of an earlier system, by the rules of its country.
import { SERVICE } from '../../../../../generated/service.ts';
import { type DetailSlot, detailFields } from '../../../../../generated/countries.ts';
import type { RowOf } from '../../../../../generated/imports.ts';
import type { FilingStatus, InvoiceLineInput } from '../../../../../generated/types.ts';
import { regimeOf } from '../../../../einvoicing/index.ts';
import { defaultRate } from '../../../../einvoicing/tax-rates.ts';
import { textOrNull } from '../../../documents/shared/line-text.ts';
import type { StoredFiling } from '../../../documents/shared/filing.ts';
import { hugeAmount, rateOf } from '../../../documents/shared/plausibility/unusual.ts';
import { type InvoicePlan, planInvoice } from '../../../documents/invoices/plan.ts';
import { amount, type Amount, toDecimal } from '../../../../base/money/amount.ts';
import { requireCurrency } from '../../../../base/money/currency.ts';
import { decimal, roundHalfUp, toNumber } from '../../../../base/money/decimal.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { asDay, daysBetween } from '../../../../base/time/day.ts';
import type { ImportScope } from '../importer.ts';
import type { NamedCounterparty } from '../../../parties/counterparties/store/bulk.ts';
import { type Rates, readFigures, requireTotal } from './opening-figures.ts';
import { withOpeningTaxes } from './opening-taxes.ts';

export type InvoicesRow = RowOf<'invoices'>;

const FILING_STATUS: Readonly<Record<InvoicesRow['status'], FilingStatus>> = {
  draft: 'not_submitted',
  filed: 'filed',
  void: 'cancelled',
  reversed: 'filed',
};

const { unit_price_decimals: UNIT_PRICE_DECIMALS } = SERVICE.limits;
const HUNDRED = decimal('100');

export const planInvoiceRow = (
  ctx: ImportScope,
  row: InvoicesRow,
  customer: NamedCounterparty,
  rates: Rates,
): InvoicePlan => {
  const { entity } = ctx;
  refuseForeignFields(ctx, row);
  const currency = requireCurrency(ctx, row.currency ?? entity.currency, 'currency');
  const { total, columns } = readFigures(ctx, 'invoice', row, currency);
  const plan = planInvoice(ctx, {
    entity,
    issueDate: asDay(row.issue_date),
    customer,
    currency,
    rate: rates(currency, row.issue_date),
    input: {
      ...row,
      line_items: (row.line_items ?? [openingLine(ctx, row, total)]).map((line) => asStated(ctx, row, line)),
    },
  });
  requireTotal(total, amount(plan.header.total_minor, currency));
  const huge = hugeAmount(ctx, plan.header, rateOf(plan.header));
  if (huge !== null) ctx.warn('unusual_value', huge);
  return {
    ...plan,
    lines: withOpeningTaxes(ctx, row, plan.lines),
    header: {
      ...plan.header,
      ...columns,
      ...readDueDate(ctx, row),
      ...readNumber(row),
      status: row.status,
      internal_status: row.status === 'draft' ? 'compliance_draft' : row.status,
      credited_minor: row.status === 'reversed' ? total.minor : 0,
      // The earlier system's closing date is unknown, so the document is overdue on no day.
      closed_on: row.status === 'void' || row.status === 'reversed' ? asDay(row.issue_date) : null,
      filing_status: FILING_STATUS[row.status],
      filing: readFiling(row),
      installments_paid: row.installments_paid ?? null,
      external_id: row.external_id ?? null,
    },
  };
};

/**
 * What was filed says all, and the total of the earlier system what is retained; only the codes of a draft are still
 * to be derived.
 */
const asStated = (
  { entity }: ImportScope,
  { status }: InvoicesRow,
  line: InvoiceLineInput,
): InvoiceLineInput => {
  const { filedLine } = regimeOf(entity.country_code);
  const { withholdings } = filedLine;
  const stated = status === 'draft' ? (withholdings === undefined ? {} : { withholdings }) : filedLine;
  return { ...line, country_details: { ...stated, ...line.country_details } };
};

/** The row schema has the fields of all countries; these are the entity's. */
const refuseForeignFields = (ctx: ImportScope, row: InvoicesRow): void => {
  refuseForeign(ctx, 'invoice', 'country_details', row.country_details);
  for (const [index, line] of (row.line_items ?? []).entries()) {
    refuseForeign(ctx, 'invoice_line', `line_items[${index}].country_details`, line.country_details);
  }
};

const refuseForeign = (
  ctx: ImportScope,
  slot: DetailSlot,
  path: string,
  details: object | undefined,
): void => {
  const country = ctx.entity.country_code;
  const allowed = Object.keys(detailFields(slot, country));
  const foreign = Object.keys(details ?? {}).find((field) => !allowed.includes(field));
  if (foreign === undefined) return;
  throw ctx.error('country_field_not_allowed', { path: `${path}.${foreign}`, country, allowed });
};

/**
 * A single line for the whole invoice. If it was filed elsewhere, its tax is part of the total but unknown, so none is
 * stated; a draft is still to be filed, so its total is split at the country's standard rate.
 */
const openingLine = ({ entity }: ImportScope, row: InvoicesRow, total: Amount): InvoiceLineInput => {
  const description = textOrNull(row.title) ?? ['Opening item', row.number].filter(Boolean).join(' ');
  if (row.status !== 'draft') {
    const country_details = regimeOf(entity.country_code).untaxedLine;
    return { description, quantity: 1, unit_price: row.total, country_details };
  }
  const withTax = defaultRate(entity.country_code).plus(HUNDRED);
  const price = roundHalfUp(toDecimal(total).times(HUNDRED).div(withTax), UNIT_PRICE_DECIMALS);
  return { description, quantity: 1, unit_price: toNumber(price) };
};

const readDueDate = (ctx: ImportScope, { issue_date, due_date = issue_date }: InvoicesRow) => {
  if (due_date < issue_date) throw ctx.error('due_before_issue', { path: 'due_date', issue_date, due_date });
  return { due_date: asDay(due_date), payment_terms_days: daysBetween(asDay(issue_date), asDay(due_date)) };
};

const readNumber = (row: InvoicesRow) => {
  if (row.status === 'draft') return {};
  const number = textOrNull(row.number);
  if (number !== null) return { series: textOrNull(row.series), number };
  throw new Refusal('invalid_value', 'number is missing; only a draft has none');
};

const readFiling = (row: InvoicesRow): Record<string, unknown> => {
  if (row.status === 'draft') return {};
  const filing: Partial<StoredFiling> = { uuid: textOrNull(row.uuid), filed_at: null };
  return { ...filing };
};
