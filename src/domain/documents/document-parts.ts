// How an invoice or credit note is checked, built and addressed, which follows from its document alone.
import { regimeOf } from '../../einvoicing/index.ts';
import type { InvoiceDocument } from '../../einvoicing/regime.ts';
import { routeOf } from '../../einvoicing/route.ts';
import type { Filable } from './filable.ts';

export const documentParts = (
  document: () => InvoiceDocument,
): Pick<Filable, 'document' | 'issues' | 'build' | 'route'> => ({
  document,
  issues: () => {
    const checked = document();
    return regimeOf(checked.seller.country_code).validate(checked);
  },
  build: (facts) => {
    const checked = document();
    return regimeOf(checked.seller.country_code).build(checked, facts);
  },
  route: () => routeOf(document()),
});
