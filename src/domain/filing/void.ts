// Requests the cancellation of a filed document; the worker then sends it to the authority.
import type { CancellationReason, InvoiceFiling } from '../../../generated/types.ts';
import type { Raises } from '../../base/raises.ts';
import { Refusal } from '../../base/refusal.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { ReadScope, WriteScope } from '../ground/change/scope.ts';
import type { Filable } from '../documents/shared/filable.ts';
import { storedFiling, getUuid } from '../documents/shared/filing.ts';
import { endRequest, waitingRequest } from './cancellation/end.ts';
import { loadFilable, requireFilable } from './filable.ts';
import { listNaming } from './naming.ts';
import { enqueue } from './store/outbox.ts';

export interface VoidWish {
  readonly reason: CancellationReason;
  /** The replacement invoice; required for reason 01 and allowed for no other. */
  readonly replacement: string | null;
  readonly by: string;
}

/** A cancellation may be pending for days; this state needs no action. */
export const AWAITS_BUYER = 'the buyer has to accept';

export type Cancellation = NonNullable<InvoiceFiling['cancellation']>;

export const isUnderWay = (document: Filable): boolean =>
  ['requested', 'awaiting_buyer'].includes(storedFiling(document).cancellation?.status ?? '');

/** Refuses what the authority would not take; the UUID of the replacement, if the wish names one. */
export const checkVoid = async (
  ctx: WriteScope,
  document: Filable,
  wish: Pick<VoidWish, 'reason' | 'replacement'>,
): Promise<string | null> => {
  await requireCancellable(ctx, document);
  requireReason(document, wish);
  return replacementUuid(ctx, document, wish);
};

/** Queues the cancellation; one in progress stays as it is. */
export const requestVoid = async (
  ctx: WriteScope & Raises<'invoice_not_found'>,
  id: string,
  wish: VoidWish,
): Promise<void> => {
  await askToCancel(ctx, await requireFilable(ctx, id), wish);
};

/** The same for a document that is locked. It refuses before it writes anything. */
export const askToCancel = async (ctx: WriteScope, before: Filable, wish: VoidWish): Promise<void> => {
  const { id } = before;
  if (isUnderWay(before) && before.status === 'filed') return;
  const replacement = await checkVoid(ctx, before, wish);
  const cancellation: Cancellation = {
    status: 'requested',
    reason: wish.reason,
    requested_at: ctx.now.toISOString(),
    cancelled_at: null,
  };
  // A person does what an agent asked for, whichever way it was done.
  const asked = await waitingRequest(ctx, id);
  if (asked !== undefined)
    await endRequest(ctx, asked, { status: 'approved', decided_by: wish.by, rejection: null });
  const after = await before.write(ctx, { filing: { cancellation, last_error: null, acknowledged: false } });
  await enqueue(ctx, {
    kind: 'cancel',
    document_id: id,
    order: { reason: wish.reason, replacement, by: wish.by },
  });
  ctx.record({
    event: before.kind.event('void_requested'),
    record_type: before.kind.record_type,
    record_id: id,
    before: before.state(),
    after: { ...after.state(), reason: wish.reason, replacement },
  });
};

const requireCancellable = async (ctx: WriteScope, document: Filable): Promise<void> => {
  const why =
    explainState(ctx, document) ??
    (await explainNaming(ctx, document)) ??
    (await document.uncancellable(ctx));
  if (why !== null) throw new Refusal('wrong_state', why);
};

const explainNaming = async (ctx: ReadScope, { id, kind, folio }: Filable): Promise<string | null> => {
  const naming = await listNaming(ctx, id);
  return naming.length === 0
    ? null
    : `The ${kind.noun} ${folio ?? id} is named by ${naming.join(', ')}; cancel that first.`;
};

const explainState = ({ entity }: ReadScope, document: Filable): string | null => {
  const { id, status, kind, folio } = document;
  const { noun, a_noun } = kind;
  const name = folio ?? id;
  if (status === 'draft') return `The ${noun} ${id} is a draft; "invoice discard" removes it.`;
  if (status !== 'filed') return `The ${noun} ${name} is ${status} already.`;
  if (regimeOf(entity.country_code).model !== 'clearance') {
    const instead = noun === 'invoice' ? `credit it with "invoice credit ${id}"` : 'correct it with another';
    const begin = `${a_noun.charAt(0).toUpperCase()}${a_noun.slice(1)}`;
    return `${begin} of ${entity.country_code} is not cancelled once the network has taken it; ${instead}.`;
  }
  return getUuid(document) === null
    ? `The ${noun} ${name} has no UUID here, by which it could be cancelled.`
    : null;
};

/** Reason 04 is of a sale named in a global invoice (c_MotivoCancelacion), which only that invoice can have. */
const requireReason = (document: Filable, { reason }: Pick<VoidWish, 'reason'>): void => {
  if (reason !== '04' || document.document().terms.global !== null) return;
  throw new Refusal(
    'invalid_value',
    `Reason 04 is only for a global invoice, and ${document.folio ?? document.id} is none; 02 is for errors, 03 for a sale that was not carried out.`,
  );
};

const replacementUuid = async (
  ctx: WriteScope,
  { id, kind, ...document }: Filable,
  { reason, replacement }: Pick<VoidWish, 'reason' | 'replacement'>,
): Promise<string | null> => {
  if ((reason === '01') !== (replacement !== null)) {
    throw new Refusal(
      'usage',
      reason === '01'
        ? 'Reason 01 says that another invoice takes its place; name it with --replacement.'
        : 'Only reason 01 names a --replacement.',
    );
  }
  if (replacement === null) return null;
  const other = replacement === id ? undefined : await loadFilable(ctx, replacement);
  const uuid = other?.status === 'filed' ? getUuid(other) : null;
  if (other === undefined || uuid === null)
    throw new Refusal(
      'invalid_value',
      `${replacement} is not another filed ${kind.noun} of the same company.`,
    );
  const replaced = getUuid(document)?.toLowerCase();
  const names = other
    .document()
    .relations.some((relation) => relation.type === '04' && relation.uuid.toLowerCase() === replaced);
  if (names) return uuid;
  throw new Refusal(
    'invalid_value',
    `${other.folio ?? other.id} does not say that it replaces ${document.folio ?? id}: it must be made with replaces_invoice_id. Without a replacement, cancel with reason 02 and credit or cancel the other.`,
  );
};
