// Where the law wants a credit note for a discount, the discount that a payment took is drafted as one and a person is asked
// for it; it settles nothing before it is filed. The draft goes with its payment.
import { LIMITS } from '../../../../generated/limits.ts';
import { ToolError } from '../../../base/errors.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { mayRaise, type Raises } from '../../../base/raises.ts';
import { draftCreditNote } from '../../documents/credit-notes/draft.ts';
import { findNotesOn } from '../../documents/credit-notes/store/notes.ts';
import { findPayment } from '../../documents/payments/store/payments.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import type { AllocationFact, WriteScope } from '../../ground/change/scope.ts';
import { withdrawRequest } from '../approval/end.ts';
import { openRequest } from '../approval/request.ts';
import { discardDraft } from '../edit.ts';
import { lockFilable } from '../filable.ts';
import { pendingApproval } from '../store/approvals.ts';

export interface Discount {
  readonly invoice_id: string;
  /** With tax. */
  readonly minor: number;
  readonly currency: string;
}

export type Drafted = { readonly id: string } | { readonly refused: string };

/** Exactly of this amount, or not at all. */
export const draftDiscountNote = async (
  ctx: WriteScope,
  { invoice_id, minor, currency }: Discount,
): Promise<Drafted> => {
  // What is missing is all that is left: a note that waits is for a part of the same.
  const waits = (await findNotesOn(ctx, invoice_id)).find(({ status }) => status === 'draft');
  if (waits !== undefined) return { refused: `The credit note ${waits.id} is drafted already.` };
  const scope = { ...mayRaise(ctx), warn: () => undefined };
  let drafted: string | undefined;
  try {
    const amount = minorToWire(minor, currency);
    const { header } = await draftCreditNote(scope, invoice_id, { amount, reason: 'discount' });
    const { id, total_minor } = header;
    drafted = id;
    if (total_minor === minor) {
      await ask(ctx, await requireLocked(ctx, id));
      return { id };
    }
    await discardNote(ctx, id);
    return { refused: `No credit note comes to ${amount} ${currency}.` };
  } catch (caught) {
    if (!(caught instanceof ToolError)) throw caught;
    if (drafted !== undefined) await discardNote(ctx, drafted);
    return { refused: caught.message };
  }
};

/** With the request for it. */
export const discardNote = async (ctx: WriteScope, id: string): Promise<void> => {
  const pending = await pendingApproval(ctx, id);
  if (pending !== undefined) await withdrawRequest(ctx, await requireLocked(ctx, id), pending);
  await discardDraft(mayRaise(ctx), id);
};

/** For approval, or for what it lacks until it can be filed. */
const ask = async (ctx: WriteScope, draft: Filable): Promise<void> => {
  await draft.prepare();
  const issues = draft.issues();
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    await openRequest(
      ctx,
      draft,
      issues.map(({ rule, message }) => `${rule}: ${message}`),
    );
    return;
  }
  const reasons = errors.map(({ rule, message, fix }) => `${rule} ${message} ${fix}`).join(' ');
  await storeTask(ctx, {
    title: `Complete the credit note to ${draft.customer.name}`.slice(0, LIMITS.ListedTask.title),
    description: `The discount stays open until it is filed: ${reasons}`.slice(
      0,
      LIMITS.ListedTask.description,
    ),
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: draft.kind.taskable_type,
    taskable_id: draft.id,
  });
};

const requireLocked = async (ctx: WriteScope, id: string): Promise<Filable> => {
  const found = await lockFilable(ctx, id);
  if (found === undefined) throw new Error(`${id} was drafted and is not there`);
  return found;
};

type DropScope = WriteScope & Raises<'discount_note_filed'>;

/** The reaction to a reversed payment, whoever reversed it. */
export const dropDiscountNotes = async (
  ctx: DropScope,
  { allocations }: { readonly allocations: readonly Pick<AllocationFact, 'credit_note_id'>[] },
): Promise<void> => {
  for (const { credit_note_id } of allocations) {
    const draft = await findDraft(ctx, credit_note_id);
    if (draft !== undefined) await discardNote(ctx, draft.id);
  }
};

/** Refuses for a note that is filed, or on its way. */
const findDraft = async (ctx: DropScope, id: string | null): Promise<Filable | undefined> => {
  const found = id === null ? undefined : await lockFilable(ctx, id);
  if (found === undefined || found.status === 'void') return undefined;
  const isAtRest = ['not_submitted', 'failed', 'awaiting_approval'].includes(found.filing_status);
  if (found.status === 'draft' && isAtRest) return found;
  throw ctx.error('discount_note_filed', { path: 'transaction_id', credit_note_id: found.id });
};

/** When a reversal waits for the authority: nobody is to file in between what would stand in its way. */
export const dropNotesOf = async (ctx: DropScope, paymentId: string): Promise<void> => {
  const found = await findPayment(ctx, paymentId);
  if (found !== undefined) await dropDiscountNotes(ctx, found);
};
