// From whom to whom a document travels: between tax ids at an authority, between participants in a network.
import type { Route } from './filing.ts';
import { regimeOf } from './index.ts';
import { chooseReceiver } from './mx-cfdi/receiver.ts';
import { chooseDelivery, type Delivered, type Delivery, partiesOf } from './peppol-ubl/delivery.ts';
import type { ShownDocument } from './regime.ts';

/** How the customer gets the document; null where an authority decides on it, and the seller passes it on. */
export const deliveryOf = (document: Delivered): Delivery | null =>
  regimeOf(document.seller.country_code).model === 'clearance' ? null : chooseDelivery(document);

export const routeOf = (document: ShownDocument): Route => {
  const { seller, buyer } = document;
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
  const parties = partiesOf(document);
  return {
    ...common,
    sender: parties.seller.endpoint ?? '',
    receiver: parties.buyer.endpoint ?? '',
  };
};
