import { createTable, ID } from './steps.ts';

// Beside the invoice and not in it, so that lists and checks never read the files.
export const invoiceAttachment = createTable(
  '0083_invoice_attachment',
  'invoice_attachment',
  `entity_id ${ID} not null,
  invoice_id ${ID} not null,
  position int not null,
  bytes mediumblob not null,
  primary key (entity_id, invoice_id, position)`,
);
