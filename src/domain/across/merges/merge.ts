// Merges a duplicate into the counterparty that stays: all that names it names the survivor from then on, in one
// transaction. Filed documents keep whom they were filed to.
import { toInstant } from '../../../db/instant.ts';
import type { Reassigned } from '../../../db/reassign.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { keepComplementCustomer, moveComplementsOf } from '../../documents/complements/store.ts';
import { counterpartyState, indexedCounterparty } from '../../parties/counterparties/describe.ts';
import {
  type CounterpartyRow,
  replaceCounterparty,
} from '../../parties/counterparties/store/counterparties.ts';
import { lockCounterparties, replaceByMerged } from '../../parties/counterparties/store/merged.ts';
import { keepNoteCustomer, moveNotes } from '../../documents/credit-notes/store/notes.ts';
import { keepInvoiceCustomer, moveBills, moveInvoices } from '../../documents/shared/store/reassign.ts';
import type { FiledCustomer } from '../../documents/shared/filing.ts';
import { moveEntries } from '../../money/ledger/store/months.ts';
import { movePayments } from '../../documents/payments/store/bulk.ts';
import { holdAllSlots } from '../../ground/periods/close.ts';
import { closedThrough } from '../../ground/periods/period.ts';
import { moveAliases } from '../../bank/aliases/merge.ts';
import { moveLessons } from '../../bank/aliases/store/lessons.ts';
import { moveReferences } from '../../parties/references/store.ts';
import { reindexRecord, removeFromIndex } from '../../ground/search-index/index-record.ts';
import { moveAttachments } from '../../documents/attachments/move.ts';
import { moveReceived } from '../../documents/received/store/documents.ts';
import { moveTasks } from '../../documents/tasks/store.ts';
import { type MergePlan, type Pair, explainUnderWay, planMerge } from './plan.ts';

export const mergeCounterparties = async (ctx: WriteScope, pair: Pair): Promise<MergePlan> => {
  // Whoever names a counterparty in something new holds a slot, so that nothing new names the duplicate meanwhile.
  await holdAllSlots(ctx, await closedThrough(ctx));
  await lockCounterparties(ctx, [pair.duplicate, pair.survivor]);
  const plan = await planMerge(ctx, pair);
  if (plan.obstacle !== null) throw plan.obstacle;
  const { duplicate, survivor } = plan;
  await keepFiled(ctx, plan);
  await moveAll(ctx, { from: duplicate.id, to: survivor.id });
  // Documents are this transaction's now: what was asked for before it had them shows only here.
  const late = await explainUnderWay(ctx, [survivor.id]);
  if (late !== null) throw late;
  const now = toInstant(ctx.now);
  const { id, name, tax_id, external_id } = duplicate;
  await replaceByMerged(ctx, { id, survivor_id: survivor.id, name, tax_id, external_id, merged_at: now });
  await removeFromIndex(ctx, indexedCounterparty(duplicate));
  const after = { ...plan.after, version: survivor.version + 1, updated_at: now };
  if (!(await replaceCounterparty(ctx, after, survivor.version)))
    throw new Error(`${survivor.id} changed under its lock`);
  await reindexRecord(ctx, indexedCounterparty(survivor), indexedCounterparty(after));
  ctx.record({
    event: 'counterparty.merged',
    record_type: 'counterparty',
    record_id: duplicate.id,
    before: { duplicate: counterpartyState(duplicate), survivor: counterpartyState(survivor) },
    after: { merged_into: survivor.id, survivor: counterpartyState(after), moved: plan.moves },
  });
  return { ...plan, after };
};

const filedTo = ({
  name,
  country_code,
  tax_id,
  postal_code,
  email,
  details,
}: CounterpartyRow): FiledCustomer => ({ name, country_code, tax_id, postal_code, email, details });

/** The survivor's own documents too, when it gets another tax id. */
const keepFiled = async (ctx: WriteScope, { duplicate, survivor, after }: MergePlan): Promise<void> => {
  const kept = after.tax_id === survivor.tax_id ? [duplicate] : [duplicate, survivor];
  for (const row of kept) {
    await keepInvoiceCustomer(ctx, row.id, filedTo(row));
    await keepNoteCustomer(ctx, row.id, filedTo(row));
    await keepComplementCustomer(ctx, row.id, filedTo(row));
  }
};

/** Documents first: who works on one of them is waited for, and sees the survivor afterwards. */
const moveAll = async (ctx: WriteScope, merge: Reassigned): Promise<void> => {
  await moveInvoices(ctx, merge);
  await moveBills(ctx, merge);
  await moveNotes(ctx, merge);
  await moveComplementsOf(ctx, merge);
  await movePayments(ctx, merge);
  await moveEntries(ctx, merge);
  await moveLessons(ctx, merge);
  await moveAliases(ctx, merge);
  await moveReferences(ctx, merge);
  await moveTasks(ctx, merge);
  await moveReceived(ctx, merge);
  await moveAttachments(ctx, merge);
};
