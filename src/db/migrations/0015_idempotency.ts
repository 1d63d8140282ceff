import { code, createTable, ID, INSTANT } from './steps.ts';

// The answer is stored as text: a JSON column may reorder and reformat its content.
export const idempotency = createTable(
  '0015_idempotency',
  'idempotency',
  `entity_id ${ID} not null,
  idempotency_key ${code(255)} not null,
  tool ${code(64)} not null,
  arguments_hash ${code(64)} not null,
  answer mediumtext collate utf8mb4_bin not null,
  created_at ${INSTANT} not null,
  primary key (entity_id, idempotency_key),
  key ix_idempotency_created_at (created_at)`,
);
