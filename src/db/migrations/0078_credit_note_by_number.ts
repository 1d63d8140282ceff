import { addIndex } from './steps.ts';

export const creditNoteByNumber = addIndex(
  '0078_credit_note_by_number',
  'credit_note',
  'ix_credit_note_number',
  'entity_id, type, series, number',
);
