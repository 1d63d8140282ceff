import type { OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { instantToIso } from '../../db/instant.ts';
import { Refusal } from '../../base/refusal.ts';

export interface Organisation {
  readonly id: OrganisationId;
  readonly name: string;
}

/** As administrators see it. */
export interface OrganisationRecord extends Organisation {
  readonly object: 'organisation';
  readonly created_at: string;
}

export const findOrganisation = async (db: Reader, id: string): Promise<Organisation | undefined> => {
  const row = await db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { id: row.id as OrganisationId, name: row.name };
};

/** The organisation of this id; refuses when there is none. */
export const getOrganisation = async (db: Reader, id: string): Promise<Organisation> => {
  const found = await findOrganisation(db, id);
  if (found === undefined) throw new Refusal('not_found', `There is no organisation ${id}.`);
  return found;
};

/** Every organisation, oldest first. */
export const listOrganisations = async (db: Reader): Promise<OrganisationRecord[]> => {
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'name', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, created_at }) => ({
    object: 'organisation',
    id: id as OrganisationId,
    name,
    created_at: instantToIso(created_at),
  }));
};
