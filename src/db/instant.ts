// The three forms of a moment: Date in code, `YYYY-MM-DD HH:MM:SS.mmm` in UTC in the database, ISO 8601 ending in Z
// on the wire.

/** The database form. */
export const toInstant = (moment: Date): string => moment.toISOString().slice(0, 23).replace('T', ' ');

/** The wire form of what the database holds. */
export const instantToIso = (instant: string): string => `${instant.replace(' ', 'T')}Z`;

/** The moment that the database holds. */
export const parseInstant = (instant: string): Date => new Date(instantToIso(instant));
