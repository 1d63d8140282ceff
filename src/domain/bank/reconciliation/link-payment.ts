// Links a line to the recorded payment that it is. The match names the documents that the payment settles, whatever
// documents the caller named: nothing else was paid.
import { lockDocuments } from '../../documents/shared/store/lock.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { Raises } from '../../../base/raises.ts';
import { lockLine, requireMatchable } from '../transactions/line.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { PaymentRecord } from '../../documents/payments/items.ts';
import { lockPayment } from '../../documents/payments/store/payments.ts';
import { linkToBankLine } from '../../documents/payments/store/state.ts';
import { confirmLines, type Part } from './book.ts';
import { paymentTypeFor, type RecordedPayment } from './recorded-payments.ts';
import { readAllocations } from './store/payments.ts';

export interface ConfirmedMatch {
  readonly line_id: string;
  /** The payment made, or the id of the one linked; null for a match without one. */
  readonly payment: PaymentRecord | string | null;
}

/** `otherwise`: for a payment on account, which settles no document yet. The line must be locked. */
export const linkLine = async (
  ctx: WriteScope,
  line: BankLine,
  payment: Pick<RecordedPayment, 'id'>,
  otherwise: readonly Part[],
): Promise<ConfirmedMatch> => {
  const settled = await readSettled(ctx, payment.id);
  if (!(await linkToBankLine(ctx, payment.id, line.id)))
    throw new Error(`${payment.id} was linked meanwhile`);
  const parts = settled.length > 0 ? settled : otherwise;
  const confirmation = { line, parts, rate: null, payment: { link: payment.id }, found: null };
  await confirmLines(ctx, [confirmation], { source: 'manual', run_id: null });
  return { line_id: line.id, payment: payment.id };
};

const readSettled = async (ctx: WriteScope, paymentId: string): Promise<readonly Part[]> => {
  const allocations = await readAllocations(ctx, paymentId);
  const rows = allocations.filter(({ amount_minor }) => amount_minor > 0);
  const kind = rows[0]?.record_type ?? 'invoice';
  const documents = await lockDocuments(ctx, kind, rows.map(({ record_id }) => record_id).toSorted());
  return rows.flatMap(({ record_id, amount_minor, payment_minor }) => {
    const document = documents.find(({ id }) => id === record_id);
    return document === undefined
      ? []
      : [{ document, line_minor: payment_minor, document_minor: amount_minor }];
  });
};

type LinkScope = WriteScope &
  Raises<
    | 'transaction_not_found'
    | 'transaction_already_confirmed'
    | 'transaction_not_matchable'
    | 'bank_account_inactive'
    | 'no_payment'
    | 'payment_is_reversed'
    | 'payment_has_transaction'
    | 'payment_not_this_transaction'
  >;

/** An administrator says which of several recorded payments the line is. */
export const linkNamedPayment = async (ctx: LinkScope, lineId: string, paymentId: string): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  await requireMatchable(ctx, line);
  const found = await lockPayment(ctx, paymentId);
  const about = { payment_id: paymentId };
  if (found === undefined) throw ctx.error('no_payment', about);
  const payment = found.row;
  if (payment.status === 'reversed') throw ctx.error('payment_is_reversed', about);
  if (payment.bank_linked) throw ctx.error('payment_has_transaction', about);
  const same =
    payment.type === paymentTypeFor(line) &&
    payment.amount_minor === line.amount_minor &&
    payment.currency === line.currency;
  if (!same || payment.unallocated_minor !== 0) throw ctx.error('payment_not_this_transaction', about);
  await linkLine(ctx, line, payment, []);
};
