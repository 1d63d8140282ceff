import { code, createTable, ID, INSTANT, JSON_VALUE } from './steps.ts';

// `running_account_id` is the account while the run is active and null afterwards: its unique key allows one active
// run per account.
export const matchingRun = createTable(
  '0060_matching_run',
  'matching_run',
  `entity_id ${ID} not null,
  id ${ID} not null,
  bank_account_id ${ID} not null,
  running_account_id ${ID},
  status ${code(10)} not null,
  model_version ${code(60)} not null,
  lease_owner ${code(60)},
  lease_until ${INSTANT},
  rest_hash ${code(64)},
  processed int not null,
  auto_confirmed int not null,
  suggested int not null,
  unmatched int not null,
  results ${JSON_VALUE} not null,
  started_at ${INSTANT} not null,
  completed_at ${INSTANT},
  primary key (entity_id, id),
  unique key uq_matching_run_running (entity_id, running_account_id),
  key ix_matching_run_account (entity_id, bank_account_id, completed_at, id)`,
);
