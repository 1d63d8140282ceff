import { updateCounterparty } from '../../../generated/tools/update_counterparty.ts';
import { describeForCaller } from '../../domain/parties/counterparties/describe.ts';
import { changeCounterparty } from '../../domain/parties/counterparties/update.ts';
import { balancesOf } from '../../domain/views/standing/standing.ts';
import { fieldsOf, wishedBy } from '../changes.ts';
import { handler } from '../handler.ts';

export const update_counterparty = handler(
  'update_counterparty',
  async (ctx, { counterparty_id, clear = [], ...given }) => {
    const patch = wishedBy(given, clear);
    const { counterparty, changed } = await changeCounterparty(ctx, counterparty_id, patch);
    if (Object.keys(patch).length === 0)
      ctx.warn('nothing_given', { allowed: fieldsOf(updateCounterparty, 'counterparty_id') });
    else if (changed.length === 0) ctx.warn('nothing_changed', { record: 'counterparty' });
    const balances = await balancesOf(ctx, counterparty.id);
    return { ...describeForCaller(ctx, counterparty, balances), changed: [...changed] };
  },
);
