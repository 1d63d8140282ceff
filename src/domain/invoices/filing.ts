// The filing of an invoice as it is stored beside it, and as it is told.
import type { FilingStatus, InvoiceFiling } from '../../../generated/types.ts';
import { regimeOf } from '../../einvoicing/index.ts';
import type { Entity } from '../entities/entity.ts';
import type { InvoiceHeader } from './record.ts';

/** The JSON of the column `filing`; its status has a column of its own, which lists filter by. */
export type StoredFiling = Omit<InvoiceFiling, 'model' | 'status'>;

const NOT_DELIVERED: InvoiceFiling['delivery'] = { status: 'not_due', recipient: null, sent_at: null };

/** Written by this service only, always as one of the spec's words. */
export const filingStatusOf = ({ filing_status }: Pick<InvoiceHeader, 'filing_status'>): FilingStatus =>
  filing_status as FilingStatus;

/** The authority's UUID or the network's document id. */
export const uuidOf = ({ filing }: Pick<InvoiceHeader, 'filing'>): string | null =>
  typeof filing['uuid'] === 'string' ? filing['uuid'] : null;

export const describeFiling = (entity: Entity, header: InvoiceHeader): InvoiceFiling => {
  // Written by this service only, and completed here when an earlier version knew fewer fields.
  const stored = header.filing as Partial<StoredFiling>;
  return {
    model: regimeOf(entity.country_code).model,
    status: filingStatusOf(header),
    uuid: uuidOf(header),
    filed_at: stored.filed_at ?? null,
    sandbox: stored.sandbox ?? null,
    approval: stored.approval ?? null,
    last_error: stored.last_error ?? null,
    delivery: stored.delivery ?? NOT_DELIVERED,
  };
};
