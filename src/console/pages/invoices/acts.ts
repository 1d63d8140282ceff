// What people do with an invoice, by the same verbs as tools and commands.
import {
  CancellationReasonValues,
  CreditReasonValues,
  DeliveryFormatValues,
  type DeliveryInput,
} from '../../../../generated/types.ts';
import { wordFor } from '../../../../generated/languages.ts';
import { basename, extname } from 'node:path';
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { warnOfComplement } from '../../../domain/documents/complements/warn.ts';
import { type CreditScope, draftCreditNote } from '../../../domain/documents/credit-notes/draft.ts';
import type { CreditLineRequest } from '../../../domain/documents/credit-notes/request.ts';
import { requestApproval } from '../../../domain/filing/approval/request.ts';
import { type CorrectScope, correctDraft, duplicateInvoice } from '../../../domain/filing/correct.ts';
import { type DiscardScope, discardDraft } from '../../../domain/filing/edit.ts';
import { requestVoid } from '../../../domain/filing/void.ts';
import { ATTACHMENT_TYPES } from '../../../domain/documents/invoices/attachment-types.ts';
import { describeInTurns } from '../../../domain/documents/invoices/describe.ts';
import { getInvoice } from '../../../domain/documents/invoices/search.ts';
import { recordInvoicePayment } from '../../../domain/documents/payments/record-invoice-payment.ts';
import { optionalFigure } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { money } from '../../format.ts';
import { type Act, actBy, provenAct } from '../../page.ts';
import { type Looks, type ParamName, typedParams } from '../../parts/param.tsx';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';
import { tellWarnings } from '../../tell.ts';

type RequestScope = Parameters<typeof requestApproval>[0];
type PayScope = EntityChange<ErrorsOf<'record_invoice_payment'>, WarningsOf<'record_invoice_payment'>>;

const idOf = ({ params }: CompanyVisit): string => params['document'] ?? '';

export const submit: Act<CompanyVisit> = actBy('accountant', async (visit) => {
  const id = idOf(visit);
  const { result } = await visit.change('invoice submit', { id }, (ctx: RequestScope) =>
    requestApproval(ctx, id),
  );
  return { to: `/approvals/${result.id}`, say: visit.words.invoice.submitted };
});

export const discard: Act<CompanyVisit> = actBy('accountant', async (visit) => {
  const id = idOf(visit);
  await visit.change('invoice discard', { id }, (ctx: DiscardScope) => discardDraft(ctx, id));
  return { to: visit.href('/invoices'), say: visit.words.invoice.discarded };
});

const duplicate: Act<CompanyVisit> = actBy('accountant', async (visit) => {
  const id = idOf(visit);
  const { result } = await visit.change('invoice duplicate', { id }, (ctx: CorrectScope) =>
    duplicateInvoice(ctx, id),
  );
  return { to: visit.href(`/invoices/${result.header.id}`), say: visit.words.invoice.duplicated };
});

const attach: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const id = idOf(visit);
  const { draft: own } = visit.words;
  const sent = form.file('attachment');
  if (sent === undefined) throw new FormProblem({ attachment: visit.words.common.required(own.attachment) });
  const mime_type = ATTACHMENT_TYPES[extname(sent.name).toLowerCase()];
  if (mime_type === undefined)
    throw new FormProblem({ attachment: own.attachmentTypes(Object.keys(ATTACHMENT_TYPES).join(', ')) });
  const file = { name: basename(sent.name), mime_type, content_base64: sent.bytes.toString('base64') };
  await visit.change('invoice attach', { id, name: file.name }, (ctx: CorrectScope) =>
    correctDraft(ctx, id, (current) => ({
      ...current,
      attachments: [...(current.attachments ?? []), file],
    })),
  );
  return { say: own.saved };
});

