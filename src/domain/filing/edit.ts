// Some fields of a draft change, and the whole is checked as a call of create_invoice would be.
import { type CreateInvoiceParams, createInvoice } from '../../../generated/tools/create_invoice.ts';
import { checkParams } from '../../base/arguments/check.ts';
import type { Entity } from '../../base/entity.ts';
import type { WriteScope } from '../ground/change/scope.ts';
import type { Raises } from '../../base/raises.ts';
import type { FilableView } from '../documents/shared/filable.ts';
import { hasLapsed, storedFiling } from '../documents/shared/filing.ts';
import { sweepApproval } from './approval/end.ts';
import { requireFilable } from './filable.ts';
import { returnNumber } from './numbers.ts';

/** Parameters of create_invoice as they came; null empties one, and one field of the country. */
export type InvoiceChanges = {
  readonly [K in keyof CreateInvoiceParams]?:
    | CreateInvoiceParams[K]
    | null
    | (K extends 'country_details' ? Readonly<Record<string, unknown>> : never);
};

export const isFields = (value: unknown): value is InvoiceChanges =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields given replace those of the draft, null removes one; those of `country_details` change one by one. */
const merge = (current: CreateInvoiceParams, changes: InvoiceChanges): object => {
  const { country_details: details, ...others } = changes;
  // Whoever names the customer anew means the other way of naming it too.
  const customer = 'counterparty_name' in changes ? { counterparty_id: null } : {};
  const merged = { ...current, ...customer, ...others };
  if (details === undefined) return merged;
  return {
    ...merged,
    country_details: isFields(details) ? { ...current.country_details, ...details } : details,
  };
};

/** Files that stay are not checked again: those added by a command may be larger than a call takes. */
export const editBy =
  (entity: Entity, changes: InvoiceChanges) =>
  ({ attachments, ...current }: CreateInvoiceParams): CreateInvoiceParams => {
    const checked = checkParams(createInvoice, merge(current, changes), entity);
    return attachments === undefined || 'attachments' in changes ? checked : { ...checked, attachments };
  };

export type DiscardScope = WriteScope &
  Raises<'invoice_not_found' | 'invoice_not_draft' | 'filing_in_progress'>;

/** Returns the discarded draft. Its rows are deleted, so that no query must exclude them; the audit row keeps them. */
export const discardDraft = async (ctx: DiscardScope, id: string): Promise<FilableView> => {
  const draft = await requireFilable(ctx, id);
  const { kind, status, filing_status } = draft;
  const shown = await kind.show(ctx, id);
  if (shown === undefined) throw new Error(`${id} was locked and is not there`);
  // An expired request no longer blocks, even if the worker has not ended it yet.
  if (hasLapsed(draft, ctx.now)) await sweepApproval(ctx, id, storedFiling(draft).approval?.id ?? '');
  if (status !== 'draft') throw ctx.error('invoice_not_draft', { path: 'invoice_id', status });
  if (!(await draft.discard(ctx))) {
    throw ctx.error('filing_in_progress', { path: 'invoice_id', filing_status });
  }
  await returnNumber(ctx, draft);
  ctx.record({
    event: kind.event('discarded'),
    record_type: kind.record_type,
    record_id: id,
    before: draft.wholeState(),
    after: null,
  });
  return shown;
};
