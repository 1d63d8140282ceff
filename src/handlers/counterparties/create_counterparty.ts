import { createCounterparty } from '../../domain/counterparties/create.ts';
import { describeCounterparty } from '../../domain/counterparties/describe.ts';
import { handler } from '../handler.ts';

export const create_counterparty = handler('create_counterparty', async (ctx, params) =>
  describeCounterparty(await createCounterparty(ctx, params)),
);
