import { addColumn } from './steps.ts';

export const creditNoteStateVersion = addColumn(
  '0269_credit_note_with_state_version',
  'credit_note',
  'state_version',
  'int not null default 1',
);
