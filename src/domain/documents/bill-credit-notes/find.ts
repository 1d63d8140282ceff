// Credit notes of suppliers as callers ask for them.
import type { ListBillCreditNotesParams } from '../../../../generated/tools/list_bill_credit_notes.ts';
import type { Raises } from '../../../base/raises.ts';
import type { BillContent } from '../../../db/stated-bills.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import { requireCounterparty } from '../../parties/counterparties/resolve.ts';
import { billsWithNumberOrUuid, hasBill } from '../bills/store.ts';
import type { ReceivedNoteRow } from '../credit-notes/record.ts';
import {
  findReceivedNote,
  type ListedNote,
  NOTE_ORDER,
  receivedNotesPage,
} from '../credit-notes/store/received.ts';

export const getReceivedNote = async (
  ctx: ReadScope & Raises<'bill_credit_note_not_found'>,
  id: string,
): Promise<ListedNote> => {
  const note = await findReceivedNote(ctx, id);
  if (note !== undefined) return note;
  throw ctx.error('bill_credit_note_not_found', { path: 'bill_credit_note_id', received: id.slice(0, 100) });
};

/** The latest first. A bill or supplier that is asked for must be one of the entity. */
export const listReceivedNotes = async (
  ctx: ReadScope & Raises<'invalid_cursor' | 'counterparty_not_found' | 'bill_not_found'>,
  {
    limit,
    cursor,
    ...asked
  }: Pick<ListBillCreditNotesParams, 'bill_id' | 'counterparty_id' | 'cursor' | 'limit' | 'status'>,
): Promise<Page<ListedNote>> => {
  const filters = await requireCounterparty(ctx, asked);
  const { bill_id } = filters;
  if (bill_id !== undefined && !(await hasBill(ctx, bill_id)))
    throw ctx.error('bill_not_found', { path: 'bill_id', received: bill_id });
  return readPage(ctx, {
    tool: 'list_bill_credit_notes',
    tenant: ctx.entity.id,
    filters,
    limit,
    cursor,
    order: NOTE_ORDER,
    ...receivedNotesPage(ctx, filters),
  });
};

type Naming = Pick<ReceivedNoteRow, 'counterparty_id' | 'currency'> & {
  readonly received: Pick<BillContent, 'references'> | null;
};

const namedBy = ({ received }: Pick<Naming, 'received'>): readonly string[] =>
  (received?.references ?? []).filter(({ kind }) => kind === 'prior').map(({ id }) => id);

export const namesBill = (note: Pick<Naming, 'received'>): boolean => namedBy(note).length > 0;

/** The one bill of this supplier, in this currency, that the note names; undefined where it names none or several. */
export const findCredited = async (
  ctx: ReadScope,
  { counterparty_id, currency, received }: Naming,
): Promise<string | undefined> => {
  const named = namedBy({ received });
  if (named.length === 0) return undefined;
  const found = (await billsWithNumberOrUuid(ctx, counterparty_id, named)).filter(
    (bill) => bill.currency === currency,
  );
  return found.length === 1 ? found[0]?.id : undefined;
};
