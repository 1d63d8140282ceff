// Payments of bills that came as a CFDI: the SAT is asked now whether it is still in force, and one of a document that is
// known as cancelled asks for somebody. A payment is a fact, and is never refused for that.
import { askSoon, cancelledAmong } from '../../documents/sat-status/status.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import type { PaymentFact, WriteScope } from '../../ground/change/scope.ts';

export const heedPaid = async (ctx: WriteScope, facts: readonly PaymentFact[]): Promise<void> => {
  const paid = facts.flatMap(({ id: payment_id, allocations }) =>
    allocations.flatMap(({ record_id: id, uuid }) => (uuid === null ? [] : [{ payment_id, id, uuid }])),
  );
  const cancelled = await cancelledAmong(ctx, paid);
  await askSoon(
    ctx,
    paid.flatMap(({ id, uuid }) => (cancelled.has(id) ? [] : [uuid])),
  );
  for (const { payment_id, id, uuid } of paid) {
    const asked = cancelled.get(id);
    if (asked !== undefined) await askSomebody(ctx, { payment_id, id, uuid, asked });
  }
};

const askSomebody = (
  ctx: WriteScope,
  { payment_id, id, uuid, asked }: Readonly<Record<'payment_id' | 'id' | 'uuid' | 'asked', string>>,
): Promise<string> =>
  storeTask(ctx, {
    title: 'Look at the payment of a bill whose CFDI was cancelled',
    description: `${payment_id} pays this bill, and its supplier cancelled the CFDI ${uuid}; the answer is of ${asked}. Nothing of it is deductible, and its IVA is not creditable. Ask the supplier for the CFDI that replaces it, or for the money back; a payment that was never made is reversed.`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: 'Bill',
    taskable_id: id,
  });
