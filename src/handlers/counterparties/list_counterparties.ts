import { readBalances } from '../../domain/views/standing/standing.ts';
import { describeCounterparty } from '../../domain/parties/counterparties/describe.ts';
import { listCounterparties } from '../../domain/parties/counterparties/list.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_counterparties = handler('list_counterparties', async (ctx, params) => {
  const page = await listCounterparties(ctx, params);
  const balances = await readBalances(
    ctx,
    page.data.map(({ id }) => id),
  );
  return mapPage(page, (row) => describeCounterparty(row, balances.get(row.id)));
});
