// Makes an entry smaller because another one now stands for a part of it. The sums of its day stay what they were.
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';
import type { Movement } from './post.ts';

export const shrink = async (
  ctx: WriteScope,
  entry: Pick<Movement, 'entry_type' | 'record_id' | 'document_id'>,
  minor: number,
): Promise<void> => {
  const rows = await scoped(ctx, 'ledger_entry')
    .select()
    .select(['id', 'debit_minor', 'credit_minor'])
    .where('record_id', '=', entry.record_id)
    .where('entry_type', '=', entry.entry_type)
    .where('document_id', '=', entry.document_id)
    .orderBy('id')
    .execute();
  const found = rows.find(({ debit_minor, credit_minor }) => debit_minor + credit_minor >= minor);
  if (found === undefined) throw new Error(`the ledger has no ${entry.entry_type} of ${minor} to take apart`);
  const { id, debit_minor, credit_minor } = found;
  if (debit_minor + credit_minor === minor) {
    await scoped(ctx, 'ledger_entry').delete().where('id', '=', id).execute();
    return;
  }
  const side =
    debit_minor > 0 ? { debit_minor: debit_minor - minor } : { credit_minor: credit_minor - minor };
  await scoped(ctx, 'ledger_entry').update().set(side).where('id', '=', id).execute();
};
