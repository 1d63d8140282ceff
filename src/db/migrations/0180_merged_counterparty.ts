import { code, createTable, ID, INSTANT, text } from './steps.ts';

/** Counterparties that turned out to be another one: their ids stand for the survivor from then on. */
export const mergedCounterparty = createTable(
  '0180_merged_counterparty',
  'merged_counterparty',
  `entity_id ${ID} not null,
  id ${ID} not null,
  survivor_id ${ID} not null,
  name ${text(300)} not null,
  tax_id ${code(60)},
  external_id ${code(100)},
  merged_at ${INSTANT} not null,
  primary key (entity_id, id),
  key ix_merged_counterparty_survivor (entity_id, survivor_id),
  key ix_merged_counterparty_external_id (entity_id, external_id)`,
);
