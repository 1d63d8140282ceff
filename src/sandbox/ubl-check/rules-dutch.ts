// Peppol's rules for Dutch sellers, some only where the buyer is Dutch too.
import { isPositive } from '../../base/money/decimal.ts';
import { breach, fatal, holds, numberAt, type UblInvoice, type UblRule } from './rule.ts';
import { asks, has, missing } from './national.ts';
import { buyer, seller } from './rules-german.ts';
import { all, type Node } from './tree.ts';

const ADDRESS = 'cac:PostalAddress';
const DUTCH_MEANS = ['30', '48', '49', '57', '58', '59'];
const REGISTERS = ['0106', '0190'];

const dutchAddress =
  (contexts: (invoice: UblInvoice) => readonly Node[]): UblRule['check'] =>
  (invoice) =>
    ['cbc:StreetName', 'cbc:CityName', 'cbc:PostalZone'].flatMap((path) =>
      asks(contexts, path, 'A part of the address')(invoice),
    );

const dutchRegister =
  (contexts: (invoice: UblInvoice) => readonly Node[]): UblRule['check'] =>
  (invoice) =>
    contexts(invoice)
      .filter(({ attributes, text }) => text === '' || !REGISTERS.includes(attributes['schemeID'] ?? ''))
      .map((node) =>
        breach(
          node.path,
          'The registration is neither a KvK number nor an OIN.',
          'State one with the scheme 0106 or 0190.',
        ),
      );

const whenDutchBuyer =
  (check: UblRule['check']): UblRule['check'] =>
  (invoice) =>
    invoice.buyerCountry === 'NL' ? check(invoice) : [];

/** SI-UBL asks for the entry itself, where Peppol asks only what it is. */
const hasRegister = (party: Node): boolean =>
  all(party, 'cac:PartyLegalEntity/cbc:CompanyID').some(
    ({ attributes, text }) => text !== '' && REGISTERS.includes(attributes['schemeID'] ?? ''),
  );

const registered = (id: string, find: (invoice: UblInvoice) => Node | undefined): UblRule =>
  holds(
    fatal,
    id,
    (invoice) => [find(invoice)].filter((party) => party !== undefined),
    hasRegister,
    'The party states neither a KvK number nor an OIN.',
    'State one as CompanyID of PartyLegalEntity with the scheme 0106 or 0190.',
  );

/** SI-UBL (NLCIUS): of Dutch sellers, BR-NL-10 of their Dutch buyers. */
export const NLCIUS_RULES: readonly UblRule[] = [
  registered('BR-NL-1', ({ seller: party }) => party),
  registered('BR-NL-10', ({ buyer: party, buyerCountry }) => (buyerCountry === 'NL' ? party : undefined)),
];

/** Between Dutch parties, or of a Dutch seller. */
export const DUTCH_RULES: readonly UblRule[] = [
  fatal('NL-R-002', dutchAddress(seller(ADDRESS))),
  fatal('NL-R-003', dutchRegister(seller('cac:PartyLegalEntity/cbc:CompanyID'))),
  fatal('NL-R-004', whenDutchBuyer(dutchAddress(buyer(ADDRESS)))),
  fatal('NL-R-005', whenDutchBuyer(dutchRegister(buyer('cac:PartyLegalEntity/cbc:CompanyID')))),
  fatal('NL-R-007', ({ root, totals, isCredit }) => {
    const due = numberAt(totals, 'cbc:PayableAmount');
    return !isCredit && due !== undefined && isPositive(due) && !has(root, 'cac:PaymentMeans')
      ? missing('Invoice/cac:PaymentMeans', 'How to pay')
      : [];
  }),
  fatal(
    'NL-R-008',
    whenDutchBuyer(({ root }) =>
      all(root, 'cac:PaymentMeans/cbc:PaymentMeansCode')
        .filter(({ text }) => !DUTCH_MEANS.includes(text))
        .map((node) =>
          breach(
            node.path,
            'The Netherlands take the means 30, 48, 49, 57, 58 and 59.',
            'State one of them.',
          ),
        ),
    ),
  ),
];
