import { addColumn } from './steps.ts';

export const creditNoteVersion = addColumn(
  '0077_credit_note_with_version',
  'credit_note',
  'version',
  'int not null default 1',
);
