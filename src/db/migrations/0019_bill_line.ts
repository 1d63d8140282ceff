import { createTable, ID, text } from './steps.ts';

export const billLine = createTable(
  '0019_bill_line',
  'bill_line',
  `entity_id ${ID} not null,
  bill_id ${ID} not null,
  position int not null,
  description ${text(1000)} not null,
  quantity decimal(18, 6) not null,
  unit_price decimal(19, 6) not null,
  subtotal decimal(19, 6) not null,
  tax_amount decimal(19, 6) not null,
  primary key (entity_id, bill_id, position)`,
);
