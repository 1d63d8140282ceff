// How the customer gets an invoice: over the network or by e-mail, and in which form. The seller's wish wins where the
// customer can be reached so; otherwise what is known of the customer decides.
import type { DeliveryChannel, DeliveryFormat } from '../../../generated/types.ts';
import type { InvoiceDocument } from '../regime.ts';
import { hasEmailFormat } from './country-data.ts';
import { buyerOf, isCompany, sellerOf, type TradeParty } from './parties.ts';
import { isBlank, written } from './text.ts';
import { AUTHORITY_SCHEME, deriveParticipant, EMAIL_SCHEME, readScheme } from './participant.ts';

export interface Delivery {
  readonly channel: DeliveryChannel;
  readonly format: DeliveryFormat;
  /** Why so, for people. */
  readonly reason: string;
}

/** What of a document decides on its delivery. */
export type Delivered = Pick<InvoiceDocument, 'seller' | 'buyer' | 'terms'>;

/**
 * A participant id that is derived from a tax id counts until a look-up has found that nobody is registered under it:
 * `participant_verified` is then `false`.
 */
const findParticipant = ({ buyer }: Delivered, party: TradeParty): 'given' | 'derived' | null => {
  if (party.endpoint === null) return null;
  const { vat_id, tax_number, participant_verified } = buyer.details;
  const derived = party.endpoint === deriveParticipant(buyer.country_code, { vat_id, tax_number });
  if (derived && participant_verified === 'false') return null;
  return derived && participant_verified !== 'true' ? 'derived' : 'given';
};

const hasEmail = ({ buyer }: Delivered): boolean => !isBlank(buyer.email);

const overNetwork = (reason: string): Delivery => ({ channel: 'network', format: 'xrechnung', reason });

const byEmail = (
  { seller, terms: { delivery } }: Delivered,
  party: TradeParty,
  reason: string,
): Delivery => ({
  channel: 'email',
  format: hasEmailFormat(seller.country_code)
    ? (delivery.format ?? (isCompany(party) ? 'zugferd' : 'pdf'))
    : 'pdf',
  reason,
});

export const chooseDelivery = (document: Delivered): Delivery => {
  const { channel, format } = document.terms.delivery;
  const party = buyerOf(document.buyer);
  const participant = findParticipant(document, party);
  const email = hasEmail(document);
  // A form is one of a document by e-mail.
  const wished = channel ?? (format === 'zugferd' || format === 'pdf' ? 'email' : null);
  if (wished === 'email' && (email || participant === null))
    return byEmail(document, party, 'E-mail is what the invoice asks for.');
  if (wished === 'network' && (participant !== null || !email))
    return overNetwork('The network is what the invoice asks for.');
  if (party.endpoint !== null && readScheme(party.endpoint) === AUTHORITY_SCHEME)
    return overNetwork('The customer is a public authority with a Leitweg-ID.');
  if (participant === 'given') return overNetwork('The participant id of the customer is known.');
  if (participant === 'derived')
    return overNetwork(
      'The participant id follows from the tax id of the customer; it has not been looked up.',
    );
  return byEmail(
    document,
    party,
    isCompany(party)
      ? party.endpoint === null
        ? 'The customer is a company without a participant id.'
        : `The network does not know the customer as ${party.endpoint}, which follows from its tax id.`
      : 'The customer has neither tax id nor participant id.',
  );
};

/** By e-mail to where no format of e-invoices goes by e-mail: the PDF is the invoice. */
export const isPdfAlone = (document: Delivered): boolean =>
  !hasEmailFormat(document.seller.country_code) && chooseDelivery(document).channel === 'email';

export interface Parties {
  readonly seller: TradeParty;
  readonly buyer: TradeParty;
}

const addressed = (party: TradeParty, email: string | null | undefined): TradeParty => {
  const address = written(email);
  return { ...party, endpoint: address === '' ? null : `${EMAIL_SCHEME}:${address}` };
};

/** The parties with the addresses between which the document travels (BT-34, BT-49). */
export const partiesOf = (document: Delivered): Parties => {
  const seller = sellerOf(document.seller);
  const buyer = buyerOf(document.buyer);
  if (chooseDelivery(document).channel === 'network') return { seller, buyer };
  return {
    seller: seller.endpoint === null ? addressed(seller, seller.contact.email) : seller,
    buyer: addressed(buyer, document.buyer.email),
  };
};
