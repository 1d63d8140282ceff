import { createTable, ID, JSON_VALUE, text } from './steps.ts';

// Prices have two more integer digits than quantities: one line may be worth the largest amount.
export const invoiceLine = createTable(
  '0007_invoice_line',
  'invoice_line',
  `entity_id ${ID} not null,
  invoice_id ${ID} not null,
  position int not null,
  description ${text(1000)} not null,
  quantity decimal(18, 6) not null,
  unit_price decimal(20, 6) not null,
  subtotal decimal(20, 6) not null,
  tax_rate decimal(9, 6) not null,
  tax_amount decimal(20, 6) not null,
  country_details ${JSON_VALUE} not null,
  primary key (entity_id, invoice_id, position)`,
);
