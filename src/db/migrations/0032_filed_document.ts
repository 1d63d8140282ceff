import { code, createTable, ID, INSTANT } from './steps.ts';

export const filedDocument = createTable(
  '0032_filed_document',
  'filed_document',
  `entity_id ${ID} not null,
  invoice_id ${ID} not null,
  kind ${code(8)} not null,
  media_type ${code(80)} not null,
  bytes longblob not null,
  sha256 ${code(64)} not null,
  created_at ${INSTANT} not null,
  primary key (entity_id, invoice_id, kind)`,
);
