// Books what was received: its bill leaves the inbox and is owed from then on.
import type { CounterpartyId, ReceivedDocumentId } from '../../../../generated/ids.ts';
import type { ReceivedRule } from '../../../../generated/received.ts';
import { toInstant } from '../../../db/instant.ts';
import type { Raises } from '../../../base/raises.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import { decideBill } from '../../documents/bills/decide.ts';
import { decideNote } from '../../documents/bill-credit-notes/decide.ts';
import { changeReceived } from '../../documents/received/change.ts';
import { getReceived } from '../../documents/received/find.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import type { EntityChange, JobScope, Unlimited } from '../../ground/change/change.ts';
import { getEntity, lockEntity } from '../../ground/entities/store.ts';
import { closedThrough } from '../../ground/periods/period.ts';
import { followCounterparty } from '../../parties/counterparties/look-up.ts';
import { blockingRules, decideBeside, documentsOf } from './beside.ts';
import { mayTakeNow } from './refused.ts';
import { proveDocument } from '../proofs/settle.ts';
import { decideWaiting } from './waiting.ts';
import { judgeDay } from './verdict.ts';

export type BookScope = JobScope &
  Raises<
    | 'received_document_not_found'
    | 'received_document_in_state'
    | 'received_document_blocked'
    | 'received_document_unread'
    | 'counterparty_not_found'
    | 'counterparty_not_supplier'
  >;

export interface BookQuestion {
  readonly received_document_id: string;
  readonly counterparty_id?: string | undefined;
}

/** Reads the document anew. */
type ReadAgain = (document: ListedReceived) => Promise<unknown>;

export const bookReceived = async (
  ctx: BookScope,
  { received_document_id: id, counterparty_id }: BookQuestion,
  readAgain: ReadAgain,
): Promise<ListedReceived> => {
  const about = { path: 'received_document_id', received_document_id: id as ReceivedDocumentId };
  const found = await getReceived(ctx, id);
  if (found.status === 'booked') return found;
  if (found.status === 'rejected')
    throw ctx.error('received_document_in_state', { ...about, status: found.status });
  const made = found.bill_id !== null || found.bill_credit_note_id !== null;
  if (made && counterparty_id !== undefined && counterparty_id !== found.counterparty_id)
    throw ctx.error('received_document_blocked', {
      ...about,
      rules: `the supplier ${found.counterparty_name ?? found.counterparty_id}, whose it is already`,
    });
  const before =
    counterparty_id === undefined || made
      ? await takeAgain(ctx, found, readAgain)
      : await chooseSupplier(ctx, found, counterparty_id, readAgain);
  if (before.read_at === null || before.due_at !== null) throw ctx.error('received_document_unread', about);
  const { result } = await ctx.books.change(ctx.entity, ctx, (change: Unlimited) =>
    bookDocument(change, id, { despite: false }),
  );
  return result;
};

const OWED: ReadonlySet<ListedReceived['kind']> = new Set(['bill', 'bill_credit_note', 'unknown']);

/** What is owed, or may be, is never called booked while nothing was made of it, whoever asks. */
export const lacksRecord = ({
  kind,
  bill_id,
  bill_credit_note_id,
}: Pick<ListedReceived, 'kind' | 'bill_id' | 'bill_credit_note_id'>): boolean =>
  OWED.has(kind) && bill_id === null && bill_credit_note_id === null;

