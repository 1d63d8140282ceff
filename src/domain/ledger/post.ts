// Posts movements of receivables and payables. Every function that changes the balance of a document or payment posts
// in its own transaction; ledgers, summaries and exports only read.
import type { Writer } from '../../db/database.ts';
import type { Tenant } from '../../db/scoped.ts';
import type { LedgerEntryType, LedgerSide } from '../../../generated/types.ts';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import type { WriteScope } from '../change/scope.ts';
import { deleteEntry, type EntryOf, findEntries, insertEntries, setEntryAmount } from './store.ts';

export interface Movement {
  readonly entry_type: LedgerEntryType;
  /** Only a reversal can occur in both ledgers. */
  readonly ledger: LedgerSide;
  readonly date: string;
  readonly counterparty_id: string;
  readonly currency: string;
  /** In minor units, never negative. */
  readonly amount_minor: number;
  readonly record_id: string;
  readonly document_id: string | null;
  readonly number: string | null;
  readonly description: string | null;
  /** Of a reversal that takes back a settlement and not a document. */
  readonly owed_again?: true;
}

/** An invoice debits receivables and a bill credits payables; settlements and reversals do the opposite. */
const isDebit = ({ entry_type, ledger, owed_again }: Movement): boolean => {
  const document = entry_type === 'invoice' || entry_type === 'bill' || owed_again === true;
  return (ledger === 'ar') === document;
};

/** Writes the movements, except zero amounts. */
export const post = async (
  ctx: Tenant<Writer> & Pick<WriteScope, 'now'>,
  movements: readonly Movement[],
): Promise<void> => {
  const rows = movements.filter(({ amount_minor }) => amount_minor !== 0);
  if (rows.length === 0) return;
  await insertEntries(
    ctx,
    rows.map((movement) => {
      const { amount_minor, owed_again: _owed, ...facts } = movement;
      const debit = isDebit(movement);
      return {
        ...facts,
        id: newId('LedgerEntryId'),
        debit_minor: debit ? amount_minor : 0,
        credit_minor: debit ? 0 : amount_minor,
        created_at: toInstant(ctx.now),
      };
    }),
  );
};

/** Reduces an entry by the part that another entry now covers. The sums of its day do not change. */
export const shrink = async (ctx: WriteScope, entry: EntryOf, minor: number): Promise<void> => {
  const entries = await findEntries(ctx, entry);
  const found = entries.find(({ debit_minor, credit_minor }) => debit_minor + credit_minor >= minor);
  if (found === undefined) throw new Error(`the ledger has no ${entry.entry_type} of ${minor} to take apart`);
  const { id, debit_minor, credit_minor } = found;
  if (debit_minor + credit_minor === minor) return deleteEntry(ctx, id);
  const left =
    debit_minor > 0 ? { debit_minor: debit_minor - minor } : { credit_minor: credit_minor - minor };
  return setEntryAmount(ctx, id, left);
};
