import { listEntities } from '../../../generated/tools/list_entities.ts';
import { describeEntity } from '../../domain/ground/entities/describe.ts';
import { pageOfEntities } from '../../domain/ground/entities/list.ts';
import { fixedPageSize, mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_entities = handler('list_entities', async (ctx, { cursor }) => {
  const page = await pageOfEntities(ctx, {
    bound: ctx.key.entity_id,
    limit: fixedPageSize(listEntities),
    cursor,
  });
  return mapPage(page, (entity) => describeEntity(entity, ctx.now));
});
