// Keeps what a look-up in the network has found about a customer.
import { toInstant } from '../../../db/instant.ts';
import { participantToLookUp, readLookUp, writeLookUp } from '../../../einvoicing/peppol-ubl/look-up.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { counterpartyState } from './describe.ts';
import {
  type Books,
  type CounterpartyRow,
  findCounterparty,
  replaceCounterparty,
} from './store/counterparties.ts';
import { findMerged } from './store/merged.ts';

const MAX_TRIES = 5;

/** Dropped when the customer has another participant id by now. */
export const keepLookedUp = async (
  ctx: WriteScope,
  id: string,
  { participant, found }: { readonly participant: string; readonly found: boolean },
): Promise<void> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await findCounterparty(ctx, id);
    if (before === undefined || participantToLookUp(before, ctx.today) !== participant) return;
    const details = { ...before.details, ...writeLookUp(found, ctx.today) };
    const after = { ...before, details, version: before.version + 1, updated_at: toInstant(ctx.now) };
    if (!(await replaceCounterparty(ctx, after, before.version))) continue;
    // That a customer is where its tax id says changes nothing.
    if (found === (readLookUp(before.details) ?? true)) return;
    ctx.record({
      event: 'counterparty.updated',
      record_type: 'counterparty',
      record_id: id,
      before: { ...counterpartyState(before), on_network: readLookUp(before.details) ?? null },
      after: { ...counterpartyState(after), on_network: found },
    });
    return;
  }
  throw new Error(`${id} was changed by others ${MAX_TRIES} times in a row`);
};

/** Under its id, or under that of a duplicate which is part of it by now. */
export const followCounterparty = async (ctx: Books, id: string): Promise<CounterpartyRow | undefined> => {
  const found = await findCounterparty(ctx, id);
  if (found !== undefined) return found;
  const merged = await findMerged(ctx, id);
  return merged === undefined ? undefined : findCounterparty(ctx, merged.survivor_id);
};
