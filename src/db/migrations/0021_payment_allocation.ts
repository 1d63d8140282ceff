import { code, createTable, ID, MINOR } from './steps.ts';

export const paymentAllocation = createTable(
  '0021_payment_allocation',
  'payment_allocation',
  `entity_id ${ID} not null,
  payment_id ${ID} not null,
  position int not null,
  record_type ${code(8)} not null,
  record_id ${ID} not null,
  amount_minor ${MINOR} not null,
  payment_minor ${MINOR} not null,
  primary key (entity_id, payment_id, position),
  key ix_payment_allocation_record (entity_id, record_id, payment_id)`,
);
