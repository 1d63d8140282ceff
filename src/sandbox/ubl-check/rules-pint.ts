// The national rules of PINT on parties, for Singapore and for Australia.
import { PARTICIPANT_SCHEMES } from '../../einvoicing/peppol-ubl/codes.ts';
import { fatal, holds, type UblInvoice, type UblRule } from './rule.ts';
import { all, type Node, textAt } from './tree.ts';

/** Categories under which GST is charged. */
const REGISTERED: readonly string[] = ['SR', 'ZR'];

const whenCharged =
  (find: (invoice: UblInvoice) => Node | undefined) =>
  (invoice: UblInvoice): readonly Node[] => {
    const party = find(invoice);
    const charged = invoice.lines.some((line) =>
      REGISTERED.includes(textAt(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID')),
    );
    return charged && party !== undefined ? [party] : [];
  };

const hasAddress = (party: Node): boolean =>
  ['cbc:StreetName', 'cbc:PostalZone'].every((path) => textAt(party, `cac:PostalAddress/${path}`) !== '');

const addressRule = (id: string, find: (invoice: UblInvoice) => Node | undefined): UblRule =>
  holds(
    fatal,
    id,
    whenCharged(find),
    hasAddress,
    'The address lacks street or postal code.',
    'State StreetName and PostalZone.',
  );

/** Of the code list EAS, PINT knows what the network delivers to, and no e-mail addresses. */
export const PINT_ADDRESS_RULES: readonly UblRule[] = [
  holds(
    fatal,
    'ibr-cl-25',
    ({ seller, buyer }) =>
      [seller, buyer].flatMap((party) => (party === undefined ? [] : all(party, 'cbc:EndpointID'))),
    ({ attributes }) => PARTICIPANT_SCHEMES.has(attributes['schemeID'] ?? ''),
    'The network delivers to no address of this scheme.',
    'State an address of another scheme.',
  ),
];

export const SINGAPORE_RULES: readonly UblRule[] = [
  holds(
    fatal,
    'BR-112-GST-SG',
    whenCharged(({ seller }) => seller),
    (party) => all(party, 'cac:PartyLegalEntity/cbc:CompanyID').length > 0,
    'The seller states no registration (UEN).',
    'State it as CompanyID of PartyLegalEntity.',
  ),
  addressRule('BR-106-GST-SG', ({ seller }) => seller),
  addressRule('BR-107-GST-SG', ({ buyer }) => buyer),
];

const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode';

const abnRule = (id: string, find: (invoice: UblInvoice) => Node | undefined): UblRule =>
  holds(
    fatal,
    id,
    (invoice) =>
      [find(invoice)].filter((party) => party !== undefined && textAt(party, COUNTRY) === 'AU') as Node[],
    (party) =>
      all(party, 'cac:PartyLegalEntity/cbc:CompanyID').some(
        ({ attributes }) => attributes['schemeID'] === '0151',
      ),
    'An Australian party has no ABN.',
    'State its ABN as CompanyID with the scheme 0151.',
  );

export const AUSTRALIA_RULES: readonly UblRule[] = [
  abnRule('aligned-ibr-001-aunz', ({ seller }) => seller),
  abnRule('aligned-ibr-004-aunz', ({ buyer }) => buyer),
];
