// The task to ask a supplier for its complement: one for each payment of a bill that is paid in parts or later (PPD), from the
// payment on until the complement is there.
import { minorText } from '../../../base/money/amount.ts';
import { asDay } from '../../../base/time/day.ts';
import { METHOD_DEFERRED } from '../../../einvoicing/mx-cfdi/codes.ts';
import { complementDueOn } from '../../documents/complements/warn.ts';
import { type PartOnBill, writeComplement } from '../../documents/payments/store/complements.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { dueOn } from '../../documents/tasks/due.ts';
import { closeTask } from '../../documents/tasks/move.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { LockedBill } from './store.ts';

export const stands = ({ status, amount_minor }: Pick<PartOnBill, 'status' | 'amount_minor'>): boolean =>
  status === 'recorded' && amount_minor > 0;

type AskedBill = Pick<LockedBill, 'id' | 'currency' | 'content'>;

/** Of payments of an earlier system nobody is asked. */
const isOwed = ({ content }: AskedBill, part: PartOnBill): boolean =>
  content?.payment_method === METHOD_DEFERRED && stands(part) && !part.historic;

/** `part` as it is now, with its complement or without. */
export const askOrRest = async (ctx: WriteScope, bill: AskedBill, part: PartOnBill): Promise<void> => {
  const { complement_task_id: task, complement_uuid: uuid } = part;
  const isMissing = uuid === null && isOwed(bill, part);
  if (isMissing === (task !== null)) return;
  if (task !== null) await closeTask(ctx, task, uuid === null ? 'cancelled' : 'completed');
  await writeComplement(ctx, part, {
    complement_task_id: isMissing ? await openTask(ctx, bill, part) : null,
  });
};

const openTask = (ctx: WriteScope, { id, currency }: AskedBill, part: PartOnBill): Promise<string> => {
  const due = complementDueOn(asDay(part.paid_on));
  return storeTask(ctx, {
    title: 'Ask a supplier for the complement of a payment',
    description: `${part.payment_id} paid ${minorText(part.amount_minor, currency)} ${currency} of this bill on ${part.paid_on}. It is paid in parts or later (PPD), so its supplier sends a complement of the payment by ${due} (RMF 2.7.1.32). Without it the IVA of the payment is not creditable. The task ends by itself when the complement arrives.`,
    priority: 'normal',
    due: dueOn(ctx, due),
    assignee: null,
    taskable_type: 'Bill',
    taskable_id: id,
  });
};
