// Clients that nobody knows yet: anybody may make one, so they are few, and do not stay.
import { OAUTH_CLIENTS } from '../../../../../generated/vocabulary/oauth-clients.ts';
import { DAY_MS } from '../../../../base/time/day.ts';
import type { Writer } from '../../../../db/database.ts';
import { sweepWaiting, waitMany } from '../store/clients.ts';

const { waiting_clients, waiting_minutes, unused_days } = OAUTH_CLIENTS;
const MINUTE_MS = 60_000;

/** Makes room for one more. False when so many came within minutes that nobody can be sent away. */
export const makeRoom = async (db: Writer, now: Date, most: number = waiting_clients): Promise<boolean> => {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  await sweepWaiting(db, before(unused_days * DAY_MS));
  return !(await waitMany(db, most)) || (await sweepWaiting(db, before(waiting_minutes * MINUTE_MS))) > 0;
};
