// A party of CII.
import { NOBODY } from '../en16931/draft.ts';
import { identifier, identifiers } from '../en16931/values.ts';
import type { ReadParty } from '../reading.ts';
import { type Tree, all, first, joined, textAt } from '../xml/tree.ts';

const VAT = 'VA';

export const readCiiParty = (party: Tree | undefined): ReadParty => {
  if (party === undefined) return NOBODY;
  const address = first(party, 'PostalTradeAddress');
  const taxIds = identifiers(all(party, 'SpecifiedTaxRegistration/ID'));
  const contact = first(party, 'DefinedTradeContact');
  const endpoint = identifier(party, 'URIUniversalCommunication/URIID');
  return {
    ...NOBODY,
    name: textAt(party, 'Name'),
    tradingName: textAt(party, 'SpecifiedLegalOrganization/TradingBusinessName'),
    countryCode: textAt(address, 'CountryID'),
    vatId: taxIds.find(({ scheme }) => scheme === VAT)?.id ?? null,
    taxId: taxIds.find(({ scheme }) => scheme !== VAT)?.id ?? null,
    legalId: identifier(party, 'SpecifiedLegalOrganization/ID'),
    ids: identifiers([...all(party, 'ID'), ...all(party, 'GlobalID')]),
    endpoint: endpoint === null ? null : { id: endpoint.id, scheme: endpoint.scheme ?? '' },
    street: joined(
      [textAt(address, 'LineOne'), textAt(address, 'LineTwo'), textAt(address, 'LineThree')],
      ', ',
    ),
    city: textAt(address, 'CityName'),
    postalCode: textAt(address, 'PostcodeCode'),
    contactName: textAt(contact, 'PersonName') ?? textAt(contact, 'DepartmentName'),
    email: textAt(contact, 'EmailURIUniversalCommunication/URIID'),
    phone: textAt(contact, 'TelephoneUniversalCommunication/CompleteNumber'),
  };
};
