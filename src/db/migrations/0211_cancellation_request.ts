import { code, createTable, ID, INSTANT, text } from './steps.ts';

/** Requests of agents that a person cancels a filed invoice. */
export const cancellationRequest = createTable(
  '0211_cancellation_request',
  'cancellation_request',
  `entity_id ${ID} not null,
  id ${ID} not null,
  invoice_id ${ID} not null,
  status ${code(12)} not null,
  pending_invoice_id ${ID},
  reason ${code(2)} not null,
  replacement_invoice_id ${ID},
  note ${text(500)},
  requested_by_type ${code(10)} not null,
  requested_by ${ID} not null,
  requested_at ${INSTANT} not null,
  expires_at ${INSTANT} not null,
  decided_by ${ID},
  decided_at ${INSTANT},
  rejection ${text(500)},
  primary key (entity_id, id),
  key ix_cancellation_request_invoice (entity_id, invoice_id, id),
  unique key uq_cancellation_request_pending (entity_id, pending_invoice_id),
  key ix_cancellation_request_status (entity_id, status, id)`,
);
