import { readBalances } from '../../domain/views/standing/standing.ts';
import { describeForCaller, toListed } from '../../domain/parties/counterparties/describe.ts';
import { findInOtherRole, listCounterparties } from '../../domain/parties/counterparties/list.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_counterparties = handler('list_counterparties', async (ctx, params) => {
  const page = await listCounterparties(ctx, params);
  const elsewhere = await findInOtherRole(ctx, params, page.data.length);
  if (elsewhere !== null) ctx.warn('found_in_other_role', { path: 'role', ...elsewhere });
  const balances = await readBalances(
    ctx,
    page.data.map(({ id }) => id),
  );
  return mapPage(page, (row) => toListed(describeForCaller(ctx, row, balances.get(row.id))));
});
