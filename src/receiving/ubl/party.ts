// A party of UBL.
import { NOBODY } from '../en16931/draft.ts';
import { identifier, identifiers } from '../en16931/values.ts';
import type { ReadParty } from '../reading.ts';
import { type Tree, all, first, joined, textAt, texts } from '../xml/tree.ts';

/** BT-90 stands among the ids of the seller or payee, with this scheme. */
const CREDITOR = 'SEPA';

/** VAT, and the GST of Australia, New Zealand and Singapore. */
const VAT_SCHEMES: readonly (string | null)[] = ['VAT', 'GST'];

export const creditorId = (party: Tree | undefined): string | null =>
  identifiers(all(party, 'PartyIdentification/ID')).find(({ scheme }) => scheme === CREDITOR)?.id ?? null;

export const readUblParty = (party: Tree | undefined): ReadParty => {
  if (party === undefined) return NOBODY;
  const address = first(party, 'PostalAddress');
  const taxIds = all(party, 'PartyTaxScheme').flatMap((each) => {
    const scheme = textAt(each, 'TaxScheme/ID')?.toUpperCase() ?? null;
    const id = textAt(each, 'CompanyID');
    return id === null ? [] : [{ id, isVat: VAT_SCHEMES.includes(scheme) }];
  });
  const legalName = textAt(party, 'PartyLegalEntity/RegistrationName');
  const shownName = textAt(party, 'PartyName/Name');
  const endpoint = identifier(party, 'EndpointID');
  return {
    ...NOBODY,
    name: legalName ?? shownName,
    tradingName: legalName === null ? null : shownName,
    countryCode: textAt(address, 'Country/IdentificationCode'),
    vatId: taxIds.find(({ isVat }) => isVat)?.id ?? null,
    taxId: taxIds.find(({ isVat }) => !isVat)?.id ?? null,
    legalId: identifier(party, 'PartyLegalEntity/CompanyID'),
    ids: identifiers(all(party, 'PartyIdentification/ID')).filter(({ scheme }) => scheme !== CREDITOR),
    endpoint: endpoint === null ? null : { id: endpoint.id, scheme: endpoint.scheme ?? '' },
    street: joined(
      [
        textAt(address, 'StreetName'),
        textAt(address, 'AdditionalStreetName'),
        ...texts(address, 'AddressLine/Line'),
      ],
      ', ',
    ),
    city: textAt(address, 'CityName'),
    postalCode: textAt(address, 'PostalZone'),
    contactName: textAt(party, 'Contact/Name'),
    email: textAt(party, 'Contact/ElectronicMail'),
    phone: textAt(party, 'Contact/Telephone'),
  };
};
