// Plans an invoice from what a caller gives, with what the books and the day add: date, currency, rate, accounts, and
// the invoice that it replaces.
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import type { ExchangeRate } from '../../../base/exchange-rate.ts';
import { inTurns } from '../../../base/load/turns.ts';
import { requireCurrency } from '../../../base/money/currency.ts';
import { decimalOfNumber } from '../../../base/money/decimal.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { type IsoDay, addDays, asDay } from '../../../base/time/day.ts';
import type { StoredRelation } from '../../../db/stated.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { payeeAccounts } from '../../money/bank-accounts/account.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { formatInvoiceFolio } from '../shared/document.ts';
import { requireOpenDay } from '../../ground/periods/period.ts';
import { rateFor } from '../../money/exchange-rates/latest-rate.ts';
import { warnOfDraft } from '../shared/plausibility/invoice.ts';
import { getUuid } from '../shared/filing.ts';
import { type InvoicePlan, type PlanFacts, planInSteps, type PlanRaises } from './plan.ts';
import type { InvoiceCustomer } from './record.ts';
import { loadInvoice } from './store/whole.ts';

export type PlanScope = WriteScope &
  PlanRaises &
  Raises<
    | 'currency_unknown'
    | 'exchange_rate_unavailable'
    | 'invoice_not_found'
    | 'issue_date_outside_window'
    | 'period_closed'
  > &
  Warns<'exchange_rate_date' | 'unusual_value'>;

export type PlanParams = Omit<CreateInvoiceParams, 'counterparty_id' | 'counterparty_name'>;

/** The source of a rate that the caller has given. */
export const GIVEN_RATE = 'given';

export const planFor = async (
  ctx: PlanScope,
  customer: InvoiceCustomer,
  input: PlanParams,
): Promise<InvoicePlan> => {
  const { entity } = ctx;
  const currency = requireCurrency(ctx, input.currency ?? entity.currency, 'currency');
  const issueDate = await readIssueDate(ctx, input.issue_date);
  const accounts = await payeeAccounts(ctx);
  const facts: PlanFacts = {
    entity,
    issueDate,
    customer,
    currency,
    rate: givenRate(ctx, input, currency, issueDate) ?? (await rateFor(ctx, currency, issueDate)),
    accounts,
    relations: await findReplaced(ctx, input.replaces_invoice_id),
    fixed: {
      issue_date: input.issue_date,
      series: input.series,
      exchange_rate: input.exchange_rate,
      replaces_invoice_id: input.replaces_invoice_id,
    },
    input,
  };
  const plan = await inTurns(planInSteps(ctx, facts));
  await warnOfDraft(ctx, { ...plan, buyer: customer, accounts, givenRate: input.exchange_rate });
  return plan;
};

/** The first day that a document filed today may bear. */
export const earliestIssueDate = ({ entity, today }: Pick<WriteScope, 'entity' | 'today'>): IsoDay =>
  addDays(today, -regimeOf(entity.country_code).issueWindowDays);

const readIssueDate = async (ctx: PlanScope, given: string | undefined): Promise<IsoDay> => {
  if (given === undefined) return ctx.today;
  const earliest = earliestIssueDate(ctx);
  if (given >= earliest && given <= ctx.today) {
    await requireOpenDay(ctx, given, 'issue_date');
    return asDay(given);
  }
  throw ctx.error('issue_date_outside_window', {
    path: 'issue_date',
    received: given,
    earliest,
    latest: ctx.today,
  });
};

const givenRate = (
  ctx: PlanScope,
  { exchange_rate: given }: PlanParams,
  currency: string,
  date: IsoDay,
): ExchangeRate | null => {
  if (given === undefined) return null;
  const quote = ctx.entity.currency;
  if (currency !== quote)
    return { base: currency, quote, date, source: GIVEN_RATE, rate: decimalOfNumber(given) };
  throw ctx.error('invalid_parameter', {
    path: 'exchange_rate',
    reason: `belongs to invoices in another currency than ${quote}`,
    received: String(given),
    hint: `Leave exchange_rate out for an invoice in ${quote}.`,
  });
};

/** The filed invoice that a new one takes the place of (c_TipoRelacion 04). */
const findReplaced = async (ctx: PlanScope, id: string | undefined): Promise<readonly StoredRelation[]> => {
  if (id === undefined) return [];
  const path = 'replaces_invoice_id';
  const found = await loadInvoice(ctx, id);
  if (found === undefined) throw ctx.error('invoice_not_found', { path, received: id });
  const { header } = found;
  const uuid = getUuid(header);
  if (header.status !== 'filed' || uuid === null) {
    const reason =
      header.status === 'filed'
        ? 'names an invoice whose UUID is not known here'
        : `names an invoice that is ${header.status}; only a filed one is replaced`;
    const hint = 'Call search_invoices with status filed for one that can be replaced.';
    throw ctx.error('invalid_parameter', { path, reason, received: id, hint });
  }
  const folio = formatInvoiceFolio(header) ?? id;
  return [{ type: '04', record_id: id, uuid, folio, issue_date: header.issue_date }];
};
