import { addIndex } from './steps.ts';

/** The trail, newest first, also of one actor. */
export const auditByTime = addIndex(
  '0199_audit_by_time',
  'audit',
  'ix_audit_time',
  'entity_id, occurred_at, id, actor_id',
);
