// Statements on the ledger entries of imported records.
import type { Writer } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

/** Deletes all entries of a record; the import posts them anew. */
export const deleteEntries = async (ctx: Tenant<Writer>, recordId: string): Promise<void> => {
  await scoped(ctx, 'ledger_entry').delete().where('record_id', '=', recordId).execute();
};

/** Updates the descriptive fields of a record's entries, without their amounts. */
export const updateEntryTexts = async (
  ctx: Tenant<Writer>,
  recordId: string,
  texts: { readonly number?: string | null; readonly description: string | null },
): Promise<void> => {
  await scoped(ctx, 'ledger_entry').update().set(texts).where('record_id', '=', recordId).execute();
};
