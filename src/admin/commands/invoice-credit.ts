// Makes the draft of a credit note on a filed invoice, and asks for the approval of its filing.
import {
  CreditReasonValues,
  DeliveryChannelValues,
  DeliveryFormatValues,
  type DeliveryInput,
} from '../../../generated/types.ts';
import { RECORD_FILE, readInputFile, unreadable } from '../../base/input-file.ts';
import { minorToWire } from '../../base/money/amount.ts';
import { present } from '../../base/present.ts';
import { Refusal } from '../../base/refusal.ts';
import { draftCreditNote } from '../../domain/documents/credit-notes/draft.ts';
import type { CreditLineRequest } from '../../domain/documents/credit-notes/request.ts';
import { requestApproval } from '../../domain/filing/approval/request.ts';
import { listMessages, oneRecord } from '../answer.ts';
import { command, its, may, oneOf, DECIDER } from '../define.ts';
import { positive, text } from '../values.ts';

const INVOICE = its('InvoiceId', 'invoice');

/** A JSON array of `{line, quantity}` or `{line, amount}`. */
const readLines = async (path: string): Promise<readonly CreditLineRequest[]> => {
  const json = (await readInputFile(path, RECORD_FILE)).toString('utf8');
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch (error) {
    throw unreadable(path, `is no JSON (${(error as Error).message})`);
  }
  if (Array.isArray(read)) return read.map((line: unknown, index) => readLine(path, index, line));
  throw new Refusal('invalid_value', `${path} must hold a JSON array of {line, quantity} or {line, amount}.`);
};

const readLine = (path: string, index: number, value: unknown): CreditLineRequest => {
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  const unknown = Object.keys(fields).filter((name) => !['line', 'quantity', 'amount'].includes(name));
  const { line, quantity, amount } = fields;
  const numbers = [line, quantity, amount].every((each) => each === undefined || isPositiveNumber(each));
  if (unknown.length === 0 && numbers && typeof line === 'number' && Number.isInteger(line)) {
    return {
      line,
      quantity: typeof quantity === 'number' ? quantity : undefined,
      amount: typeof amount === 'number' ? amount : undefined,
    };
  }
  throw new Refusal(
    'invalid_value',
    `${path}: entry ${index + 1} must be {line, quantity} or {line, amount}, positive numbers all of them.`,
  );
};

const isPositiveNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

export const creditCommand = command({
  args: [INVOICE],
  options: {
    amount: may(positive),
    lines: may(),
    reason: oneOf(CreditReasonValues),
    paymentForm: may(text),
    notes: may(text),
    deliveryChannel: oneOf(DeliveryChannelValues),
    deliveryFormat: oneOf(DeliveryFormatValues),
    by: DECIDER,
  },
  answer: async (call, options, id) => {
    const entity = await INVOICE.owner(call.database.reader, id);
    const { amount, reason, paymentForm: payment_form, notes, deliveryChannel, deliveryFormat } = options;
    const delivery =
      deliveryChannel === undefined && deliveryFormat === undefined
        ? undefined
        : present<DeliveryInput>({ channel: deliveryChannel, format: deliveryFormat });
    const lines = options.lines === undefined ? undefined : await readLines(options.lines);
    const { result, warnings } = await call.change(entity, { ...options, id }, async (ctx) => {
      const note = await draftCreditNote(ctx, id, { amount, lines, reason, payment_form, notes, delivery });
      const approval = await requestApproval(ctx, note.header.id);
      const { id: note_id, total_minor, currency } = note.header;
      return { id: note_id, approval_id: approval.id, total: minorToWire(total_minor, currency), currency };
    });
    return oneRecord(result, listMessages(warnings));
  },
});
