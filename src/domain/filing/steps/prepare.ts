// Builds the document of an approved invoice: fixes its dates, rate and number, seals it, and stores the bytes and
// their key. Every attempt sends exactly these bytes.
import type { Transport, FilingFault, Signer, Submission } from '../../../einvoicing/filing.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { momentIn } from '../../../base/time/local.ts';
import type { InvoiceDocument, Issue } from '../../../einvoicing/regime.ts';
import { routeOf } from '../../../einvoicing/route.ts';
import { ToolError } from '../../../base/errors.ts';
import { changedPaths, takeSnapshot } from '../approval/snapshot.ts';
import { findApproval } from '../store/approvals.ts';
import { rateFor } from '../../exchange-rates/rate-for.ts';
import { toDocument } from '../../invoices/document.ts';
import type { InvoiceRecord } from '../../invoices/record.ts';
import { lockInvoice, writeFiling } from '../../invoices/write-filing.ts';
import { roundHalfUp, toText } from '../../../base/money/decimal.ts';
import { addDays, type IsoDay } from '../../../base/time/day.ts';
import { earliestIssueDate, GIVEN_RATE } from '../../invoices/plan-for.ts';
import { readFiles } from '../../invoices/store.ts';
import type { EntityChange } from '../../change/change.ts';
import { reserveNumber, chooseSeries } from '../numbers.ts';
import type { JobOf } from '../job.ts';
import { finishJob, keepBuilt } from '../store/outbox.ts';

export type Prepared =
  | { readonly kind: 'ready'; readonly job: JobOf<'file'>; readonly submission: Submission }
  /** Permanent faults; the caller returns the invoice to draft. */
  | { readonly kind: 'refused'; readonly faults: readonly FilingFault[] }
  /** The invoice is no longer being filed. */
  | { readonly kind: 'obsolete' };

interface PrepareFacts {
  readonly transport: Pick<Transport, 'name' | 'sandbox'>;
  /** Null if the format has no seal. */
  readonly signer: Signer | null;
}

export type PrepareScope = EntityChange<'exchange_rate_unavailable', 'exchange_rate_date'>;

export const prepareFiling = async (
  ctx: PrepareScope,
  job: JobOf<'file'>,
  facts: PrepareFacts,
): Promise<Prepared> => {
  const found = await lockInvoice(ctx, job.invoice_id);
  if (found === undefined || !isBeingFiled(found)) {
    await finishJob(ctx.db, job, ctx.now, 'the invoice is not being filed');
    return { kind: 'obsolete' };
  }
  const changed = await changedSinceApproval(ctx, job, found);
  if (changed !== null) return { kind: 'refused', faults: [changed] };
  const dated = await withDates(ctx, found);
  if (!('header' in dated)) return { kind: 'refused', faults: [dated] };
  const document = toDocument(ctx.entity, dated);
  const faults = findErrors(document).map(toFault);
  if (faults.length > 0) return { kind: 'refused', faults };
  return { kind: 'ready', ...(await build(ctx, job, facts, dated, document)) };
};

const isBeingFiled = ({ header }: InvoiceRecord): boolean =>
  header.status === 'draft' && (header.filing_status === 'pending' || header.filing_status === 'unclear');

/** If a counterparty changes after the approval, the filed document would differ from what the person approved. */
const changedSinceApproval = async (
  ctx: PrepareScope,
  { approval_id }: JobOf<'file'>,
  record: InvoiceRecord,
): Promise<FilingFault | null> => {
  const approval = await findApproval(ctx, approval_id ?? '');
  const now = takeSnapshot(ctx.entity, record);
  if (approval?.status === 'approved' && approval.snapshot_hash === now.hash) return null;
  const paths = approval === undefined ? [] : changedPaths(approval.document, now.snapshot);
  return {
    code: 'changed_after_approval',
    message: `Not what was approved any more; changed: ${paths.slice(0, 5).join(', ') || 'the approval itself'}.`,
    path: paths[0] ?? null,
    fix: 'Submit the invoice again, so that it is approved as it is now.',
    source: 'service',
  };
};

