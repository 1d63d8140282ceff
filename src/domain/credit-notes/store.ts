// Every statement on credit notes.
import type { Reader, Writer } from '../../db/database.ts';
import { scoped, type Tenant } from '../../db/scoped.ts';
import type { CreditNoteRow } from './record.ts';

export const insertNoteRows = async (ctx: Tenant<Writer>, notes: readonly CreditNoteRow[]): Promise<void> => {
  await scoped(ctx, 'credit_note').insert(notes).execute();
};

/** How many notes credit the document. */
export const countNotesOn = async (ctx: Tenant<Reader>, documentId: string): Promise<number> => {
  const { count } = await scoped(ctx, 'credit_note')
    .select()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('record_id', '=', documentId)
    .executeTakeFirstOrThrow();
  return count;
};
