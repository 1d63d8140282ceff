// Posts movements of receivables and payables. Every function that changes what a document or payment is worth posts
// in its own transaction; ledgers, summaries and exports only read.
import type { LedgerEntryType } from '../../../generated/types.ts';
import { newId } from '../../db/ids.ts';
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { WriteScope } from '../change/scope.ts';

/** One movement. */
export interface Movement {
  readonly entry_type: LedgerEntryType;
  /** Which ledger; only a reversal can be of either. */
  readonly ledger: 'ar' | 'ap';
  readonly date: string;
  readonly counterparty_id: string;
  readonly currency: string;
  /** In minor units, never negative. */
  readonly amount_minor: number;
  readonly record_id: string;
  readonly document_id: string | null;
  readonly number: string | null;
  readonly description: string | null;
}

/** An invoice debits receivables and a bill credits payables; whatever settles or reverses them stands opposite. */
const debits = ({ entry_type, ledger }: Movement): boolean => {
  const document = entry_type === 'invoice' || entry_type === 'bill';
  return (ledger === 'ar') === document;
};

/** Writes the movements; those of nothing leave no row. */
export const post = async (ctx: WriteScope, movements: readonly Movement[]): Promise<void> => {
  const rows = movements.filter(({ amount_minor }) => amount_minor !== 0);
  if (rows.length === 0) return;
  await scoped(ctx, 'ledger_entry')
    .insert(
      rows.map((movement) => {
        const { amount_minor, ...facts } = movement;
        const debit = debits(movement);
        return {
          ...facts,
          id: newId('LedgerEntryId'),
          debit_minor: debit ? amount_minor : 0,
          credit_minor: debit ? 0 : amount_minor,
          created_at: toInstant(ctx.now),
        };
      }),
    )
    .execute();
};
