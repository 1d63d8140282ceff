// The sums that are kept beside the books: whether they are right, and how they are made anew.
import type { Entity } from '../../../base/entity.ts';
import { addDays, monthOf, type IsoDay } from '../../../base/time/day.ts';
import type { Reader } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { Act, OpenBooks } from '../../ground/change/change.ts';
import { replaceOpenMonths, unequalOpenMonth } from '../../documents/shared/store/open-months.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { countedEntries, replaceMonths, unequalMonth } from '../../money/ledger/store/months.ts';
import { lockOrganisation } from '../../ground/organisations/store.ts';
import { holdAllSlots } from '../../ground/periods/close.ts';

/** Of books with more entries only the latest months are compared. */
const MANY_ENTRIES = 100_000;
const LATEST_DAYS = 60;

/** The first month whose sums are not those of the books; null when all that were looked at are right. */
export const findUnequalMonth = async (ctx: Tenant<Reader>, today: IsoDay): Promise<string | null> => {
  const isMany = (await countedEntries(ctx)) > MANY_ENTRIES;
  const from = isMany ? monthOf(addDays(today, -LATEST_DAYS)) : null;
  return (await unequalMonth(ctx, from)) ?? (await unequalOpenMonth(ctx));
};

/** Waits for the bookings under way, and sums everything anew. */
export const recount = async ({ db, change }: OpenBooks, id: string, act: Act): Promise<Entity> => {
  const { organisation_id } = await getEntity(db, id);
  await lockOrganisation(db, organisation_id);
  const entity = await getEntity(db, id);
  await change(entity, act, async (ctx) => {
    await holdAllSlots(ctx, entity.closed_through);
    await replaceMonths(ctx);
    await replaceOpenMonths(ctx);
    ctx.record({
      event: 'entity.recounted',
      record_type: 'entity',
      record_id: entity.id,
      before: null,
      after: null,
    });
    return entity;
  });
  return entity;
};
