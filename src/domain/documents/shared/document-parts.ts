// How an invoice or credit note is checked and addressed, which follows from its document alone.
import { regimeOf } from '../../../einvoicing/index.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import { deliveryOf, routeOf } from '../../../einvoicing/route.ts';
import type { Filable } from './filable.ts';

export const documentParts = (
  document: () => InvoiceDocument,
): Pick<Filable, 'document' | 'issues' | 'route' | 'delivery'> => ({
  document,
  issues: () => {
    const checked = document();
    return regimeOf(checked.seller.country_code).validate(checked);
  },
  route: () => routeOf(document()),
  delivery: () => deliveryOf(document()),
});
