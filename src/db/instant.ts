// The three forms of an instant: Date in code, `YYYY-MM-DD HH:MM:SS.mmm` in UTC in the database, ISO 8601 ending in Z
// on the wire.

import { type RawBuilder, sql } from 'kysely';

/** Formats for the database. */
export const toInstant = (moment: Date): string => moment.toISOString().slice(0, 23).replace('T', ' ');

/** Converts the database form to the wire form. */
export const instantToIso = (instant: string): string => `${instant.replace(' ', 'T')}Z`;

/** Parses the database form. */
export const parseInstant = (instant: string): Date => new Date(instantToIso(instant));

/** The current time in the stored format. */
export const serverNow = (): RawBuilder<string> => sql<string>`utc_timestamp(3)`;

export const serverNowPlus = (ms: number): RawBuilder<string> =>
  sql<string>`utc_timestamp(3) + interval ${Math.round(ms) * 1000} microsecond`;
