// What happened at each entry of the trail, by its event, for people: the rows alone tell only what differs.
import { toInstant } from '../../../db/instant.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { selectEventsOf } from './store/rows.ts';
import type { TrailEntry } from './trail.ts';

interface Moment {
  readonly record_type: string;
  readonly record_id: string;
  readonly occurred_at: string;
}

const keyOf = ({ record_type, record_id, occurred_at }: Moment): string =>
  `${record_type} ${record_id} ${occurred_at}`;

const momentOf = ({ record_type, record_id, at }: TrailEntry): Moment => ({
  record_type,
  record_id,
  occurred_at: toInstant(new Date(at)),
});

/** By the id of the entry. Several of a record at one moment have as many events, in the same order. */
export const eventsOf = async (
  ctx: OrganisationScope,
  entries: readonly TrailEntry[],
): Promise<ReadonlyMap<string, string>> => {
  const moments = entries.map((entry) => ({ ...momentOf(entry), entity_id: entry.owner_id }));
  const left = new Map<string, string[]>();
  for (const event of await selectEventsOf(ctx.db, ctx.organisation_id, moments)) {
    const key = keyOf(event);
    left.set(key, [...(left.get(key) ?? []), event.type]);
  }
  // Entries come newest first.
  return new Map(
    entries.flatMap((entry) => {
      const type = left.get(keyOf(momentOf(entry)))?.pop();
      return type === undefined ? [] : [[entry.id, type] as const];
    }),
  );
};
