import { createCounterparty } from '../../domain/parties/counterparties/create.ts';
import { describeForCaller, NO_BALANCES } from '../../domain/parties/counterparties/describe.ts';
import { handler } from '../handler.ts';

export const create_counterparty = handler('create_counterparty', async (ctx, params) =>
  describeForCaller(ctx, await createCounterparty(ctx, params), NO_BALANCES),
);
