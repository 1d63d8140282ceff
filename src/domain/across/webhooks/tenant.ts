// Events belong to an entity, or to the organisation itself.
import { ID_PREFIXES } from '../../../../generated/ids.ts';

export const isOrganisationId = (id: string): boolean => id.startsWith(`${ID_PREFIXES.OrganisationId}_`);
