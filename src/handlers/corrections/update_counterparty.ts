import { describeCounterparty } from '../../domain/parties/counterparties/describe.ts';
import { updateCounterparty } from '../../domain/parties/counterparties/update.ts';
import { handler } from '../handler.ts';

export const update_counterparty = handler(
  'update_counterparty',
  async (ctx, { counterparty_id, clear = [], ...given }) => {
    const patch = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
    return describeCounterparty(await updateCounterparty(ctx, counterparty_id, patch));
  },
);
