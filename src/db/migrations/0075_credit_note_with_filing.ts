import { addColumn, JSON_VALUE } from './steps.ts';

// Null in notes that another system filed, and in those of suppliers.
export const creditNoteFiling = addColumn(
  '0075_credit_note_with_filing',
  'credit_note',
  'filing',
  JSON_VALUE,
);
