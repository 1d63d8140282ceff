import { code, createTable, ID, INSTANT } from './steps.ts';

export const recoveryCode = createTable(
  '0156_recovery_code',
  'recovery_code',
  `person_id ${ID} not null,
  code_hash ${code(64)} not null,
  used_at ${INSTANT},
  primary key (person_id, code_hash)`,
);
