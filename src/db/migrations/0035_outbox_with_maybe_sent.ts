import { addColumn, FLAG } from './steps.ts';

// Null in entries of earlier releases, where it is unknown.
export const outboxMaybeSent = addColumn('0035_outbox_with_maybe_sent', 'outbox', 'maybe_sent', FLAG);