/**
 * Issue date and exchange rate are today's unless the caller has given them; the due date follows from the agreed days.
 */
const withDates = async (ctx: PrepareScope, record: InvoiceRecord): Promise<InvoiceRecord | FilingFault> => {
  const { header } = record;
  const given = header.content?.given ?? {};
  const issue_date = given['issue_date'] === undefined ? ctx.today : header.issue_date;
  if (issue_date < earliestIssueDate(ctx)) return tooOld(issue_date);
  const rate =
    header.exchange_rate_source === GIVEN_RATE ? null : await findRate(ctx, header.currency, issue_date);
  if (rate instanceof ToolError) return asFault(rate);
  const { exchangeRateDecimals } = regimeOf(ctx.entity.country_code);
  return {
    ...record,
    header: {
      ...header,
      issue_date,
      due_date: addDays(issue_date, header.payment_terms_days),
      ...(rate !== null && {
        exchange_rate: toText(roundHalfUp(rate.rate, exchangeRateDecimals)),
        exchange_rate_date: rate.date,
        exchange_rate_source: rate.source,
      }),
    },
  };
};

const tooOld = (day: string): FilingFault => ({
  code: 'issue_date_outside_window',
  message: `The invoice is dated ${day}, which is too long ago to be filed today.`,
  path: 'issue_date',
  fix: 'An administrator changes the date with "invoice update"; then submit the invoice again.',
  source: 'service',
});

const findRate = async (ctx: PrepareScope, currency: string, day: IsoDay) => {
  try {
    return await rateFor(ctx, currency, day);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
};

const asFault = ({ code, message }: ToolError): FilingFault => ({
  code,
  message,
  path: 'currency',
  fix: 'An administrator imports the rate with "import exchange_rates"; then submit the invoice again.',
  source: 'service',
});

const findErrors = (document: InvoiceDocument): readonly Issue[] =>
  regimeOf(document.seller.country_code)
    .validate(document)
    .filter(({ severity }) => severity === 'error');

const toFault = ({ rule, path, message, fix }: Issue): FilingFault => ({
  code: rule,
  path,
  message,
  fix,
  source: 'service',
});

const givenSeries = ({ content }: InvoiceRecord['header']): string | null => {
  const series = content?.given['series'];
  return typeof series === 'string' ? series : null;
};

/** Now; for an earlier day its last second, which is the one that stays in the stamping window longest. */
const issueMoment = ({ entity, now, today }: PrepareScope, { issue_date }: InvoiceRecord['header']): Date =>
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

const build = async (
  ctx: PrepareScope,
  job: JobOf<'file'>,
  { transport, signer }: PrepareFacts,
  { header }: InvoiceRecord,
  document: InvoiceDocument,
): Promise<{ job: JobOf<'file'>; submission: Submission }> => {
  const regime = regimeOf(ctx.entity.country_code);
  const series = header.series ?? givenSeries(header) ?? chooseSeries(ctx.entity);
  const number = header.number ?? (await reserveNumber(ctx, series));
  const files = document.terms.attachments.length === 0 ? [] : await readFiles(ctx, header.id);
  const plain = regime.build(attach(document, files), { series, number, issuedAt: issueMoment(ctx, header) });
  const built = regime.seal === undefined || signer === null ? plain : regime.seal(plain, signer);
  const submission: Submission = {
    // Entry ids are unique, so the keys are too.
    key: `${job.id}.${job.generation}`,
    document: built,
    route: routeOf(document),
  };
  const { issue_date, due_date, exchange_rate, exchange_rate_date, exchange_rate_source } = header;
  await writeFiling(ctx, header, {
    columns: {
      series,
      number,
      issue_date,
      due_date,
      exchange_rate,
      exchange_rate_date,
      exchange_rate_source,
    },
  });
  const kept = { submission, provider: transport.name, sandbox: transport.sandbox, at: ctx.now };
  await keepBuilt(ctx.db, job, ctx.now, kept);
  return { job: { ...job, state: 'ready', built: kept, maybe_sent: true }, submission };
};
