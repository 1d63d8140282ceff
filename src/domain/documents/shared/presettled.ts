// What an earlier system had settled of an imported document, as long as no payment or credit note here explains it.
import type { Movement } from '../../money/ledger/post.ts';
import { shrink } from '../../money/ledger/post.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import type { SettledDocument } from './document.ts';

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
