import { code, createTable, INSTANT } from './steps.ts';

export const sandboxSecret = createTable(
  '0043_sandbox_secret',
  'sandbox_secret',
  `name ${code(40)} not null,
  value mediumtext collate utf8mb4_bin not null,
  created_at ${INSTANT} not null,
  primary key (name)`,
);
