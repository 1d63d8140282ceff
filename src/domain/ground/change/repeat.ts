// What a change under no key looks at before all else: whether it repeats another, and whether anybody is told of it.
import { SERVICE } from '../../../../generated/service.ts';
import type { Writer } from '../../../db/database.ts';
import { type Act, toWarning, type Warning } from './act.ts';
import { lookFirst } from './store.ts';

interface Looked extends Pick<Act, 'no_receivers_at'> {
  readonly repeats: readonly Warning[];
}

export const NOT_LOOKED: Looked = { repeats: [] };

/** Agents repeat calls; without a key the repeat is carried out, but the answer names the earlier record. */
export const warnOfRepeat = async (
  db: Writer,
  entity: { readonly id: string; readonly organisation_id: string },
  act: Act,
): Promise<Looked> => {
  const since = new Date(act.now.getTime() - SERVICE.windows.similar_write_minutes * 60_000);
  const of = { ...act, organisation_id: entity.organisation_id };
  const { repeat, has_receivers } = await lookFirst({ db, entity }, of, since);
  return {
    no_receivers_at: has_receivers ? undefined : performance.now(),
    repeats: repeat === undefined ? [] : [toWarning('similar_write_recently', repeat)],
  };
};
