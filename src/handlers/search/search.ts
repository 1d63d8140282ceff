import { mayUse } from '../../domain/parties/access/identity.ts';
import { searchRecords } from '../../domain/views/search/search.ts';
import { handler } from '../handler.ts';

export const search = handler('search', async (ctx, params) => {
  const { hits, has_more } = await searchRecords(ctx, {
    query: params.query,
    types: params.types,
    bound: ctx.key.entity_id,
    mayRead: (scope) => mayUse(ctx.key, scope),
  });
  return { object: 'list', data: hits, has_more };
});
