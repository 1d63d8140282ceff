// Makes a customer a supplier too: nothing else about it changes, so that nothing else about it is judged.
import { toolError } from '../../../base/errors.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { counterpartyState } from './describe.ts';
import { type CounterpartyRow, findCounterparty, replaceCounterparty } from './store/counterparties.ts';

const MAX_TRIES = 5;

/** The supplier; whoever is one already stays as it is. Throws `changed_by_others` where others change it all the time. */
export const makeSupplier = async (
  ctx: WriteScope,
  { id }: Pick<CounterpartyRow, 'id'>,
): Promise<CounterpartyRow> => {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const before = await findCounterparty(ctx, id);
    if (before === undefined) throw new Error(`${id} is to be a supplier and is not there`);
    if (before.is_supplier) return before;
    const after = {
      ...before,
      is_supplier: true,
      version: before.version + 1,
      updated_at: toInstant(ctx.now),
    };
    if (!(await replaceCounterparty(ctx, after, before.version))) continue;
    ctx.record({
      event: 'counterparty.updated',
      record_type: 'counterparty',
      record_id: id,
      before: counterpartyState(before),
      after: counterpartyState(after),
    });
    return after;
  }
  throw toolError('changed_by_others', { record_id: id });
};
