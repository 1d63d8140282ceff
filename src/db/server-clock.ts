// The clock of the database server, which all instances share: what waits in a queue is due, and a lease runs out, at
// the same moment for each of them.
import { type RawBuilder, sql } from 'kysely';

/** Now, as instants are stored. */
export const serverNow = (): RawBuilder<string> => sql<string>`utc_timestamp(3)`;

export const serverNowPlus = (ms: number): RawBuilder<string> =>
  sql<string>`utc_timestamp(3) + interval ${Math.round(ms) * 1000} microsecond`;
