import { code, createTable, FLAG, ID, INSTANT, text } from './steps.ts';

export const bankAccount = createTable(
  '0025_bank_account',
  'bank_account',
  `entity_id ${ID} not null,
  id ${ID} not null,
  name ${text(120)} not null,
  account_type ${code(10)} not null,
  account_number_masked ${code(4)},
  currency ${code(3)} not null,
  active ${FLAG} not null,
  clabe ${code(18)},
  routing_number ${code(9)},
  iban ${code(34)},
  bic ${code(11)},
  version int not null default 1,
  created_at ${INSTANT} not null,
  updated_at ${INSTANT} not null,
  primary key (entity_id, id)`,
);
