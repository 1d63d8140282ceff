// Credit notes of earlier releases, which credited an invoice in the books alone: no authority or buyer ever got one.
import type { Reader } from '../../../db/database.ts';
import { allEntities } from '../../ground/entities/store.ts';
import type { CreditNoteRow, NoteHeader } from './record.ts';
import { unfiledNotes } from './store.ts';

type Marked = Pick<
  CreditNoteRow,
  'type' | 'status' | 'historic' | 'external_id' | 'uuid' | 'number' | 'series'
> &
  Pick<NoteHeader, 'filing_status'>;

/** Those releases numbered a note within its invoice: `F-12/1`. What was imported has an id or a number of its own. */
export const isUnfiled = (note: Marked): boolean =>
  note.type === 'invoice_credit_note' &&
  note.status === 'filed' &&
  note.filing_status === 'not_submitted' &&
  !note.historic &&
  note.external_id === null &&
  note.uuid === null &&
  note.series === null &&
  (note.number === null || /\/[0-9]+$/.test(note.number));

/** Of all companies, newest first. */
export const findUnfiled = async (db: Reader): Promise<readonly { readonly id: string }[]> => {
  const ids = (await allEntities(db, null)).map(({ id }) => id);
  return ids.length === 0 ? [] : (await unfiledNotes(db, ids)).filter(isUnfiled);
};
