// What settling an invoice without money has to know of it: its taxes, and the discounts that were agreed.
import type { Reader } from '../../../../db/database.ts';
import { own, scoped, type Tenant } from '../../../../db/scoped.ts';

export const readSettlement = (ctx: Tenant<Reader>, ids: readonly string[]) =>
  scoped(ctx, 'invoice')
    .select()
    .innerJoin('counterparty', own('counterparty', 'invoice'))
    .select(['invoice.id', 'invoice.tax_breakdown', 'invoice.content', 'counterparty.payment_terms'])
    .where('invoice.id', 'in', ids)
    .execute();
