// Some fields of a draft change, and the whole is checked as a call of create_invoice would be.
import { createInvoice, type CreateInvoiceParams } from '../../../generated/tools/create_invoice.ts';
import { checkParams } from '../../base/arguments/check.ts';
import type { Entity } from '../../base/entity.ts';

/** Parameters of create_invoice as they came; null empties one. */
export type InvoiceChanges = {
  readonly [K in keyof CreateInvoiceParams]?: CreateInvoiceParams[K] | null;
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