/** `despite`: a person books it in spite of what was found. */
export const bookDocument = async (
  ctx: Unlimited,
  id: string,
  { despite }: { readonly despite: boolean },
): Promise<ListedReceived> => {
  const about = { path: 'received_document_id', received_document_id: id as ReceivedDocumentId };
  // Until this is decided no other file comes beside its record.
  await lockEntity(ctx.db, ctx.entity.id);
  const found = await getReceived(ctx, id);
  const { status, issues, due_at } = found;
  if (status === 'rejected') throw ctx.error('received_document_in_state', { ...about, status });
  if (due_at !== null) throw ctx.error('received_document_unread', about);
  const errors = blockingRules([found, ...(await documentsOf(ctx, found))]);
  if (errors.length > 0 && !despite && status !== 'booked')
    throw ctx.error('received_document_blocked', { ...about, rules: errors.join(', ') });
  if (status !== 'booked' && lacksRecord(found))
    throw ctx.error('received_document_blocked', {
      ...about,
      rules: [...new Set(issues.map(({ rule }) => rule)), 'no bill was made of it'].join(', '),
    });
  const closed_through = await closedThrough(ctx);
  let booked = false;
  // First the document, so that of two at once the later one finds it booked.
  const after = await changeReceived(ctx, id, 'document.booked', (before) => {
    booked = before.status !== 'booked';
    if (before.status === 'rejected')
      throw ctx.error('received_document_in_state', { ...about, status: before.status });
    return booked
      ? {
          status: 'booked',
          decided_at: toInstant(ctx.now),
          decided_by: ctx.actor.type,
          issues: withDay(before, closed_through),
        }
      : undefined;
  });
  if (!booked) return after;
  await decideBeside(ctx, after, 'document.booked');
  await enterBooks(ctx, after, errors.length === 0);
  if (after.kind !== 'payment_proof') return after;
  await proveDocument(ctx, id);
  return getReceived(ctx, id);
};

/** What was made of it is owed from now on, and valid where the company says so of what nothing blocks. */
const enterBooks = async (ctx: Unlimited, document: ListedReceived, isClear: boolean): Promise<void> => {
  const validates = isClear && (await getEntity(ctx.db, ctx.entity.id)).details.bills === 'automatic';
  await decideWaiting(ctx, document, 'receive');
  const { bill_id, bill_credit_note_id } = document;
  if (validates && bill_id !== null) await decideBill(ctx, bill_id, 'validate');
  if (validates && bill_credit_note_id !== null) await decideNote(ctx, bill_credit_note_id, 'validate');
};

const CLOSED: ReceivedRule = 'in_closed_period';

/** Since it was read, its period may have been closed or opened again. */
const withDay = ({ issues, issue_date }: ListedReceived, closed_through: IsoDay | null) => [
  ...issues.filter(({ rule }) => rule !== CLOSED),
  ...judgeDay(issue_date, { closed_through }),
];

/** Says whose the document is, which is read again with it. */
export const chooseSupplier = async (
  ctx: BookScope,
  { id, links }: ListedReceived,
  received: string,
  readAgain: ReadAgain,
): Promise<ListedReceived> => {
  const path = 'counterparty_id';
  const supplier = await followCounterparty(ctx, received);
  if (supplier === undefined)
    throw ctx.error('counterparty_not_found', { path, received: received.slice(0, 100) });
  const { name } = supplier;
  // One that the document may be of becomes a supplier with it.
  if (!supplier.is_supplier && ![supplier.id, received].some((one) => links.candidates.includes(one)))
    throw ctx.error('counterparty_not_supplier', {
      path,
      counterparty_id: supplier.id as CounterpartyId,
      name,
    });
  return readAnew(ctx, id, readAgain, { counterparty_id: supplier.id, proposed: false });
};

/** One that the books refused is read again, in case the cause is gone. */
export const takeAgain = async (
  ctx: BookScope,
  found: ListedReceived,
  readAgain: ReadAgain,
): Promise<ListedReceived> => (mayTakeNow(found) ? readAnew(ctx, found.id, readAgain) : found);

const readAnew = async (
  ctx: BookScope,
  id: string,
  readAgain: ReadAgain,
  changes: Partial<ReceivedRow> = {},
): Promise<ListedReceived> => {
  const { result } = await ctx.books.change(ctx.entity, ctx, (change: EntityChange) =>
    // Who decided meanwhile has decided.
    changeReceived(change, id, 'document.read', ({ status, bill_id, bill_credit_note_id }) =>
      status !== 'needs_review' || bill_id !== null || bill_credit_note_id !== null
        ? undefined
        : { ...changes, due_at: toInstant(change.now), attempts: 0 },
    ),
  );
  if (result.due_at !== null) await readAgain(result);
  return getReceived(ctx, id);
};
