// From whom to whom a document travels: between tax ids at an authority, between participants in a network.
import type { Route } from './filing.ts';
import { regimeOf } from './index.ts';
import { chooseReceiver } from './mx-cfdi/receiver.ts';
import { buyerOf, sellerOf } from './peppol-ubl/parties.ts';
import type { InvoiceDocument } from './regime.ts';

export const routeOf = ({ seller, buyer }: InvoiceDocument): Route => {
  const common = {
    senderCountry: seller.country_code,
    accessPointId: seller.details.access_point_id ?? null,
  };
  if (regimeOf(seller.country_code).model === 'clearance')
    return {
      ...common,
      sender: seller.tax_id ?? '',
      // A customer abroad has the generic RFC of foreigners.
      receiver: chooseReceiver(buyer, seller).rfc?.text ?? '',
    };
  return {
    ...common,
    sender: sellerOf(seller).endpoint ?? '',
    receiver: buyerOf(buyer).endpoint ?? '',
  };
};
