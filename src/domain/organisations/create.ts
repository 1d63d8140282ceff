import type { OrganisationId } from '../../../generated/ids.ts';
import { toInstant } from '../../db/instant.ts';
import type { OrganisationChange } from '../change/change.ts';

/** Makes the organisation whose id the context already bears, so that its trail begins with its creation. */
export const createOrganisation = async (ctx: OrganisationChange, name: string): Promise<OrganisationId> => {
  const id = ctx.organisation_id;
  await ctx.db
    .insertInto('organisation')
    .values({ id, name, created_at: toInstant(ctx.now) })
    .execute();
  ctx.record({
    event: 'organisation.created',
    record_type: 'organisation',
    record_id: id,
    before: null,
    after: { id, name },
  });
  return id;
};
