// Reports whom a draft is to reach.
import type { WriteScope } from '../../ground/change/scope.ts';
import type { InvoiceRecord } from './record.ts';

const NO_WISH = { channel: null, format: null };

export const tellAddressed = (ctx: WriteScope, { header, customer }: InvoiceRecord): Promise<void> =>
  ctx.tell('document_addressed', { customer, delivery: header.content?.terms.delivery ?? NO_WISH });
