// A payment complement as filing sees it.
import { mayRaise } from '../../../base/raises.ts';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Entity } from '../../../base/entity.ts';
import { asDay } from '../../../base/time/day.ts';
import { buildPayment } from '../../../einvoicing/mx-cfdi/payment/build.ts';
import { validatePayment } from '../../../einvoicing/mx-cfdi/payment/validate.ts';
import { routeOf } from '../../../einvoicing/route.ts';
import { toolError, type ToolError } from '../../../base/errors.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import type { DateScope, Filable, FilableKind } from '../shared/filable.ts';
import { lockDocument } from '../shared/store/lock.ts';
import { rateFor } from '../../money/exchange-rates/latest-rate.ts';
import { reversePayment } from '../payments/reverse.ts';
import { findPayment } from '../payments/store/payments.ts';
import { complementFolio, complementState, describeComplement } from './describe.ts';
import { toPaymentDocument, toShownDocument } from './document.ts';
import { previewComplementFiling } from './filing-preview.ts';
import { rateText } from './plan.ts';
import type { ComplementHeader, ComplementRecord } from './record.ts';
import {
  findComplementsOf,
  findReplacements,
  loadComplement,
  lockComplementRow,
  updateComplement,
} from './store.ts';

export const COMPLEMENTS: FilableKind = {
  record_type: 'payment_complement',
  taskable_type: 'InvoicePayment',
  noun: 'payment complement',
  a_noun: 'a payment complement',
  file_total: '0',
  look: '"complement list" says later what came of it',
  event: (name) => `complement.${name}`,
  load: async (ctx, id) => {
    const record = await loadComplement(ctx, id);
    return record === undefined ? undefined : toFilable(ctx.entity, record);
  },
  lock: async (ctx, id) => {
    const seen = await loadComplement(ctx, id);
    if (seen === undefined) return undefined;
    await lockInvoices(ctx, seen.header);
    if ((await lockComplementRow(ctx, id)) === undefined) return undefined;
    const record = await loadComplement(ctx, id);
    return record === undefined ? undefined : toFilable(ctx.entity, record);
  },
  show: async (ctx, id) => {
    const record = await loadComplement(ctx, id);
    return record === undefined ? undefined : describeComplement(ctx.entity, record, ctx);
  },
};

/** Invoices come before what stands on them, in the order of their ids, as whoever pays them takes them. */
const lockInvoices = async (ctx: WriteScope, { content }: ComplementHeader): Promise<void> => {
  const ids = content.documents.map(({ invoice_id }) => invoice_id).toSorted();
  for (const id of ids) await lockDocument(ctx, 'invoice', id);
};

export type ComplementChange = Partial<
  Pick<
    ComplementHeader,
    'status' | 'filing_status' | 'filing' | 'series' | 'number' | 'issue_date' | 'content'
  >
>;

/** It must be locked, and `before` must be the row as it was read then. */
export const writeComplement = async (
  ctx: WriteScope,
  before: ComplementHeader,
  change: ComplementChange,
): Promise<ComplementHeader> => {
  const after = { ...before, ...change, version: before.version + 1, updated_at: toInstant(ctx.now) };
  // The lock excludes others, so the caller wrote over an outdated copy.
  if (!(await updateComplement(ctx, before, after)))
    throw new Error(`${before.id} changed while it was written`);
  return after;
};

const toFilable = (entity: Entity, record: ComplementRecord): Filable => {
  const { header, customer } = record;
  const withHeader = (changed: ComplementHeader): Filable =>
    toFilable(entity, { ...record, header: changed });
  const write = async (ctx: WriteScope, change: ComplementChange): Promise<Filable> =>
    withHeader(await writeComplement(ctx, header, change));
  const document = () => toShownDocument(entity, record);
  const numbering = header.series ?? COUNTRIES[entity.country_code].complement_series ?? '';
  return {
    ...header,
    kind: COMPLEMENTS,
    numbering,
    folio: complementFolio(header),
    title: null,
    duty: { taskable_id: header.payment_id, due_on: asDay(header.due_on) },
    customer,
    document,
    prepare: () => Promise.resolve(),
    issues: () => validatePayment(toPaymentDocument(entity, record)),
    route: () => routeOf(document()),
    delivery: () => null,
    state: () => complementState(header),
    wholeState: () => ({ ...complementState(header), content: header.content }),
    preview: () => previewComplementFiling(entity, record, numbering),
    write: (ctx, { filing, filing_status = header.filing_status }) =>
      write(ctx, { filing_status, filing: { ...header.filing, ...filing } }),
    dated: async (ctx) => withHeader(await withDates(ctx, header)),
    obstacle: () => Promise.resolve(null),
    build: (ctx, numbered) =>
      Promise.resolve(buildPayment(toPaymentDocument(entity, record), { ...numbered, issuedAt: ctx.now })),
    reserve: (ctx, numbered) =>
      write(ctx, { ...numbered, issue_date: header.issue_date, content: header.content }),
    file: (ctx, filing) =>
      write(ctx, { status: 'filed', filing_status: 'filed', filing: { ...header.filing, ...filing } }),
    uncancellable: (ctx) => refuseCancelling(ctx, header),
    cancel: async (ctx, filing) => {
      const after = await write(ctx, {
        status: 'void',
        filing_status: 'cancelled',
        filing: { ...header.filing, ...filing },
        content: await withLine(ctx, header),
      });
      return { after, details: { payment_reversed: await reverseIfWished(ctx, header) } };
    },
    discard: () => {
      throw toolError('complement_of_payment', {
        complement_id: header.id,
        payment_id: header.payment_id,
      });
    },
  };
};

/** Dated today; a rate of the payment's day that was not known at first may be by now. */
const withDates = async (ctx: DateScope, header: ComplementHeader): Promise<ComplementHeader> => {
  const { content, currency, paid_on } = header;
  const known = currency === ctx.entity.currency || content.exchange_rate !== null;
  const paidOn = asDay(paid_on);
  if (!known) await rateFor(ctx, currency, paidOn);
  const exchange_rate = known ? content.exchange_rate : await rateText(ctx, currency, paidOn);
  return { ...header, issue_date: ctx.today, content: { ...content, exchange_rate } };
};

const refuseCancelling = async (
  ctx: ReadScope,
  { id, payment_id, content }: ComplementHeader,
): Promise<ToolError<'complement_of_payment'> | null> => {
  if (content.reversal !== null) return null;
  const substitutes = await findReplacements(ctx, id);
  return substitutes.some(({ status }) => status === 'filed')
    ? null
    : toolError('complement_of_payment', { complement_id: id, payment_id });
};

/** What a return of the money is told by, when the payment has no transaction any more. */
const withLine = async (ctx: ReadScope, { content, payment_id }: ComplementHeader) => {
  if (content.reversal === null) return content;
  const bank_transaction_id = (await findPayment(ctx, payment_id))?.row.bank_transaction_id ?? null;
  return { ...content, reversal: { ...content.reversal, bank_transaction_id } };
};

/** The payment is taken back once none of its complements counts any more. */
const reverseIfWished = async (ctx: WriteScope, header: ComplementHeader): Promise<boolean> => {
  const { reversal } = header.content;
  if (reversal === null) return false;
  const others = (await findComplementsOf(ctx, header.payment_id)).filter(
    ({ id, status }) => id !== header.id && status === 'filed',
  );
  if (others.length > 0) return false;
  await reversePayment(mayRaise(ctx), header.payment_id, reversal.reason);
  return true;
};
