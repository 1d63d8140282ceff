import { createTable, ID } from './steps.ts';

export const periodSlot = createTable(
  '0065_period_slot',
  'period_slot',
  `entity_id ${ID} not null,
  slot int not null,
  closed_through date,
  version bigint not null,
  primary key (entity_id, slot)`,
);
