// Seller, buyer and place of delivery of a CII document.
import { element, type XmlElement } from '../../xml/write.ts';
import type { TaxIdentity } from '../document/party.ts';
import { group, leaf } from '../document/values.ts';
import { identifierOf, readScheme } from '../participant.ts';
import { taxIdOf, type TradeParty } from '../parties.ts';

const taxRegistration = (id: string | null, scheme: 'VA' | 'FC'): XmlElement | null =>
  group('ram:SpecifiedTaxRegistration', [leaf('ram:ID', id, { schemeID: scheme })]);

export const postalAddress = ({ postalCode, street, city, country }: TradeParty): XmlElement | null =>
  group('ram:PostalTradeAddress', [
    leaf('ram:PostcodeCode', postalCode),
    leaf('ram:LineOne', street),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
  ]);

const contact = ({ contact: { name, phone, email } }: TradeParty): XmlElement | null =>
  group('ram:DefinedTradeContact', [
    leaf('ram:PersonName', name),
    group('ram:TelephoneUniversalCommunication', [leaf('ram:CompleteNumber', phone)]),
    group('ram:EmailURIUniversalCommunication', [leaf('ram:URIID', email)]),
  ]);

const endpoint = ({ endpoint: participant }: TradeParty): XmlElement | null =>
  participant === null
    ? null
    : group('ram:URIUniversalCommunication', [
        leaf('ram:URIID', identifierOf(participant), { schemeID: readScheme(participant) }),
      ]);

const partyElements = (party: TradeParty): readonly (XmlElement | null)[] => [
  leaf('ram:Name', party.name),
  party.registration === null
    ? null
    : group('ram:SpecifiedLegalOrganization', [
        leaf('ram:ID', party.registration.id, { schemeID: party.registration.scheme }),
      ]),
  contact(party),
  postalAddress(party),
  endpoint(party),
];

/** BT-29: a seller needs some id (BR-CO-26), so one that may show no tax id shows this. */
const otherId = (party: TradeParty): XmlElement | null =>
  party.registration === null
    ? leaf('ram:ID', party.taxNumber ?? (party.endpoint === null ? null : identifierOf(party.endpoint)))
    : null;

export const sellerParty = (party: TradeParty, tax: TaxIdentity): XmlElement | null => {
  const vatId = tax.shown ? taxIdOf(party, tax.scheme) : null;
  return group('ram:SellerTradeParty', [
    vatId === null ? otherId(party) : null,
    ...partyElements(party),
    taxRegistration(vatId, 'VA'),
    taxRegistration(tax.shown ? party.taxNumber : null, 'FC'),
  ]);
};

export const buyerParty = (party: TradeParty, tax: TaxIdentity): XmlElement | null =>
  group('ram:BuyerTradeParty', [
    ...partyElements(party),
    taxRegistration(tax.shown ? taxIdOf(party, tax.scheme) : null, 'VA'),
  ]);

/** BG-15: where goods within the Union went (BR-IC-12). */
export const shipTo = (party: TradeParty): XmlElement =>
  element('ram:ShipToTradeParty', {}, [postalAddress(party)]);
