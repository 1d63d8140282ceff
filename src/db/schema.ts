// Row types of every table as the pool returns them: DECIMAL and DATE as strings, BIGINT as a number, flags as
// booleans, JSON columns parsed. Ids are whole TypeIDs (`invc_01h…`). Tenant tables start with `entity_id`.
export type * from './rows.ts';
export type * from './stated.ts';
