// Updates a company's own data. Its country, and with it the currency of its books, never changes.
import type { EntityDetails, Entity } from '../../../base/entity.ts';
import { checkEntity } from '../../../einvoicing/entity-regimes.ts';
import type { EntityInput } from '../../../einvoicing/entity-rules.ts';
import { reindexRecord } from '../search-index/index-record.ts';
import type { Act, OpenBooks } from '../change/change.ts';
import type { CheckedEntity } from './create.ts';
import { describeForAdmin, indexedEntity } from './describe.ts';
import { getEntity, updateRow } from './store.ts';
import { lockOrganisation } from '../organisations/store.ts';
import { acceptTimeZone, defaultTimeZone, refuseTwin } from './checks.ts';

/** Omitted fields stay as they are. */
export interface EntityPatch {
  readonly name?: string;
  readonly tax_id?: string;
  readonly postal_code?: string;
  readonly time_zone?: string;
  readonly details: EntityDetails;
}

export const updateEntity = async (
  { db, change }: OpenBooks,
  id: string,
  patch: EntityPatch,
  act: Act,
): Promise<CheckedEntity> => {
  const { organisation_id } = await getEntity(db, id);
  await lockOrganisation(db, organisation_id);
  const before = await getEntity(db, id);
  const { warnings, ...checked } = checkEntity(before.country_code, merge(before, patch));
  await refuseTwin(db, organisation_id, checked.tax_id, before.id);
  const time_zone = timeZoneAfter(before, patch, checked.postal_code);
  const entity: Entity = { ...before, ...checked, name: patch.name ?? before.name, time_zone };
  const changed = await change(entity, act, async (ctx) => {
    await updateRow(db, entity, act.now);
    await reindexRecord(ctx, indexedEntity(before), indexedEntity(entity));
    ctx.record({
      event: 'entity.updated',
      record_type: 'entity',
      record_id: entity.id,
      before: describeForAdmin(before),
      after: describeForAdmin(entity),
    });
    return entity;
  });
  return { result: changed.result, warnings };
};

const merge = (earlier: Entity, patch: EntityPatch): EntityInput => ({
  tax_id: patch.tax_id ?? null,
  postal_code: patch.postal_code ?? null,
  details: patch.details,
  earlier,
});

/** A time zone derived from the postal code is derived anew; one that was set explicitly stays. */
const timeZoneAfter = (before: Entity, patch: EntityPatch, postalCode: string | null): string => {
  if (patch.time_zone !== undefined) return acceptTimeZone(patch.time_zone);
  const derived = defaultTimeZone(before.country_code, before.postal_code) === before.time_zone;
  return derived ? defaultTimeZone(before.country_code, postalCode) : before.time_zone;
};
