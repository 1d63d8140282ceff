import type { OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { Refusal } from '../refusal.ts';

export interface Organisation {
  readonly id: OrganisationId;
  readonly name: string;
}

/** The organisation of this id; refuses when there is none. */
export const getOrganisation = async (db: Reader, id: string): Promise<Organisation> => {
  const row = await db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', `There is no organisation ${id}.`);
  return { id: row.id as OrganisationId, name: row.name };
};

/** The oldest organisation of this name. */
export const findOrganisationByName = async (db: Reader, name: string): Promise<Organisation | undefined> => {
  const row = await db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('name', '=', name)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : { id: row.id as OrganisationId, name: row.name };
};
