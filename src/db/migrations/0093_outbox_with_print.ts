import { addColumn } from './steps.ts';

// The PDF of a document that is filed by e-mail, so that every attempt sends the same.
export const outboxPrint = addColumn('0093_outbox_with_print', 'outbox', 'print', 'longblob');
