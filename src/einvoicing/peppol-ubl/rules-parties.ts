// EN 16931, Peppol BIS 3 and XRechnung rules on seller and buyer.
import type { InvoiceDocument } from '../regime.ts';
import { advice, finding, rule, when, type Finding, type Rule } from '../rules.ts';
import { taxName } from '../tax-rates.ts';
import { isBlank, isEmail, isTelephone } from './text.ts';
import { chooseDelivery, isPdfAlone, partiesOf } from './delivery.ts';
import { fitsLeitwegId, looksLikeLeitwegId } from './identifiers.ts';
import { AUTHORITY_SCHEME, identifierOf, readScheme } from './participant.ts';
import { buyerOf, sellerOf, taxIdOf } from './parties.ts';

/** XRechnung binds German sellers. */
const inGermany =
  (check: Rule['check']): Rule['check'] =>
  (document) =>
    document.seller.country_code === 'DE' ? check(document) : [];

const listCategories = ({ breakdown }: InvoiceDocument): ReadonlySet<string> =>
  new Set(breakdown.map(({ category }) => category));

const hasNoContact = ({
  contact_name,
  contact_email,
  contact_phone,
}: InvoiceDocument['seller']['details']): boolean =>
  isBlank(contact_name) && isBlank(contact_email) && isBlank(contact_phone);

const SELLER_CONTACT_RULES: readonly Rule[] = [
  rule(
    'BR-DE-2',
    inGermany(({ seller }) => when(hasNoContact(seller.details), 'entity.details.contact_name', 'BR-DE-2')),
  ),
  rule(
    'BR-DE-5',
    inGermany(({ seller: { details } }) =>
      when(!hasNoContact(details) && isBlank(details.contact_name), 'entity.details.contact_name', 'BR-DE-5'),
    ),
  ),
  rule(
    'BR-DE-6',
    inGermany(({ seller: { details } }) =>
      when(
        !hasNoContact(details) && isBlank(details.contact_phone),
        'entity.details.contact_phone',
        'BR-DE-6',
      ),
    ),
  ),
  rule(
    'BR-DE-7',
    inGermany(({ seller: { details } }) =>
      when(
        !hasNoContact(details) && isBlank(details.contact_email),
        'entity.details.contact_email',
        'BR-DE-7',
      ),
    ),
  ),
  advice(
    'BR-DE-27',
    inGermany(({ seller: { details } }) =>
      when(
        !isBlank(details.contact_phone) && !isTelephone(details.contact_phone ?? ''),
        'entity.details.contact_phone',
        'BR-DE-27',
      ),
    ),
  ),
  advice(
    'BR-DE-28',
    inGermany(({ seller: { details } }) =>
      when(
        !isBlank(details.contact_email) && !isEmail(details.contact_email ?? ''),
        'entity.details.contact_email',
        'BR-DE-28',
      ),
    ),
  ),
];

/** The rule that requires the seller's VAT id, by tax category. */
const SELLER_VAT_RULES: readonly (readonly [category: string, id: string])[] = [
  ['S', 'BR-S-02'],
  ['Z', 'BR-Z-02'],
  ['E', 'BR-E-02'],
  ['AE', 'BR-AE-02'],
  ['K', 'BR-IC-02'],
  ['G', 'BR-G-02'],
];

/** A tax number (BT-32) is enough for domestic invoices, reverse charge included. */
const TAX_NUMBER_SUFFICES: ReadonlySet<string> = new Set(['S', 'Z', 'E', 'AE']);

const sellerVatRule = ([category, id]: readonly [string, string]): Rule =>
  rule(id, (document) => {
    const { vatId, taxNumber } = sellerOf(document.seller);
    const hasNumber = TAX_NUMBER_SUFFICES.has(category) && taxNumber !== null;
    const broken = listCategories(document).has(category) && vatId === null && !hasNumber;
    return when(broken, 'entity.details.vat_id', 'BR-CATEGORY-02');
  });

