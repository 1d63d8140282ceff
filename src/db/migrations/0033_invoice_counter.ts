import { code, createTable, ID } from './steps.ts';

export const invoiceCounter = createTable(
  '0033_invoice_counter',
  'invoice_counter',
  `entity_id ${ID} not null,
  series ${code(25)} not null,
  next_number bigint not null,
  version bigint not null,
  primary key (entity_id, series)`,
);
