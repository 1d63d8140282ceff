import { code, createTable, FLAG, INSTANT } from './steps.ts';

// The unique keys prevent a second stamp for the same seal when several instances stamp at once.
export const sandboxStamp = createTable(
  '0044_sandbox_stamp',
  'sandbox_stamp',
  `seal_hash ${code(64)} not null,
  uuid ${code(36)} not null,
  custom_id ${code(100)},
  issuer ${code(13)} not null,
  receiver ${code(13)} not null,
  total ${code(30)} not null,
  stamp text collate utf8mb4_bin not null,
  document mediumtext collate utf8mb4_bin not null,
  stamped_at ${INSTANT} not null,
  needs_acceptance ${FLAG} not null,
  cancellation ${code(10)},
  cancelled_at ${INSTANT},
  primary key (seal_hash),
  unique key uq_sandbox_stamp_uuid (uuid),
  unique key uq_sandbox_stamp_custom_id (custom_id)`,
);
