// How an invoice or credit note is checked and addressed, which follows from its document alone.
import { regimeOf } from '../../../einvoicing/index.ts';
import type { InvoiceDocument } from '../../../einvoicing/regime.ts';
import { deliveryOf, routeOf } from '../../../einvoicing/route.ts';
import type { Filable } from './filable.ts';

/** Each is worked out once: a document of many lines takes a while, and its record does not change. */
const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

export const documentParts = (
  make: () => InvoiceDocument,
): Pick<Filable, 'document' | 'issues' | 'route' | 'delivery'> => {
  const document = once(make);
  return {
    document,
    issues: once(() => regimeOf(document().seller.country_code).validate(document())),
    route: () => routeOf(document()),
    delivery: () => deliveryOf(document()),
  };
};
