// Creates a company. Its country is set here once and never changes.
import { toolError } from '../../../base/errors.ts';
import { type Country, COUNTRIES } from '../../../../generated/countries.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import { newId } from '../../../db/ids.ts';
import type { EntityDetails, Entity } from '../../../base/entity.ts';
import { checkEntity } from '../../../einvoicing/entity-regimes.ts';
import { indexRecord } from '../search-index/index-record.ts';
import type { Act, OpenBooks } from '../change/change.ts';
import { describeForAdmin, indexedEntity } from './describe.ts';
import { hasEntities, insertEntity } from './store.ts';
import { lockOrganisation } from '../organisations/store.ts';
import { acceptTimeZone, defaultTimeZone, refuseTwin } from './checks.ts';

export interface NewEntity {
  readonly name: string;
  readonly country: string;
  readonly tax_id: string | null;
  readonly postal_code: string | null;
  readonly time_zone: string | null;
  readonly details: EntityDetails;
}

/** Countries that are complete, and those that the configuration enables in addition. */
const acceptCountry = (code: string, enabled: readonly string[]): Country => {
  const country = code.toUpperCase();
  const known = Object.values(COUNTRIES).filter(
    (data) => data.status === 'full' || enabled.includes(data.country),
  );
  const accepted = known.find((data) => data.country === country);
  if (accepted !== undefined) return accepted.country;
  const about = { country: code, enabled: known.map((data) => data.country) };
  throw Object.hasOwn(COUNTRIES, country)
    ? toolError('country_not_enabled', { ...about, setting: [...enabled, country].join(',') })
    : toolError('country_not_offered', about);
};

const NOTHING = { tax_id: null, postal_code: null, details: {} } as const;

/** The entity, with warnings about probable mistakes. */
export interface CheckedEntity {
  readonly result: Entity;
  readonly warnings: readonly string[];
}

/** Creates the entity; an organisation's first becomes its default. `enabled`: countries that are not complete yet. */
export const createEntity = async (
  { db, change }: OpenBooks,
  organisation_id: OrganisationId,
  wanted: NewEntity,
  act: Act,
  enabled: readonly string[] = [],
): Promise<CheckedEntity> => {
  const country_code = acceptCountry(wanted.country, enabled);
  const { warnings, ...checked } = checkEntity(country_code, { ...wanted, earlier: NOTHING });
  await lockOrganisation(db, organisation_id);
  await refuseTwin(db, organisation_id, checked.tax_id, null);
  const entity: Entity = {
    id: newId('EntityId'),
    organisation_id,
    name: wanted.name,
    country_code,
    currency: COUNTRIES[country_code].currency,
    time_zone:
      wanted.time_zone === null
        ? defaultTimeZone(country_code, checked.postal_code)
        : acceptTimeZone(wanted.time_zone),
    is_default: !(await hasEntities(db, organisation_id)),
    active: true,
    closed_through: null,
    ...checked,
  };
  const changed = await change(entity, act, async (ctx) => {
    await insertEntity(db, entity, act.now);
    await ctx.tell('company_made', { id: entity.id });
    await indexRecord(ctx, indexedEntity(entity));
    const after = describeForAdmin(entity);
    ctx.record({ event: 'entity.created', record_type: 'entity', record_id: entity.id, before: null, after });
    return entity;
  });
  return { result: changed.result, warnings };
};
