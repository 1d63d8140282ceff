// What bank lines may call a customer or supplier.
import { TOOLS } from '../../../generated/dispatch.ts';
import { CounterpartyAliasKindValues } from '../../../generated/types.ts';
import { describeAlias } from '../../domain/bank/aliases/describe.ts';
import { createAlias, deleteAlias, updateAlias } from '../../domain/bank/aliases/write.ts';
import { BY, change, its, must, needed, oneOf, type Rows } from '../define.ts';
import { list } from '../listing.ts';
import { text } from '../values.ts';

const ALIAS = its('CounterpartyAliasId', 'counterparty_alias');

export const aliasCommands: Rows = {
  list: list({
    tool: TOOLS.list_counterparty_aliases,
    columns: ['id', 'name', 'kind', 'value', 'learned', 'pays_for_name'],
  }),
  create: change({
    of: its('CounterpartyId', 'counterparty'),
    options: { kind: needed(oneOf(CounterpartyAliasKindValues)), value: must(text), by: BY },
    work: async (ctx, counterparty_id, { kind, value }) =>
      describeAlias(await createAlias(ctx, { counterparty_id, kind, value })),
  }),
  update: change({
    of: ALIAS,
    options: { kind: oneOf(CounterpartyAliasKindValues), value: must(text), by: BY },
    work: async (ctx, id, { kind, value }) => describeAlias(await updateAlias(ctx, id, { kind, value })),
  }),
  delete: change({
    of: ALIAS,
    options: { by: BY },
    work: async (ctx, id) => {
      const { counterparty_id } = await deleteAlias(ctx, id);
      return { id, counterparty_id, deleted: true };
    },
  }),
};
