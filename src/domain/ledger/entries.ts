// Entries that answer a question, and the indexes they are read by.
import type { Expression, SqlBool } from 'kysely';
import type { LedgerSide, LedgerType } from '../../../generated/types.ts';
import { scoped } from '../../db/scoped.ts';
import type { OrderColumn } from '../lists/page.ts';
import type { ReadScope } from '../change/scope.ts';
import { asDay } from '../../base/time/day.ts';

export interface LedgerFilters {
  readonly type: LedgerType;
  readonly counterparty_id?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

const SIDES: Readonly<Record<LedgerType, readonly LedgerSide[]>> = {
  ar: ['ar'],
  ap: ['ap'],
  both: ['ar', 'ap'],
};

/** Entries of one day stand in the order in which they were posted. */
export const LEDGER_ORDER: readonly OrderColumn<{ readonly date: string; readonly id: string }>[] = [
  { column: 'ledger_entry.date', direction: 'ascending', type: 'text', value: (row) => row.date },
  { column: 'ledger_entry.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

/** Entries of the counterparty and ledgers in question, on any day. */
export const entriesOf = (ctx: ReadScope, filters: LedgerFilters, index: string) => {
  const { type, counterparty_id } = filters;
  const query = scoped(ctx, 'ledger_entry').select({ index });
  const sided = type === 'both' ? query : query.where('ledger_entry.ledger', '=', type);
  return counterparty_id === undefined
    ? sided
    : sided.where('ledger_entry.counterparty_id', '=', counterparty_id);
};

export type Entries = ReturnType<typeof entriesOf>;

/** The same for sums: the index begins with the ledger, so both are named. */
export const entriesToSum = (ctx: ReadScope, filters: LedgerFilters): Entries => {
  const index =
    filters.counterparty_id === undefined ? 'ix_ledger_entry_sums' : 'ix_ledger_entry_counterparty_sums';
  return entriesOf(ctx, { ...filters, type: 'both' }, index).where(
    'ledger_entry.ledger',
    'in',
    SIDES[filters.type],
  );
};

/** Only those of the days in question. */
export const withinDays = (query: Entries, { date_from, date_to }: LedgerFilters): Entries => {
  const from = date_from === undefined ? query : query.where('ledger_entry.date', '>=', asDay(date_from));
  return date_to === undefined ? from : from.where('ledger_entry.date', '<=', asDay(date_to));
};

const indexFor = ({ counterparty_id, type }: LedgerFilters): string => {
  if (counterparty_id !== undefined) return 'ix_ledger_entry_counterparty';
  return type === 'both' ? 'ix_ledger_entry_date' : 'ix_ledger_entry_ledger';
};

/** The rows of a ledger in their order; `after` continues it behind an entry. */
export const ledgerRows = (ctx: ReadScope, filters: LedgerFilters, after: Expression<SqlBool> | null) => {
  const query = withinDays(entriesOf(ctx, filters, indexFor(filters)), filters);
  return (
    (after === null ? query : query.where(after))
      // Every entry has its counterparty; a left join only keeps servers from beginning with these, and sorting.
      .leftJoin('counterparty', (join) =>
        join
          .onRef('counterparty.entity_id', '=', 'ledger_entry.entity_id')
          .onRef('counterparty.id', '=', 'ledger_entry.counterparty_id'),
      )
      .select([
        'ledger_entry.id',
        'ledger_entry.date',
        'ledger_entry.ledger',
        'ledger_entry.entry_type',
        'ledger_entry.record_id',
        'ledger_entry.document_id',
        'ledger_entry.number',
        'ledger_entry.counterparty_id',
        'ledger_entry.description',
        'ledger_entry.currency',
        'ledger_entry.debit_minor',
        'ledger_entry.credit_minor',
        'counterparty.name as counterparty_name',
        'counterparty.tax_id as counterparty_tax_id',
      ])
      .orderBy('ledger_entry.date')
      .orderBy('ledger_entry.id')
  );
};

export type LedgerRow = Awaited<ReturnType<ReturnType<typeof ledgerRows>['execute']>>[number];
