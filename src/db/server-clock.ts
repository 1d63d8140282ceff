// The database server's clock, which all instances share, so that queue entries fall due and leases expire at the
// same moment for all of them.
import { type RawBuilder, sql } from 'kysely';

/** The current time in the stored format. */
export const serverNow = (): RawBuilder<string> => sql<string>`utc_timestamp(3)`;

export const serverNowPlus = (ms: number): RawBuilder<string> =>
  sql<string>`utc_timestamp(3) + interval ${Math.round(ms) * 1000} microsecond`;
