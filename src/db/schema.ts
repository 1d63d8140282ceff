// Row types of every table, as the pool hands them over: DECIMAL and DATE as strings, BIGINT as a number, flags as
// booleans, JSON columns as parsed values. Ids are whole TypeIDs (`invc_01h…`). Tenant tables lead with `entity_id`.
export type * from './rows.ts';
export type * from './stated.ts';
