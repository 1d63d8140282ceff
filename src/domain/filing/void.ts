// Requests the cancellation of a filed document; the worker then sends it to the authority.
import type { CancellationReason, InvoiceFiling } from '../../../generated/types.ts';
import { type ToolError, toolError } from '../../base/errors.ts';
import { type Raises, raiseIf } from '../../base/raises.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { ReadScope, WriteScope } from '../ground/change/scope.ts';
import type { Filable, Uncancellable } from '../documents/shared/filable.ts';
import { getUuid, storedFiling } from '../documents/shared/filing.ts';
import { endRequest, waitingRequest } from './cancellation/end.ts';
import { loadFilable, requireFilable } from './filable.ts';
import { enqueue } from './store/outbox.ts';
import { takesPart } from '../documents/credit-notes/left.ts';
import { noteFolio } from '../documents/credit-notes/describe.ts';
import { findNotesOn } from '../documents/credit-notes/store/notes.ts';
import { complementFolio } from '../documents/complements/describe.ts';
import { findComplementsOn } from '../documents/complements/store.ts';

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

export type VoidRefusal =
  | Uncancellable
  | 'cancel_draft'
  | 'cancel_not_filed'
  | 'cancel_on_network'
  | 'cancel_without_uuid'
  | 'cancel_named_by'
  | 'cancel_reason_global'
  | 'cancel_needs_replacement'
  | 'cancel_takes_no_replacement'
  | 'cancel_replacement_not_filed'
  | 'cancel_not_replaced';

type VoidScope = WriteScope & Raises<VoidRefusal>;

/** Refuses what the authority would not take; the UUID of the replacement, if the wish names one. */
export const checkVoid = async (
  ctx: VoidScope,
  document: Filable,
  wish: Pick<VoidWish, 'reason' | 'replacement'>,
): Promise<string | null> => {
  await requireCancellable(ctx, document);
  requireReason(ctx, document, wish);
  return replacementUuid(ctx, document, wish.replacement);
};

/** Queues the cancellation; one in progress stays as it is. */
export const requestVoid = async (
  ctx: VoidScope & Raises<'invoice_not_found'>,
  id: string,
  wish: VoidWish,
): Promise<void> => {
  await askToCancel(ctx, await requireFilable(ctx, id), wish);
};

/** The same for a document that is locked. It refuses before it writes anything. */
export const askToCancel = async (ctx: VoidScope, before: Filable, wish: VoidWish): Promise<void> => {
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

const requireCancellable = async (ctx: VoidScope, document: Filable): Promise<void> => {
  raiseIf(ctx, refuseState(ctx, document));
  const { id, folio } = document;
  const named_by = await listNaming(ctx, id);
  if (named_by.length > 0) throw ctx.error('cancel_named_by', { document: folio ?? id, named_by });
  raiseIf(ctx, await document.uncancellable(ctx));
};

const refuseState = (
  { entity }: ReadScope,
  document: Filable,
): ToolError<'cancel_draft' | 'cancel_not_filed' | 'cancel_on_network' | 'cancel_without_uuid'> | null => {
  const { id, status, folio } = document;
  const about = { document: folio ?? id };
  if (status === 'draft') return toolError('cancel_draft', { document_id: id });
  if (status !== 'filed') return toolError('cancel_not_filed', { ...about, status });
  if (regimeOf(entity.country_code).model !== 'clearance')
    return toolError('cancel_on_network', { ...about, document_id: id, country: entity.country_code });
  return getUuid(document) === null ? toolError('cancel_without_uuid', about) : null;
};

/** Reason 04 is of a sale named in a global invoice (c_MotivoCancelacion), which only that invoice can have. */
const requireReason = (
  ctx: VoidScope,
  document: Filable,
  { reason, replacement }: Pick<VoidWish, 'reason' | 'replacement'>,
): void => {
  if (reason === '04' && document.document().terms.global === null)
    throw ctx.error('cancel_reason_global', { path: 'reason', document: document.folio ?? document.id });
  if ((reason === '01') === (replacement !== null)) return;
  throw reason === '01'
    ? ctx.error('cancel_needs_replacement', { path: 'replacement_invoice_id' })
    : ctx.error('cancel_takes_no_replacement', { path: 'replacement_invoice_id' });
};

const replacementUuid = async (
  ctx: VoidScope,
  { id, ...document }: Filable,
  replacement: string | null,
): Promise<string | null> => {
  if (replacement === null) return null;
  const path = 'replacement_invoice_id';
  const other = replacement === id ? undefined : await loadFilable(ctx, replacement);
  const uuid = other?.status === 'filed' ? getUuid(other) : null;
  if (other === undefined || uuid === null)
    throw ctx.error('cancel_replacement_not_filed', { path, replacement_id: replacement });
  const replaced = getUuid(document)?.toLowerCase();
  const names = other
    .document()
    .relations.some((relation) => relation.type === '04' && relation.uuid.toLowerCase() === replaced);
  if (names) return uuid;
  throw ctx.error('cancel_not_replaced', {
    path,
    document: document.folio ?? id,
    replacement: other.folio ?? other.id,
  });
};

/** Their folios, or ids where they are about to be filed. */
export const listNaming = async (ctx: ReadScope, id: string): Promise<readonly string[]> => {
  const notes = await findNotesOn(ctx, id);
  const complements = (await findComplementsOn(ctx, id)).filter(({ status }) => status !== 'void');
  return [
    ...notes.filter(takesPart).map((note) => noteFolio(note) ?? note.id),
    ...complements.map((complement) => complementFolio(complement) ?? complement.id),
  ];
};
