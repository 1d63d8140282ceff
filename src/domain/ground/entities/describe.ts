import { COUNTRIES } from '../../../../generated/countries.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { Entity as EntityRecord } from '../../../../generated/types.ts';
import { inOrder } from '../../../base/key-order.ts';
import type { Entity, EntityDetails } from '../../../base/entity.ts';
import { dayIn } from '../../../base/time/day.ts';
import { retentionYears } from './retention.ts';
import type { IndexedRecord } from '../search-index/index-record.ts';

const describe = (entity: Entity): Omit<EntityRecord, 'today'> => ({
  object: 'entity',
  id: entity.id,
  entity_id: entity.id,
  name: entity.name,
  country_code: entity.country_code,
  filing_model: COUNTRIES[entity.country_code].filing_model,
  currency: entity.currency,
  tax_id: entity.tax_id,
  time_zone: entity.time_zone,
  active: entity.active,
  is_default: entity.is_default,
});

/** The record in answers of tools; days are read and written in the zone of the entity. */
export const describeEntity = (entity: Entity, now: Date): EntityRecord => ({
  ...describe(entity),
  today: dayIn(entity.time_zone, now),
});

/** The record for administrators, with its organisation and the details printed on documents. */
export interface AdminEntityRecord extends Omit<EntityRecord, 'today'> {
  readonly organisation_id: string;
  readonly closed_through: string | null;
  readonly postal_code: string | null;
  /** As it holds, set or not. */
  readonly difference_limit: string;
  /** As they hold, set or not. */
  readonly retention_years: number;
  readonly details: EntityDetails;
}

export const describeForAdmin = (entity: Entity): AdminEntityRecord => ({
  ...describe(entity),
  organisation_id: entity.organisation_id,
  closed_through: entity.closed_through,
  postal_code: entity.postal_code,
  difference_limit: entity.details.difference_limit ?? SERVICE.limits.difference_limit,
  retention_years: retentionYears(entity),
  details: inOrder(entity.details),
});

/** An entity is indexed under its own id, so that a key bound to it finds it too. */
export const indexedEntity = (entity: Entity): IndexedRecord => ({
  record_id: entity.id,
  type: 'entities',
  label: entity.name,
  identifiers: [entity.tax_id, entity.details.tax_number ?? null],
});
