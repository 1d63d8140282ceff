// Statements on ledger entries, and the indexes they use.
import { asDay, type IsoDay } from '../../../../base/time/day.ts';
import { sql } from 'kysely';
import {
  type LedgerEntryType,
  type LedgerSide,
  LedgerSideValues,
  type LedgerType,
} from '../../../../../generated/types.ts';
import { shaped } from '../../../../db/compiled.ts';
import type { Reader, Writer } from '../../../../db/database.ts';
import { scoped, type Tenant, type TenantRow, own } from '../../../../db/scoped.ts';
import { afterKey, type OrderColumn } from '../../../ground/lists/store.ts';
import type { SumsByCurrency } from '../sums.ts';

/** The books to read. */
type Books = Tenant<Reader>;

export interface LedgerFilters {
  readonly type: LedgerType;
  readonly counterparty_id?: string | undefined;
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** From a day, inclusive, to another, exclusive; null: without end. */
export interface Days {
  readonly from: IsoDay | null;
  readonly before: IsoDay | null;
}

/** The position of an entry in the ledger. */
export interface EntryPosition {
  readonly date: IsoDay;
  readonly id: string;
}

export const SIDES: Readonly<Record<LedgerType, readonly LedgerSide[]>> = {
  ar: ['ar'],
  ap: ['ap'],
  both: LedgerSideValues,
};

/** Entries of one day are ordered by the time of posting. */
const ORDER: readonly OrderColumn<EntryPosition>[] = [
  { column: 'ledger_entry.date', direction: 'ascending', type: 'text', value: (row) => row.date },
  { column: 'ledger_entry.id', direction: 'ascending', type: 'text', value: (row) => row.id },
];

const selectByCounterparty = (ctx: Books, { counterparty_id }: LedgerFilters, index: string) => {
  const query = scoped(ctx, 'ledger_entry').select({ index });
  return counterparty_id === undefined
    ? query
    : query.where('ledger_entry.counterparty_id', '=', counterparty_id);
};

type Entries = ReturnType<typeof selectByCounterparty>;

/** Covering indexes for sums. They start with the ledger, so every query must name it. */
const selectForSums = (ctx: Books, filters: LedgerFilters): Entries => {
  const index =
    filters.counterparty_id === undefined ? 'ix_ledger_entry_sums' : 'ix_ledger_entry_counterparty_sums';
  return selectByCounterparty(ctx, filters, index).where('ledger_entry.ledger', 'in', SIDES[filters.type]);
};

interface Dated extends LedgerFilters {
  readonly date_from?: IsoDay | undefined;
  readonly date_to?: IsoDay | undefined;
}

const dated = ({ type, counterparty_id, date_from, date_to }: LedgerFilters): Dated => ({
  type,
  counterparty_id,
  date_from: date_from === undefined ? undefined : asDay(date_from),
  date_to: date_to === undefined ? undefined : asDay(date_to),
});

const withinDays = (query: Entries, { date_from, date_to }: Dated): Entries => {
  const from = date_from === undefined ? query : query.where('ledger_entry.date', '>=', date_from);
  return date_to === undefined ? from : from.where('ledger_entry.date', '<=', date_to);
};

/** Sums of the entries within these days. */
export const sumDays = (
  ctx: Books,
  filters: Omit<LedgerFilters, 'date_from' | 'date_to'>,
  { from, before }: Days,
): Promise<SumsByCurrency> => {
  let entries = selectForSums(ctx, filters);
  if (from !== null) entries = entries.where('ledger_entry.date', '>=', from);
  if (before !== null) entries = entries.where('ledger_entry.date', '<', before);
  return sumEntries(entries);
};

/** Sums of the entries within the days of the filters up to this one, inclusive. */
export const sumUpTo = (
  ctx: Books,
  filters: LedgerFilters,
  { date, id }: EntryPosition,
): Promise<SumsByCurrency> =>
  sumEntries(
    withinDays(selectForSums(ctx, filters), dated(filters)).where((eb) =>
      eb.or([
        eb('ledger_entry.date', '<', date),
        eb.and([eb('ledger_entry.date', '=', date), eb('ledger_entry.id', '<=', id)]),
      ]),
    ),
  );

/** Sums may exceed safe integers, so the driver returns them as text. */
const sumEntries = async (entries: Entries): Promise<SumsByCurrency> => {
  const rows = await entries
    .select([
      'ledger_entry.currency',
      sql<string>`sum(ledger_entry.debit_minor)`.as('debit'),
      sql<string>`sum(ledger_entry.credit_minor)`.as('credit'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy('ledger_entry.currency')
    .execute();
  return new Map(
    rows.map(({ currency, debit, credit, count }) => [
      currency,
      { debit: BigInt(debit), credit: BigInt(credit), count },
    ]),
  );
};

/** The index in the ledger's order. */
const rowIndex = ({ counterparty_id, type }: LedgerFilters): string => {
  if (counterparty_id !== undefined) return 'ix_ledger_entry_counterparty';
  return type === 'both' ? 'ix_ledger_entry_date' : 'ix_ledger_entry_ledger';
};

/** The rows of a ledger in order; `after` continues after an entry. */
const selectRows = (ctx: Books, filters: Dated, after: EntryPosition | null) => {
  const every = selectByCounterparty(ctx, filters, rowIndex(filters));
  const sided = filters.type === 'both' ? every : every.where('ledger_entry.ledger', '=', filters.type);
  const query = withinDays(sided, filters);
  return (
    (after === null ? query : query.where(afterKey(ORDER, [after.date, after.id])))
      // Every entry has a counterparty, but with an inner join servers may start at the counterparties, and sort.
      .leftJoin('counterparty', own('counterparty', 'ledger_entry'))
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
        'ledger_entry.reverses',
        'ledger_entry.taxes',
        'counterparty.name as counterparty_name',
        'counterparty.tax_id as counterparty_tax_id',
      ])
      .orderBy('ledger_entry.date')
      .orderBy('ledger_entry.id')
  );
};

export type LedgerRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

/** Which of the filters are given, and whether the page is the first. */
interface RowsShape {
  readonly type: LedgerType;
  readonly isOfOne: boolean;
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  readonly isFirst: boolean;
}

const compiledRows = shaped(
  (
    ctx,
    { type, isOfOne, hasStart, hasEnd, isFirst }: RowsShape,
    take: number,
    counterparty_id: string,
    date_from: IsoDay | '',
    date_to: IsoDay | '',
    date: IsoDay | '',
    id: string,
  ) =>
    selectRows(
      ctx,
      {
        type,
        counterparty_id: isOfOne ? counterparty_id : undefined,
        date_from: hasStart && date_from !== '' ? date_from : undefined,
        date_to: hasEnd && date_to !== '' ? date_to : undefined,
      },
      isFirst || date === '' ? null : { date, id },
    ).limit(take),
);

/** At most `take` rows after the entry. */
export const readLedgerRows = async (
  ctx: Books,
  filters: LedgerFilters,
  after: EntryPosition | null,
  take: number,
): Promise<LedgerRow[]> => {
  const { type, counterparty_id, date_from = '', date_to = '' } = dated(filters);
  const shape = {
    type,
    isOfOne: counterparty_id !== undefined,
    hasStart: date_from !== '',
    hasEnd: date_to !== '',
    isFirst: after === null,
  };
  const { date = '' as const, id = '' } = after ?? {};
  const given = counterparty_id ?? '';
  return (await compiledRows(ctx, shape, take, given, date_from, date_to, date, id)).rows;
};

/** All rows, streamed. */
export const streamLedgerRows = (ctx: Books, filters: LedgerFilters): AsyncIterable<LedgerRow> =>
  selectRows(ctx, dated(filters), null).stream();

export const insertEntries = async (
  ctx: Tenant<Writer>,
  entries: readonly TenantRow<'ledger_entry'>[],
): Promise<void> => {
  await scoped(ctx, 'ledger_entry').insert(entries).later().execute();
};

/** A kind of movement of a record, on a document. */
export interface EntryOf {
  readonly entry_type: LedgerEntryType;
  readonly record_id: string;
  readonly document_id: string | null;
}

/** Its entries, oldest first. */
export const findEntries = (ctx: Books, { entry_type, record_id, document_id }: EntryOf) =>
  scoped(ctx, 'ledger_entry')
    .select()
    .select(['id', 'date', 'ledger', 'counterparty_id', 'currency', 'number', 'description'])
    .select(['debit_minor', 'credit_minor'])
    .where('record_id', '=', record_id)
    .where('entry_type', '=', entry_type)
    .where('document_id', '=', document_id)
    .orderBy('id')
    .execute();

/** An entry, and the record that it is of. */
export interface EntryKey {
  readonly id: string;
  readonly record_id: string;
}

export const setEntryAmount = async (
  ctx: Tenant<Writer>,
  { id, record_id }: EntryKey,
  amount: { readonly debit_minor: number } | { readonly credit_minor: number },
): Promise<void> => {
  await scoped(ctx, 'ledger_entry')
    .update()
    .set(amount)
    .where('id', '=', id)
    .where('record_id', '=', record_id)
    .execute();
};

export const deleteEntry = async (ctx: Tenant<Writer>, { id, record_id }: EntryKey): Promise<void> => {
  await scoped(ctx, 'ledger_entry')
    .delete()
    .where('id', '=', id)
    .where('record_id', '=', record_id)
    .execute();
};

/** What is booked of the record. */
export const findEntriesOf = (ctx: Books, recordId: string) =>
  scoped(ctx, 'ledger_entry')
    .select()
    .select(['date', 'ledger', 'currency', 'debit_minor', 'credit_minor'])
    .where('record_id', '=', recordId)
    .execute();

/** Deletes all entries of the record. */
export const deleteEntriesOf = async (ctx: Tenant<Writer>, recordId: string): Promise<void> => {
  await scoped(ctx, 'ledger_entry').delete().where('record_id', '=', recordId).execute();
};

/** Updates the descriptive fields of a record's entries, without their amounts. */
export const updateTextsOf = async (
  ctx: Tenant<Writer>,
  recordId: string,
  texts: { readonly number?: string | null; readonly description: string | null },
): Promise<void> => {
  await scoped(ctx, 'ledger_entry').update().set(texts).where('record_id', '=', recordId).execute();
};
