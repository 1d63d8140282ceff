import { code, createTable, FLAG, ID, INSTANT, text } from './steps.ts';

export const certificate = createTable(
  '0040_certificate',
  'certificate',
  `entity_id ${ID} not null,
  id ${ID} not null,
  serial ${code(20)} not null,
  rfc ${code(13)} not null,
  holder ${text(300)} not null,
  certificate text collate utf8mb4_bin not null,
  private_key text collate utf8mb4_bin not null,
  valid_from ${INSTANT} not null,
  valid_to ${INSTANT} not null,
  sandbox ${FLAG} not null,
  created_at ${INSTANT} not null,
  primary key (entity_id, id),
  unique key uq_certificate_serial (entity_id, serial)`,
);
