// How an invoice or credit note is checked and addressed, which follows from its document alone.
import { inTurns, type Steps } from '../../../base/load/turns.ts';
import { once } from '../../../base/once.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { InvoiceDocument, Issue } from '../../../einvoicing/regime.ts';
import { deliveryOf, routeOf } from '../../../einvoicing/route.ts';
import type { Filable } from './filable.ts';

// Each is worked out once: a document of many lines takes a while, and its record does not change.
export const documentParts = (
  make: () => InvoiceDocument,
): Pick<Filable, 'issues' | 'prepare' | 'route' | 'delivery'> & {
  readonly document: () => InvoiceDocument;
} => {
  const document = once(make);
  const regime = () => regimeOf(document().seller.country_code);
  let found: readonly Issue[] | undefined;
  function* findIssues(): Steps<readonly Issue[]> {
    document();
    yield;
    return yield* regime().validateInSteps(document());
  }
  return {
    document,
    issues: () => (found ??= regime().validate(document())),
    prepare: async () => {
      found ??= await inTurns(findIssues());
    },
    route: () => routeOf(document()),
    delivery: () => deliveryOf(document()),
  };
};