export const payLooks = (
  { words: all, books }: CompanyVisit,
  currency = '',
): Looks<ParamName<'record_invoice_payment'>> => {
  const { common: words, invoice: own } = all;
  return {
    amount: { label: currency === '' ? words.amount : `${words.amount} (${currency})`, hint: own.whole },
    payment_date: { label: words.date, value: books.today },
    payment_method: {
      label: words.method,
      value: 'wire_transfer',
      text: (method) => wordFor(words.methods, method) ?? method,
    },
    reference_number: words.reference,
    notes: { label: words.notes, rows: 2 },
  };
};

const pay: Act<CompanyVisit> = actBy('accountant', async (visit, form) => {
  const params = typedParams(visit, form, TOOLS.record_invoice_payment, payLooks(visit), {
    invoice_id: idOf(visit),
  });
  const { result, warnings } = await visit.change('record_invoice_payment', params, async (ctx: PayScope) => {
    const before = await describeInTurns(
      ctx.entity,
      await getInvoice(ctx, params.invoice_id, 'invoice_id'),
      ctx,
    );
    await warnOfComplement(ctx, await recordInvoicePayment(ctx, params));
    return before;
  });
  const said = visit.words.invoice.paid(
    money(visit.language, params.amount ?? result.balance_due, result.currency),
  );
  return { say: [said, tellWarnings(visit.language, warnings)].join(' ') };
});

const CREDIT_LINE = /^credit_line_(\d+)$/;

/** Lines with a quantity that is taken back. */
const readCreditLines = (visit: CompanyVisit, form: Form): CreditLineRequest[] =>
  form.fields.flatMap(([name]) => {
    const line = CREDIT_LINE.exec(name)?.[1];
    const label = `${visit.words.draft.line(line ?? '')}, ${visit.words.common.quantity}`;
    const quantity = line === undefined ? undefined : optionalFigure(visit, form, name, label);
    return quantity === undefined ? [] : [{ line: Number(line), quantity }];
  });

const credit: Act<CompanyVisit> = provenAct('administrator', async (visit, form) => {
  const id = idOf(visit);
  const amount = optionalFigure(visit, form, 'credit_amount', visit.words.common.amount);
  const reason = CreditReasonValues.find((value) => value === form.text('credit_reason'));
  const lines = readCreditLines(visit, form);
  if (lines.length > 0 && amount !== undefined)
    throw new FormProblem({ credit_amount: visit.words.invoice.amountOrLines });
  const request = {
    amount,
    reason,
    notes: form.optional('credit_notes'),
    delivery: DELIVERIES.find((delivery) => deliveryKey(delivery) === form.text('credit_delivery')),
    ...(lines.length === 0 ? {} : { lines }),
  };
  const { result, warnings } = await visit.change(
    'invoice credit',
    { id, ...request },
    async (ctx: CreditScope & RequestScope) => {
      const note = await draftCreditNote(ctx, id, request);
      return requestApproval(ctx, note.header.id);
    },
  );
  const said = [visit.words.invoice.credited, tellWarnings(visit.language, warnings)];
  return { to: `/approvals/${result.id}`, say: said.join(' ').trim() };
});

export const cancel: Act<CompanyVisit> = provenAct('administrator', async (visit, form) => {
  const id = idOf(visit);
  const { invoice: own } = visit.words;
  const reason = CancellationReasonValues.find((code) => code === form.text('void_reason'));
  if (reason === undefined)
    throw new FormProblem({ void_reason: visit.words.common.required(own.voidReason) });
  const wish = { reason, replacement: form.optional('replacement') ?? null, by: visit.member_id };
  await visit.change('invoice void', { id, ...wish }, (ctx: EntityChange) => requestVoid(ctx, id, wish));
  return { say: own.voided };
});

export const INVOICE_ACTS = { submit, discard, attach, duplicate, pay, credit, void: cancel } as const;

export const DELIVERIES: readonly DeliveryInput[] = [
  { channel: 'network' },
  ...DeliveryFormatValues.map((format) => ({ channel: 'email', format }) as const),
];

export const deliveryKey = ({ channel, format }: DeliveryInput): string =>
  [channel, format].filter((each) => each !== undefined).join(' ');
