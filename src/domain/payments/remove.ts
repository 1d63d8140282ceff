// Takes a payment back as if it had never been recorded: only the bank side does so, undoing the match that made it.
// The trail keeps what it was.
import type { SettledDocument } from '../documents/document.ts';
import { lockDocument } from '../documents/store/lock.ts';
import { isOwed, unpay } from '../documents/settle.ts';
import { deleteRecordEntries } from '../ledger/store.ts';
import { Refusal } from '../../base/refusal.ts';
import type { WriteScope } from '../change/scope.ts';
import { removeFromIndex } from '../search-index/index-record.ts';
import { paymentState } from './describe.ts';
import type { AllocationRow } from './record.ts';
import { deletePayment, lockPayment, type StoredPayment } from './store.ts';

export const removePayment = async (ctx: WriteScope, paymentId: string): Promise<void> => {
  const before = await loadPayment(ctx, paymentId);
  const documents = await lockDocuments(ctx, before.allocations);
  const payment = await loadPayment(ctx, paymentId);
  requireUntouched(payment, documents);
  const allocations: { row: AllocationRow; document: SettledDocument }[] = [];
  for (const row of payment.allocations) {
    const document = documents.get(row.record_id);
    if (document === undefined) throw new Error(`${row.record_id} of ${paymentId} is gone`);
    allocations.push({ row, document: await unpay(ctx, document, row.amount_minor) });
  }
  await removeFromIndex(ctx, { record_id: paymentId });
  await deleteRecordEntries(ctx, paymentId);
  await deletePayment(ctx, paymentId);
  ctx.record({
    event: 'payment.removed',
    record_type: payment.row.type,
    record_id: paymentId,
    before: paymentState({ payment: payment.row, allocations }, ctx),
    after: null,
  });
};

const loadPayment = async (ctx: WriteScope, id: string): Promise<StoredPayment> => {
  const payment = await lockPayment(ctx, id);
  if (payment === undefined) throw new Refusal('wrong_state', `The payment ${id} is not there any more.`);
  return payment;
};

const lockDocuments = async (
  ctx: WriteScope,
  allocations: readonly AllocationRow[],
): Promise<ReadonlyMap<string, SettledDocument>> => {
  const documents = new Map<string, SettledDocument>();
  for (const { record_type, record_id } of allocations.toSorted((a, b) =>
    a.record_id < b.record_id ? -1 : 1,
  )) {
    const document = await lockDocument(ctx, record_type, record_id);
    if (document !== undefined) documents.set(record_id, document);
  }
  return documents;
};

/** What later steps built on the payment cannot be taken from under them. */
const requireUntouched = (
  { row, allocations }: StoredPayment,
  documents: ReadonlyMap<string, SettledDocument>,
): void => {
  const closed = [...documents.values()].find(({ kind, status }) => !isOwed(kind, status));
  if (closed !== undefined) {
    throw new Refusal(
      'wrong_state',
      `The ${closed.kind} ${closed.folio ?? closed.id} is ${closed.status} now, so the payment ${row.id} stays as it is.`,
    );
  }
  const allocated = allocations.reduce((sum, { payment_minor }) => sum + payment_minor, 0);
  if (row.unallocated_minor === 0 && allocated === row.amount_minor) return;
  throw new Refusal(
    'wrong_state',
    `A credit note has freed a part of the payment ${row.id} since, so the match cannot be undone as a whole.`,
  );
};