export const SELLER_RULES: readonly Rule[] = [
  rule('PEPPOL-EN16931-R020', (document) =>
    when(
      !isPdfAlone(document) && partiesOf(document).seller.endpoint === null,
      'entity.details.participant_id',
      'PEPPOL-EN16931-R020',
    ),
  ),
  ...SELLER_VAT_RULES.map(sellerVatRule),
  ...SELLER_CONTACT_RULES,
  rule(
    'BR-DE-3',
    inGermany(({ seller }) => when(isBlank(seller.details.city), 'entity.details.city', 'BR-DE-3')),
  ),
  rule(
    'BR-DE-4',
    inGermany(({ seller }) => when(isBlank(seller.postal_code), 'entity.postal_code', 'BR-DE-4')),
  ),
];

/** Their own rules on the address are errors, over the network. */
const STREET_REQUIRED: readonly string[] = ['NL', 'SG'];

/** For reverse charge a registration (BT-47) is enough. */
const lacksTaxId = ({ buyer, seller }: InvoiceDocument, category: 'AE' | 'K'): boolean => {
  const party = buyerOf(buyer);
  return (
    taxIdOf(party, taxName(seller.country_code)) === null && (category === 'K' || party.registration === null)
  );
};

const unreached = (document: InvoiceDocument): Finding => {
  const { channel, reason } = chooseDelivery(document);
  return channel === 'email'
    ? finding('counterparty.email', 'PEPPOL-EN16931-R010.email', { reason })
    : finding('counterparty.country_details.participant_id', 'PEPPOL-EN16931-R010');
};

export const BUYER_RULES: readonly Rule[] = [
  rule('PEPPOL-EN16931-R010', (document) =>
    partiesOf(document).buyer.endpoint === null ? [unreached(document)] : [],
  ),
  rule('PEPPOL-EN16931-R003', ({ countryDetails, seller, terms }) => {
    const isBlankReference = isBlank(String(countryDetails['buyer_reference'] ?? ''));
    // XRechnung asks for it in any case (BR-DE-15), the network only where there is no order.
    const suffices = seller.country_code !== 'DE' && !isBlank(terms.orderReference);
    return when(isBlankReference && !suffices, 'country_details.buyer_reference', 'PEPPOL-EN16931-R003');
  }),
  // No book checks it, but the authority's portal refuses a document that it cannot route.
  advice('LEITWEG-ID', ({ buyer, countryDetails }) => {
    const reference = String(countryDetails['buyer_reference'] ?? '');
    const wrong = buyer.country_code === 'DE' && looksLikeLeitwegId(reference) && !fitsLeitwegId(reference);
    return when(wrong, 'country_details.buyer_reference', 'LEITWEG-ID', { reference });
  }),
  advice('LEITWEG-ID', (document) => {
    const { endpoint } = partiesOf(document).buyer;
    const id = endpoint === null || readScheme(endpoint) !== AUTHORITY_SCHEME ? null : identifierOf(endpoint);
    return when(
      id !== null && !fitsLeitwegId(id),
      'counterparty.country_details.participant_id',
      'LEITWEG-ID.participant',
      { id: id ?? '' },
    );
  }),
  // The law asks for the full address; no book refuses a document without the street (BT-50), which some places lack.
  advice('BR-10', (document) => {
    const isError =
      STREET_REQUIRED.includes(document.seller.country_code) &&
      chooseDelivery(document).channel === 'network';
    return when(
      isBlank(document.buyer.details['street']) && !isError,
      'counterparty.country_details.street',
      'BR-10',
    );
  }),
  ...(['AE', 'K'] as const).map((category) =>
    rule(category === 'AE' ? 'BR-AE-02' : 'BR-IC-02', (document) =>
      when(
        listCategories(document).has(category) && lacksTaxId(document, category),
        'counterparty.country_details.vat_id',
        'BR-CATEGORY-02.buyer',
      ),
    ),
  ),
  rule(
    'BR-DE-8',
    inGermany(({ buyer }) =>
      when(isBlank(buyer.details['city']), 'counterparty.country_details.city', 'BR-DE-8'),
    ),
  ),
  rule(
    'BR-DE-9',
    inGermany(({ buyer }) => when(isBlank(buyer.postal_code), 'counterparty.postal_code', 'BR-DE-9')),
  ),
];
