// The national rules of PINT on parties, for Singapore and for Australia.
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

export const SINGAPORE_RULES: readonly UblRule[] = [
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
