// Changes what an invoice or bill is worth. Balance and `open` are defined here and nowhere else; every change goes
// through one guarded UPDATE, which matches the very row that was read or nothing.
import type { BillStatus, DocumentType, InvoiceStatus } from '../../../../generated/types.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { SettledDocument } from './document.ts';
import { countOpen } from './open-months.ts';
import { writeSettled } from './store/settle.ts';
import { type Movement, shrink } from '../../money/ledger/post.ts';

type StoredStatus = InvoiceStatus | BillStatus;

/** The states in which a document takes payments and credit notes. */
const OWED: Readonly<Record<DocumentType, readonly StoredStatus[]>> = {
  invoice: ['filed'],
  bill: ['received', 'validated'],
};

/** The states in which a credit note counts; in all others it is only shown. */
export const EFFECTIVE_NOTES = ['filed', 'received', 'validated'] as const;

/** The states in which nothing is owed any more. */
const CLOSED: readonly StoredStatus[] = ['void', 'reversed', 'rejected'];

interface Figures {
  readonly status: StoredStatus;
  readonly total_minor: number;
  readonly paid_minor: number;
  readonly credited_minor: number;
}

/** What is left to pay; of a draft or a bill in the inbox, what will be. Negative when a bill is overpaid. */
export const balanceOf = ({ status, total_minor, paid_minor, credited_minor }: Figures): number =>
  CLOSED.includes(status) ? 0 : total_minor - paid_minor - credited_minor;

/** Whether a document in this state takes payments at all. */
export const isOwed = (kind: DocumentType, status: StoredStatus): boolean => OWED[kind].includes(status);

/** The stored flag: owed, with a balance above zero. */
export const openFlag = (kind: DocumentType, status: StoredStatus, balance_minor: number): boolean =>
  isOwed(kind, status) && balance_minor > 0;

/** The document after a payment of this much, in its currency. Only the bank and admin side may overpay, and only bills. */
export const pay = (
  ctx: WriteScope,
  document: SettledDocument,
  minor: number,
  { overpay = false }: { readonly overpay?: boolean } = {},
): Promise<SettledDocument> => write(ctx, document, afterPayment(document, minor, overpay));

/** The same without writing it; see `settle-many.ts`. */
export const afterPayment = (document: SettledDocument, minor: number, overpay: boolean): SettledDocument => {
  if (!overpay && minor > document.balance_minor) throw new Error(`${document.id} would be overpaid`);
  return after(document, { paid_minor: document.paid_minor + minor });
};

/** The document after a payment of this much was taken back. */
export const unpay = (ctx: WriteScope, document: SettledDocument, minor: number): Promise<SettledDocument> =>
  settle(ctx, document, { paid_minor: document.paid_minor - minor });

/**
 * After a credit note of `credited`. Where that exceeds the balance, `unpaid` of the payments is released, of which an
 * earlier system had settled `unsettled`.
 */
export const credit = (
  ctx: WriteScope,
  document: SettledDocument,
  { credited, unpaid, unsettled }: { credited: number; unpaid: number; unsettled: number },
): Promise<SettledDocument> =>
  settle(ctx, document, {
    credited_minor: document.credited_minor + credited,
    paid_minor: document.paid_minor - unpaid,
    presettled_minor: document.presettled_minor - unsettled,
  });

/** A payment or credit note is now known for a part of what an earlier system had settled; the balance stays. */
export const replacePresettled = (
  ctx: WriteScope,
  document: SettledDocument,
  minor: number,
  by: 'payment' | 'credit_note',
): Promise<SettledDocument> => {
  const presettled_minor = document.presettled_minor - minor;
  if (by === 'payment') return settle(ctx, document, { presettled_minor });
  return settle(ctx, document, {
    presettled_minor,
    paid_minor: document.paid_minor - minor,
    credited_minor: document.credited_minor + minor,
  });
};

/** After a credit note was cancelled: what it credited is owed again, also of an invoice that it had reversed. */
export const uncredit = (
  ctx: WriteScope,
  document: SettledDocument,
  minor: number,
): Promise<SettledDocument> => {
  const credited_minor = document.credited_minor - minor;
  return document.status === 'reversed'
    ? settle(ctx, document, { credited_minor, status: 'filed', closed_on: null })
    : settle(ctx, document, { credited_minor });
};

/** Writes the row of a locked document, so that on every node others wait who decide by it. */
export const claimDocument = (ctx: WriteScope, document: SettledDocument): Promise<SettledDocument> =>
  settle(ctx, document, {});

/** After it became void, rejected or reversed on this day: nothing is owed. */
export const close = (
  ctx: WriteScope,
  document: SettledDocument,
  status: 'void' | 'rejected' | 'reversed',
  day: IsoDay,
): Promise<SettledDocument> => settle(ctx, document, { status, closed_on: day });

/** Counted no more from this day on, since another invoice takes its place; what is owed on it is taken off. */
export const retire = (ctx: WriteScope, document: SettledDocument, day: IsoDay): Promise<SettledDocument> =>
  settle(ctx, document, { credited_minor: document.total_minor - document.paid_minor, closed_on: day });

interface Changed {
  readonly status?: 'void' | 'rejected' | 'reversed' | 'filed';
  readonly paid_minor?: number;
  readonly credited_minor?: number;
  readonly presettled_minor?: number;
  readonly closed_on?: IsoDay | null;
}

const settle = (
  ctx: WriteScope,
  document: SettledDocument,
  { closed_on, ...changed }: Changed,
): Promise<SettledDocument> => write(ctx, document, after(document, changed), closed_on);

const after = (document: SettledDocument, changed: Omit<Changed, 'closed_on'>): SettledDocument => {
  // A status fits the document's kind: whoever changes it closes one of that kind.
  const merged = { ...document, ...changed, version: document.version + 1 } as SettledDocument;
  const balance_minor = balanceOf(merged);
  const settled = { ...merged, balance_minor, open: openFlag(document.kind, merged.status, balance_minor) };
  requireSound(settled);
  return settled;
};

const write = async (
  ctx: WriteScope,
  before: SettledDocument,
  settled: SettledDocument,
  closed_on?: IsoDay | null,
): Promise<SettledDocument> => {
  await writeSettled(ctx, { before, after: settled }, closed_on);
  await countOpen(ctx, [{ kind: settled.kind, before, after: settled }]);
  if (settled.balance_minor < before.balance_minor) await ctx.tell('documents_settled', [settled]);
  return settled;
};

const requireSound = ({
  id,
  kind,
  paid_minor,
  credited_minor,
  presettled_minor,
  balance_minor,
}: SettledDocument): void => {
  const sound =
    paid_minor >= presettled_minor &&
    presettled_minor >= 0 &&
    credited_minor >= 0 &&
    (kind === 'bill' || balance_minor >= 0);
  if (!sound) throw new Error(`settling ${id} would leave figures that cannot be`);
};

/** How the ledger, and a payment released from it, describe it. */
export const SETTLED_BEFORE = 'Settled before import';

/** The one entry for it, beside the document's own. */
export const settledBefore = (document: Movement, minor: number): Movement => ({
  ...document,
  entry_type: document.ledger === 'ar' ? 'invoice_payment' : 'bill_payment',
  amount_minor: minor,
  document_id: document.record_id,
  description: SETTLED_BEFORE,
});

/** A record of these books now covers this much of it, and posts its own entry. */
export const shrinkPresettled = (
  ctx: WriteScope,
  { kind, id }: Pick<SettledDocument, 'kind' | 'id'>,
  minor: number,
): Promise<void> => shrink(ctx, { entry_type: `${kind}_payment`, record_id: id, document_id: id }, minor);
