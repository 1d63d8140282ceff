// Deliveries to be made now, with what they tell.
import type { Database } from '../../../db/database.ts';
import { instantToIso } from '../../../db/instant.ts';
import { readEvents } from '../../ground/change/store.ts';
import { type Due, readDue, type Visited } from './store/work.ts';

export interface DueEvent extends Due {
  readonly occurred_at: string;
  /** The state of the record after the change. */
  readonly data: unknown;
}

export const readDueEvents = async (
  database: Database,
  visited: Visited,
  take: number,
): Promise<readonly DueEvent[]> => {
  const due = await readDue(database, visited, take);
  if (due.length === 0) return [];
  const tenants = [...new Set(due.map(({ tenant_id }) => tenant_id))];
  const events = await readEvents(
    database.reader,
    tenants,
    due.map(({ event_id }) => event_id),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  return due.map((each) => {
    // A test tells of no event of the books.
    const event = byId.get(each.event_id);
    return {
      ...each,
      occurred_at: instantToIso(event?.occurred_at ?? each.created_at),
      data: event?.data ?? null,
    };
  });
};
