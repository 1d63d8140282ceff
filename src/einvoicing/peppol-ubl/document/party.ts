// Seller and buyer of a UBL invoice.
import { element, type XmlElement } from '../../xml/write.ts';
import { identifierOf, readScheme } from '../participant.ts';
import { taxIdOf, type TradeParty } from '../parties.ts';
import { group, leaf } from './values.ts';

export interface TaxIdentity {
  /** VAT, GST. */
  readonly scheme: string;
  /** False when all lines are outside the scope of the tax: the document may have no tax id then (BR-O-02). */
  readonly shown: boolean;
}

const endpoint = ({ endpoint: participant }: TradeParty): XmlElement | null =>
  participant === null
    ? null
    : leaf('cbc:EndpointID', identifierOf(participant), { schemeID: readScheme(participant) });

const partyTaxScheme = (id: string | null, scheme: string): XmlElement | null => {
  const company = leaf('cbc:CompanyID', id);
  return company === null
    ? null
    : group('cac:PartyTaxScheme', [company, group('cac:TaxScheme', [leaf('cbc:ID', scheme)])]);
};

/** BT-32, the scheme of a tax number that is not a VAT id. */
const TAX_NUMBER_SCHEME = 'FC';

export const address = (
  name: string,
  { street, city, postalCode, country }: Pick<TradeParty, 'street' | 'city' | 'postalCode' | 'country'>,
): XmlElement | null =>
  group(name, [
    leaf('cbc:StreetName', street),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', postalCode),
    group('cac:Country', [leaf('cbc:IdentificationCode', country)]),
  ]);

const legalEntity = ({ name, registration }: TradeParty): XmlElement | null =>
  group('cac:PartyLegalEntity', [
    leaf('cbc:RegistrationName', name),
    registration === null ? null : leaf('cbc:CompanyID', registration.id, { schemeID: registration.scheme }),
  ]);

const buildContact = ({ contact: { name, phone, email } }: TradeParty): XmlElement | null =>
  group('cac:Contact', [
    leaf('cbc:Name', name),
    leaf('cbc:Telephone', phone),
    leaf('cbc:ElectronicMail', email),
  ]);

/** BT-29: a seller needs some id (BR-CO-26), so one that may show no tax id shows this. */
const otherId = (party: TradeParty): XmlElement | null => {
  if (party.registration !== null) return null;
  const id = party.taxNumber ?? (party.endpoint === null ? null : identifierOf(party.endpoint));
  return group('cac:PartyIdentification', [leaf('cbc:ID', id)]);
};

/** BT-90: by which a direct debit names the seller. */
const creditorIdentification = (id: string | null): XmlElement | null =>
  group('cac:PartyIdentification', [leaf('cbc:ID', id, { schemeID: 'SEPA' })]);

export const sellerParty = (party: TradeParty, tax: TaxIdentity, creditorId: string | null): XmlElement => {
  const vatId = tax.shown ? taxIdOf(party, tax.scheme) : null;
  const taxNumber = tax.shown ? party.taxNumber : null;
  return element('cac:AccountingSupplierParty', {}, [
    group('cac:Party', [
      endpoint(party),
      vatId === null ? otherId(party) : null,
      creditorIdentification(creditorId),
      address('cac:PostalAddress', party),
      partyTaxScheme(vatId, tax.scheme),
      partyTaxScheme(taxNumber, TAX_NUMBER_SCHEME),
      legalEntity(party),
      buildContact(party),
    ]),
  ]);
};

export const buyerParty = (party: TradeParty, tax: TaxIdentity): XmlElement =>
  element('cac:AccountingCustomerParty', {}, [
    group('cac:Party', [
      endpoint(party),
      address('cac:PostalAddress', party),
      partyTaxScheme(tax.shown ? taxIdOf(party, tax.scheme) : null, tax.scheme),
      legalEntity(party),
      buildContact(party),
    ]),
  ]);
