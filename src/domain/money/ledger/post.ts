// Posts movements of receivables and payables. Every function that changes the balance of a document or payment posts
// in its own transaction; ledgers, summaries and exports only read.
//
// Everything dated passes here, so this is where closed days are guarded: nothing is booked on them, and what stands
// there is neither changed nor deleted.
import type { Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import type { DifferenceTaxRow } from '../../../db/stated.ts';
import type { LedgerEntryType, LedgerSide } from '../../../../generated/types.ts';
import { newId } from '../../../db/ids.ts';
import { toInstant } from '../../../db/instant.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { requireOpenDays, toOpenDay } from '../../ground/periods/period.ts';
import { addToMonths, type Paid } from './months.ts';
import {
  type EntryOf,
  type LedgerFilters,
  type LedgerRow,
  deleteEntriesOf,
  deleteEntry,
  findEntries,
  findEntriesOf,
  insertEntries,
  setEntryAmount,
  updateTextsOf,
} from './store/entries.ts';
import type { Standing } from './standing.ts';

export interface Movement {
  readonly entry_type: LedgerEntryType;
  /** What a reversal takes back; left out for that of an invoice or bill. */
  readonly reverses?: LedgerEntryType;
  /** Only a reversal can occur in both ledgers. */
  readonly ledger: LedgerSide;
  readonly date: string;
  readonly counterparty_id: string;
  readonly currency: string;
  /** In minor units. Negative only for a difference that raises what is owed, on the opposite side. */
  readonly amount_minor: number;
  readonly record_id: string;
  readonly document_id: string | null;
  readonly number: string | null;
  readonly description: string | null;
  /** What it takes off the taxes of the invoice. */
  readonly taxes?: readonly DifferenceTaxRow[] | null;
}

/** An invoice debits receivables and a bill credits payables; settlements and reversals do the opposite. */
const isDebit = ({
  entry_type,
  reverses,
  ledger,
}: Pick<Movement, 'entry_type' | 'reverses' | 'ledger'>): boolean => {
  if (reverses !== undefined) return !isDebit({ entry_type: reverses, ledger });
  const document = entry_type === 'invoice' || entry_type === 'bill';
  return (ledger === 'ar') === document;
};

/** Writes the movements, except zero amounts, and counts the payments that they are of. */
export const post = async (
  ctx: Tenant<Writer> & Pick<WriteScope, 'now'>,
  movements: readonly Movement[],
  paid: readonly Paid[] = [],
): Promise<void> => {
  const rows = movements.filter(({ amount_minor }) => amount_minor !== 0);
  if (rows.length === 0) return addToMonths(ctx, [], paid);
  await requireOpenDays(
    ctx,
    rows.map(({ date }) => date),
  );
  const entries = rows.map((movement) => {
    const { amount_minor, reverses = null, taxes = null, ...facts } = movement;
    const debit = isDebit(movement) === amount_minor > 0;
    const minor = Math.abs(amount_minor);
    return {
      ...facts,
      reverses,
      taxes: taxes === null || taxes.length === 0 ? null : JSON.stringify(taxes),
      id: newId('LedgerEntryId'),
      debit_minor: debit ? minor : 0,
      credit_minor: debit ? 0 : minor,
      created_at: toInstant(ctx.now),
    };
  });
  await insertEntries(ctx, entries);
  await addToMonths(ctx, entries, paid);
};

/**
 * Reduces an entry by the part that another entry now covers. The sums of its day do not change. On a closed day the
 * entry stays, and a reversal of the part is booked on the first open day.
 */
export const shrink = async (ctx: WriteScope, entry: EntryOf, minor: number): Promise<void> => {
  const entries = await findEntries(ctx, entry);
  const found = entries.find(({ debit_minor, credit_minor }) => debit_minor + credit_minor >= minor);
  if (found === undefined) throw new Error(`the ledger has no ${entry.entry_type} of ${minor} to take apart`);
  const { id, debit_minor, credit_minor, ...facts } = found;
  const date = await toOpenDay(ctx, facts.date);
  if (date !== facts.date) {
    const reversal = { ...facts, ...entry, reverses: entry.entry_type, entry_type: 'reversal' } as const;
    return post(ctx, [{ ...reversal, date, amount_minor: minor }]);
  }
  const whole = debit_minor + credit_minor === minor;
  const less = debit_minor > 0 ? { debit_minor: -minor } : { credit_minor: -minor };
  await addToMonths(ctx, [
    { ...facts, debit_minor: 0, credit_minor: 0, ...less, entry_count: whole ? -1 : 0 },
  ]);
  if (whole) return deleteEntry(ctx, { id, record_id: entry.record_id });
  const left =
    debit_minor > 0 ? { debit_minor: debit_minor - minor } : { credit_minor: credit_minor - minor };
  return setEntryAmount(ctx, { id, record_id: entry.record_id }, left);
};

/** Deletes all entries of the record, none of which may stand on a closed day. */
export const removeEntries = async (ctx: Tenant<Writer>, recordId: string): Promise<void> => {
  const entries = await findOpenEntries(ctx, recordId);
  await addToMonths(
    ctx,
    entries.map(({ debit_minor, credit_minor, ...entry }) => ({
      ...entry,
      debit_minor: -debit_minor,
      credit_minor: -credit_minor,
      entry_count: -1,
    })),
  );
  await deleteEntriesOf(ctx, recordId);
};

/** Corrects how a record's entries describe it; their amounts stay. */
export const describeEntries = async (
  ctx: Tenant<Writer>,
  recordId: string,
  texts: Parameters<typeof updateTextsOf>[2],
): Promise<void> => {
  await findOpenEntries(ctx, recordId);
  await updateTextsOf(ctx, recordId, texts);
};

/** What is booked of the record; refused if any of it stands on a closed day. */
const findOpenEntries = async (ctx: Tenant<Writer>, recordId: string) => {
  const entries = await findEntriesOf(ctx, recordId);
  await requireOpenDays(
    ctx,
    entries.map(({ date }) => date),
  );
  return entries;
};

export interface LedgerLine {
  readonly date: string;
  readonly currency: string;
  /** After this line, including the opening balance. */
  readonly balance: bigint;
  /** Null for the line of an opening balance. */
  readonly entry: LedgerRow | null;
}

/** Adds each entry to the running balance of its currency. */
export interface Running {
  add(entry: LedgerRow): LedgerLine;
  balanceOf(currency: string): bigint;
}

export const runningFrom = (standing: Standing): Running => {
  const balances = new Map([...standing.values()].map(({ currency, balance }) => [currency, balance]));
  const balanceOf = (currency: string): bigint => balances.get(currency) ?? 0n;
  return {
    balanceOf,
    add: (entry) => {
      const { currency, date, debit_minor, credit_minor } = entry;
      const balance = balanceOf(currency) + BigInt(debit_minor) - BigInt(credit_minor);
      balances.set(currency, balance);
      return { date, currency, balance, entry };
    },
  };
};

/** The opening lines of a CSV with a start date: one per currency of the answer. */
export const openingLines = ({ date_from }: LedgerFilters, standing: Standing): readonly LedgerLine[] =>
  date_from === undefined
    ? []
    : [...standing.values()].map(({ currency, balance }) => ({
        date: date_from,
        currency,
        balance,
        entry: null,
      }));
