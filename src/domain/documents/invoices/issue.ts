// What is fixed of an invoice when it is filed: its series, its dates, its exchange rate, and the file itself.
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { Entity } from '../../../base/entity.ts';
import { roundHalfUp, toText } from '../../../base/money/decimal.ts';
import { addDays, momentIn } from '../../../base/time/day.ts';
import type { BuiltDocument } from '../../../einvoicing/filing.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { DateScope, FilingObstacle, Numbered } from '../shared/filable.ts';
import { rateFor } from '../../money/exchange-rates/latest-rate.ts';
import { GIVEN_RATE, type PlanScope, earliestIssueDate, planFor } from './plan-for.ts';
import type { InvoiceHeader, InvoiceRecord } from './record.ts';
import { findGone } from './take-place.ts';
import { insertInvoice, readFiles } from './store/invoices.ts';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import { resolveForWriting } from '../../parties/counterparties/resolve.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { indexRecord } from '../../ground/search-index/index-record.ts';
import { indexedInvoice, invoiceState } from './state.ts';
import { tellAddressed } from './write-filing.ts';
import { toDo } from '../../../base/text/to-do.ts';

/** That of the draft, else the company's own, else its country's. */
export const chooseSeries = (
  { details, country_code }: Entity,
  { series, content }: Pick<InvoiceHeader, 'series' | 'content'>,
): string => {
  return series ?? content?.given.series ?? details.invoice_series ?? COUNTRIES[country_code].invoice_series;
};

const chooseIssueDate = ({ today }: Pick<ReadScope, 'today'>, header: InvoiceHeader) =>
  header.content?.given.issue_date === undefined ? today : header.issue_date;

/**
 * Issue date and exchange rate are today's unless the caller has given them; the due date follows from the agreed days.
 */
export const withDates = async (ctx: DateScope, header: InvoiceHeader): Promise<InvoiceHeader> => {
  const issue_date = chooseIssueDate(ctx, header);
  const dates = { issue_date, due_date: addDays(issue_date, header.payment_terms_days) };
  if (header.exchange_rate_source === GIVEN_RATE) return { ...header, ...dates };
  const rate = await rateFor(ctx, header.currency, issue_date);
  const { exchangeRateDecimals } = regimeOf(ctx.entity.country_code);
  return {
    ...header,
    ...dates,
    ...(rate !== null && {
      exchange_rate: toText(roundHalfUp(rate.rate, exchangeRateDecimals)),
      exchange_rate_date: rate.date,
      exchange_rate_source: rate.source,
    }),
  };
};

export const findObstacle = async (
  ctx: WriteScope,
  header: InvoiceHeader,
): Promise<FilingObstacle | null> => {
  const day = chooseIssueDate(ctx, header);
  if (day < earliestIssueDate(ctx)) {
    return {
      code: 'issue_date_outside_window',
      message: `The invoice is dated ${day}, which is too long ago to be filed today.`,
      path: 'issue_date',
      fix: toDo('issue_date'),
    };
  }
  return findGone(ctx, header);
};

export const buildInvoice = async (
  ctx: ReadScope,
  header: InvoiceHeader,
  document: InvoiceDocument,
  numbered: Numbered,
): Promise<BuiltDocument> => {
  const files = document.terms.attachments.length === 0 ? [] : await readFiles(ctx, header.id);
  const issuedAt = issueMoment(ctx, header);
  return regimeOf(ctx.entity.country_code).build(attach(document, files), { ...numbered, issuedAt });
};

/** Now; for an earlier day its last second, which is the one that stays in the stamping window longest. */
const issueMoment = ({ entity, now, today }: ReadScope, { issue_date }: InvoiceHeader): Date =>
  issue_date === today ? now : momentIn(entity.time_zone, new Date(`${issue_date}T23:59:59Z`));

const attach = (document: InvoiceDocument, files: readonly Buffer[]): InvoiceDocument => ({
  ...document,
  terms: {
    ...document.terms,
    attachments: document.terms.attachments.map((file, index) => ({
      ...file,
      content: files[index] ?? null,
    })),
  },
});

export type CreateInvoiceScope = PlanScope &
  Raises<
    | 'counterparty_ambiguous'
    | 'counterparty_no_match'
    | 'counterparty_not_customer'
    | 'counterparty_not_found'
    | 'missing_one_of'
  > &
  Warns<'counterparty_by_words'>;

export const createInvoice = async (
  ctx: CreateInvoiceScope,
  params: CreateInvoiceParams,
): Promise<InvoiceRecord> => {
  const customer = await resolveForWriting(ctx, params, 'customer');
  const record = await insertInvoice(ctx, await planFor(ctx, customer, params));
  await indexRecord(ctx, indexedInvoice(record));
  await tellAddressed(ctx, record);
  ctx.record({
    event: 'invoice.created',
    record_type: 'invoice',
    record_id: record.header.id,
    before: null,
    after: invoiceState(record.header),
  });
  return record;
};
