// What a merge would do, and what stands in its way: shown before it, and checked again when it is done.
import { toolError } from '../../../base/errors.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type CounterpartyRow, findCounterparty } from '../../parties/counterparties/store/counterparties.ts';
import { findMerged } from '../../parties/counterparties/store/merged.ts';
import { formatBillFolio } from '../../documents/shared/document.ts';
import { repeatedBills } from '../../documents/shared/store/reassign.ts';
import { type Held, type UnderWay, countHeld, findPendingRequest, findUnderWay } from './store.ts';
import { complete, explainTwo } from './survivor.ts';

export interface Pair {
  readonly duplicate: string;
  readonly survivor: string;
}

export interface MergePlan {
  readonly duplicate: CounterpartyRow;
  /** As it is before. */
  readonly survivor: CounterpartyRow;
  /** As it will be. */
  readonly after: CounterpartyRow;
  readonly moves: Held;
  /** Numbers of bills that both have: probably the same bills. */
  readonly repeated_bills: readonly string[];
  /** Why it cannot be done now, as a sentence for people. */
  readonly obstacle: string | null;
}

/** The counterparty of this id itself; a refusal says what became of a merged one. */
const requireOwn = async (ctx: ReadScope, id: string): Promise<CounterpartyRow> => {
  const found = await findCounterparty(ctx, id);
  if (found !== undefined) return found;
  const merged = await findMerged(ctx, id);
  const survivor = merged === undefined ? undefined : await findCounterparty(ctx, merged.survivor_id);
  if (merged === undefined || survivor === undefined)
    throw toolError('no_counterparty', { counterparty_id: id.slice(0, 100) });
  throw toolError('counterparty_merged', {
    name: merged.name,
    counterparty_id: id,
    survivor: survivor.name,
    survivor_id: survivor.id,
  });
};

export const planMerge = async (ctx: ReadScope, pair: Pair): Promise<MergePlan> => {
  if (pair.duplicate === pair.survivor) throw toolError('merge_into_itself', {});
  const duplicate = await requireOwn(ctx, pair.duplicate);
  const survivor = await requireOwn(ctx, pair.survivor);
  const obstacle =
    explainTwo(duplicate, survivor) ?? (await explainUnderWay(ctx, [duplicate.id, survivor.id]));
  const repeated = await repeatedBills(ctx, { from: duplicate.id, to: survivor.id });
  return {
    duplicate,
    survivor,
    after: complete(duplicate, survivor),
    moves: await countHeld(ctx, duplicate.id),
    repeated_bills: repeated.slice(0, 50).map((bill) => formatBillFolio(bill) ?? bill.id),
    obstacle,
  };
};

/** The sentence about a document of these that waits for a person or for the authority; null when there is none. */
export const explainUnderWay = async (ctx: ReadScope, ids: readonly string[]): Promise<string | null> => {
  const found = await findUnderWay(ctx, ids);
  if (found === undefined) return null;
  const request = await findPendingRequest(ctx, found.id);
  return sentence(found, request);
};

const sentence = ({ kind, id, filing_status }: UnderWay, request: string | undefined): string =>
  filing_status === 'awaiting_approval'
    ? `The ${kind} ${id} awaits approval${request === undefined ? '' : ` (${request})`}; approve or reject it first, then merge.`
    : `The ${kind} ${id} is being filed; merge when it is filed or refused.`;
