import { addColumn } from './steps.ts';

export const cancellationRequestStateVersion = addColumn(
  '0271_cancellation_request_with_state_version',
  'cancellation_request',
  'state_version',
  'int not null default 1',
);
