import { code, createTable, INSTANT } from './steps.ts';

export const signInMiss = createTable(
  '0155_sign_in_miss',
  'sign_in_miss',
  `subject_hash ${code(64)} not null,
  misses int not null,
  last_at ${INSTANT} not null,
  blocked_until ${INSTANT},
  primary key (subject_hash),
  key ix_sign_in_miss_last (last_at)`,
);
