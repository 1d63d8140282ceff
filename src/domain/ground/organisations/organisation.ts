import { toolError } from '../../../base/errors.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import type { OrganisationChange } from '../change/change.ts';
import { findOrganisation, insertOrganisation, type Organisation, updateOrganisation } from './store.ts';

/** Creates the organisation with the context's id, so that its audit trail starts with its creation. */
export const createOrganisation = async (ctx: OrganisationChange, name: string): Promise<OrganisationId> => {
  const id = ctx.organisation_id;
  await insertOrganisation(ctx.db, { id, name }, ctx.now);
  ctx.record({
    event: 'organisation.created',
    record_type: 'organisation',
    record_id: id,
    before: null,
    after: { id, name },
  });
  return id;
};

/** The organisation with this id; refuses if there is none. */
export const getOrganisation = async (db: Reader, id: string): Promise<Organisation> => {
  const found = await findOrganisation(db, id);
  if (found === undefined) throw toolError('no_organisation', { organisation_id: id });
  return found;
};

/** Whether who asked for a filing, or made the key that asked, may also approve it. */
export const setSeparateApprover = async (
  ctx: OrganisationChange,
  separate_approver: boolean,
): Promise<Organisation> => {
  const before = await getOrganisation(ctx.db, ctx.organisation_id);
  const after = { ...before, separate_approver };
  if (before.separate_approver === separate_approver) return after;
  await updateOrganisation(ctx.db, ctx.organisation_id, { separate_approver });
  ctx.record({
    event: 'organisation.updated',
    record_type: 'organisation',
    record_id: before.id,
    before,
    after,
  });
  return after;
};
