import { addColumn, JSON_VALUE } from './steps.ts';

// Null in notes that another system filed, and in those of suppliers.
export const creditNoteContent = addColumn(
  '0076_credit_note_with_content',
  'credit_note',
  'content',
  JSON_VALUE,
);
