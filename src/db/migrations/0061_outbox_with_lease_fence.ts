import { addColumn } from './steps.ts';

export const outboxLeaseFence = addColumn(
  '0061_outbox_with_lease_fence',
  'outbox',
  'lease_fence',
  'int not null default 0',
);
