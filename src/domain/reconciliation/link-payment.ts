// A line and the recorded payment that it is. The match names the documents that the payment settles, whatever document
// was thought of: nothing else was paid.
import { lockDocuments } from '../documents/store/lock.ts';
import { Refusal } from '../../base/refusal.ts';
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import { confirmLines, type Part } from './book.ts';
import { linkPayment, paymentTypeOfLine, type RecordedPayment } from './recorded-payments.ts';
import { type BankLine, lockLine, requireMatchable } from './transaction.ts';

export interface ConfirmedMatch {
  readonly line_id: string;
  /** The payment made or linked; null for a match without one. */
  readonly payment_id: string | null;
}

/** `otherwise`: for a payment on account, which settles no document yet. The line must be locked. */
export const linkLine = async (
  ctx: WriteScope,
  line: BankLine,
  payment: Pick<RecordedPayment, 'id'>,
  otherwise: readonly Part[],
): Promise<ConfirmedMatch> => {
  const settled = await partsOf(ctx, payment.id);
  if (!(await linkPayment(ctx, payment.id, line.id))) throw new Error(`${payment.id} was linked meanwhile`);
  const parts = settled.length > 0 ? settled : otherwise;
  const confirmation = { line, parts, rate: null, payment: { link: payment.id }, confidence: null };
  await confirmLines(ctx, [confirmation], { source: 'manual', run_id: null });
  return { line_id: line.id, payment_id: payment.id };
};

const partsOf = async (ctx: WriteScope, paymentId: string): Promise<readonly Part[]> => {
  const rows = await scoped(ctx, 'payment_allocation')
    .select()
    .select(['record_type', 'record_id', 'amount_minor', 'payment_minor'])
    .where('payment_id', '=', paymentId)
    .where('amount_minor', '>', 0)
    .orderBy('position')
    .execute();
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
  >;

/** An administrator says which of several recorded payments the line is. */
export const linkNamedPayment = async (ctx: LinkScope, lineId: string, paymentId: string): Promise<void> => {
  const line = await lockLine(ctx, lineId);
  await requireMatchable(ctx, line);
  const payment = await scoped(ctx, 'payment')
    .select()
    .select(['id', 'type', 'amount_minor', 'currency', 'bank_linked', 'unallocated_minor'])
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (payment === undefined)
    throw new Refusal('not_found', `There is no payment ${paymentId} in these books.`);
  if (payment.bank_linked)
    throw new Refusal('wrong_state', `The payment ${paymentId} has its bank transaction already.`);
  const same =
    payment.type === paymentTypeOfLine(line) &&
    payment.amount_minor === line.amount_minor &&
    payment.currency === line.currency;
  if (!same || payment.unallocated_minor !== 0) {
    throw new Refusal(
      'invalid_value',
      `The payment ${paymentId} is not this transaction: kind, amount and currency must be equal, and all of it must settle documents.`,
    );
  }
  await linkLine(ctx, line, payment, []);
};
