import type { InvoiceId } from '../../../generated/ids.ts';
import type { Entity } from '../../base/entity.ts';
import type { PageUrl } from '../handler.ts';

/** The page of an invoice, where a person sees it whole and decides; null without pages. */
export const invoicePageOf = (
  { entity, pageUrl }: { readonly entity: Entity; readonly pageUrl: PageUrl },
  id: InvoiceId,
): string | null => pageUrl(`/companies/${entity.id}/invoices/${id}`);
