// Statements on the credit notes of suppliers.
import type { Reader, Writer } from '../../../../db/database.ts';
import { toInstant } from '../../../../db/instant.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';
import type { Condition, OrderColumn } from '../../../ground/lists/store.ts';
import type { ReceivedNoteRow } from '../record.ts';

/** With its supplier's name and tax id. */
export type ListedNote = ReceivedNoteRow & {
  readonly counterparty_name: string;
  readonly counterparty_tax_id: string | null;
};

export const insertReceivedNote = async (ctx: Tenant<Writer>, note: ReceivedNoteRow): Promise<void> => {
  const received = note.received === null ? null : JSON.stringify(note.received);
  await scoped(ctx, 'credit_note')
    .insert({ ...note, received })
    .execute();
};

const listed = (ctx: Tenant<Reader>, index?: string) =>
  scoped(ctx, 'credit_note')
    .select(index === undefined ? {} : { index })
    .innerJoin('counterparty', own('counterparty', 'credit_note'))
    .selectAll('credit_note')
    .select(['counterparty.name as counterparty_name', 'counterparty.tax_id as counterparty_tax_id'])
    .where('credit_note.type', '=', 'bill_credit_note');

export const findReceivedNote = (ctx: Tenant<Reader>, id: string): Promise<ListedNote | undefined> =>
  listed(ctx).where('credit_note.id', '=', id).executeTakeFirst();

export interface NoteFilters {
  readonly status?: ReceivedNoteRow['status'] | undefined;
  readonly bill_id?: string | undefined;
  readonly counterparty_id?: string | undefined;
}

/** The latest first. */
export const NOTE_ORDER: readonly OrderColumn<Pick<ListedNote, 'id' | 'issue_date'>>[] = [
  { column: 'credit_note.issue_date', direction: 'descending', type: 'text', value: (row) => row.issue_date },
  { column: 'credit_note.id', direction: 'descending', type: 'text', value: (row) => row.id },
];

const filtered = (ctx: Tenant<Reader>, { status, bill_id, counterparty_id }: NoteFilters) => {
  let rows = listed(ctx, bill_id === undefined ? 'ix_credit_note_date' : 'ix_credit_note_record');
  if (bill_id !== undefined) rows = rows.where('credit_note.record_id', '=', bill_id);
  if (status !== undefined) rows = rows.where('credit_note.status', '=', status);
  if (counterparty_id !== undefined) rows = rows.where('credit_note.counterparty_id', '=', counterparty_id);
  return rows;
};

export const receivedNotesPage = (ctx: Tenant<Reader>, filters: NoteFilters) => ({
  rows: (after: Condition | null, take: number): Promise<readonly ListedNote[]> => {
    const rows = filtered(ctx, filters);
    return (after === null ? rows : rows.where(after))
      .orderBy('credit_note.issue_date', 'desc')
      .orderBy('credit_note.id', 'desc')
      .limit(take)
      .execute();
  },
  count: async (max: number): Promise<number> =>
    (await filtered(ctx, filters).clearSelect().select('credit_note.id').limit(max).execute()).length,
});

/** What the effective notes on the bill credit beyond what was owed of it, in minor units. */
export const excessOn = async (ctx: Tenant<Reader>, billId: string): Promise<number> => {
  const rows = await scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_record' })
    .select('excess_minor')
    .where('record_id', '=', billId)
    .where('excess_minor', '>', 0)
    .execute();
  return rows.reduce((sum, { excess_minor }) => sum + (excess_minor ?? 0), 0);
};

/** The supplier's note of this number that was not refused. */
export const noteWithNumber = (
  ctx: Tenant<Reader>,
  counterpartyId: string,
  { series, number }: Pick<ReceivedNoteRow, 'series' | 'number'>,
): Promise<{ readonly id: string } | undefined> =>
  scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_number' })
    .select('id')
    .where('type', '=', 'bill_credit_note')
    .where('series', series === null ? 'is' : '=', series)
    .where(
      'number',
      'in',
      [...new Set([number, number?.toUpperCase(), number?.toLowerCase()])].flatMap((each) => each ?? []),
    )
    .where('counterparty_id', '=', counterpartyId)
    .where('status', '<>', 'rejected')
    .executeTakeFirst();

/** Those in the books that stand on account with the supplier, in the order of their days. */
export const receivedOnAccount = (
  ctx: Tenant<Reader>,
  { counterparty_id, currency }: Pick<ReceivedNoteRow, 'counterparty_id' | 'currency'>,
): Promise<readonly ListedNote[]> =>
  listed(ctx, 'ix_credit_note_party')
    .where('credit_note.counterparty_id', '=', counterparty_id)
    .where('credit_note.record_id', 'is', null)
    .where('credit_note.status', 'in', ['received', 'validated'])
    .where('credit_note.currency', '=', currency)
    .where('credit_note.historic', '=', false)
    .where('credit_note.received', 'is not', null)
    .orderBy('credit_note.issue_date')
    .orderBy('credit_note.id')
    .limit(MOST_ON_ACCOUNT)
    .execute();

/** Of the suppliers, those of whom such notes stand on account, with their currency. */
export const partiesOnAccount = (
  ctx: Tenant<Reader>,
  counterpartyIds: readonly string[],
): Promise<readonly Pick<ReceivedNoteRow, 'counterparty_id' | 'currency'>[]> =>
  scoped(ctx, 'credit_note')
    .select({ index: 'ix_credit_note_party' })
    .select(['counterparty_id', 'currency'])
    .distinct()
    .where('counterparty_id', 'in', counterpartyIds)
    .where('record_id', 'is', null)
    .where('status', 'in', ['received', 'validated'])
    .where('historic', '=', false)
    .where('received', 'is not', null)
    .execute();

/** More of one supplier, none of which was ever set off, are no sign of a bill that comes late. */
const MOST_ON_ACCOUNT = 200;

/** The bill of one that had none; false where it has one by now. */
export const nameBill = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  id: string,
  columns: Pick<ReceivedNoteRow, 'record_id' | 'excess_minor'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'credit_note')
    .update()
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: toInstant(ctx.now) }))
    .where('id', '=', id)
    .where('record_id', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** False when it is no longer in this state. */
export const moveReceivedNote = async (
  ctx: Tenant<Writer> & { readonly now: Date },
  id: string,
  from: ReceivedNoteRow['status'],
  { to, excess_minor }: { readonly to: ReceivedNoteRow['status']; readonly excess_minor: number | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await scoped(ctx, 'credit_note')
    .update()
    .set((eb) => ({
      status: to,
      excess_minor,
      version: eb('version', '+', 1),
      updated_at: toInstant(ctx.now),
    }))
    .where('id', '=', id)
    .where('type', '=', 'bill_credit_note')
    .where('status', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};
