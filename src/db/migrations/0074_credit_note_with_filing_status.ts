import { addColumn, code } from './steps.ts';

export const creditNoteFilingStatus = addColumn(
  '0074_credit_note_with_filing_status',
  'credit_note',
  'filing_status',
  `${code(40)} not null default 'not_submitted'`,
);
