import { createTable, ID } from './steps.ts';

// Finds the complements of an invoice, whose contents name several.
export const complementDocument = createTable(
  '0086_complement_document',
  'complement_document',
  `entity_id ${ID} not null,
  invoice_id ${ID} not null,
  complement_id ${ID} not null,
  primary key (entity_id, invoice_id, complement_id)`,
);
