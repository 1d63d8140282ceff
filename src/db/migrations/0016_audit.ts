import { code, createTable, ID, INSTANT, JSON_VALUE } from './steps.ts';

// The second index serves the check for a similar recent change, which every write without a key makes.
export const audit = createTable(
  '0016_audit',
  'audit',
  `entity_id ${ID} not null,
  id ${ID} not null,
  occurred_at ${INSTANT} not null,
  actor_type ${code(20)} not null,
  actor_id ${code(64)} not null,
  action ${code(64)} not null,
  arguments_hash ${code(64)} not null,
  record_type ${code(40)} not null,
  record_id ${ID} not null,
  \`before\` ${JSON_VALUE} not null,
  \`after\` ${JSON_VALUE} not null,
  request_id ${code(64)} not null,
  primary key (entity_id, id),
  key ix_audit_record (entity_id, record_id, occurred_at),
  key ix_audit_arguments (entity_id, action, arguments_hash, occurred_at)`,
);
