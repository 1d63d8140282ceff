// Companies whose documents cannot say where to pay.
import { regimeOf } from '../../../einvoicing/index.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Reader } from '../../../db/database.ts';
import { allEntities } from '../../ground/entities/store.ts';
import { ownersOfIbans } from './store.ts';

/** Of the countries whose documents name the account; those of others are paid as their authority's form says. */
export const listWithoutIban = async (db: Reader): Promise<readonly Entity[]> => {
  const entities = (await allEntities(db, null)).filter(
    ({ country_code }) => regimeOf(country_code).model === 'network',
  );
  if (entities.length === 0) return [];
  const owners = await ownersOfIbans(
    db,
    entities.map(({ id }) => id),
  );
  return entities.filter(({ id }) => !owners.has(id));
};
