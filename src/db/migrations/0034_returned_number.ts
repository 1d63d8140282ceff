import { code, createTable, ID } from './steps.ts';

export const returnedNumber = createTable(
  '0034_returned_number',
  'returned_number',
  `entity_id ${ID} not null,
  series ${code(25)} not null,
  number bigint not null,
  primary key (entity_id, series, number)`,
);
