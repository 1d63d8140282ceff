// EN 16931, Peppol BIS 3 and XRechnung rules on seller and buyer.
import type { InvoiceDocument } from '../regime.ts';
import {
  advice,
  changeCounterparty,
  changeEntity,
  newDraftWith,
  rule,
  when,
  type Finding,
  type Rule,
} from '../rules.ts';
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

/** The option of the admin command that sets a field. */
const toOption = (path: string): string => `--${(path.split('.').at(-1) ?? path).replaceAll('_', '-')}`;

const sellerLacks = (field: string, what: string): Finding => ({
  path: `entity.details.${field}`,
  message: `The entity has no ${what}.`,
  fix: changeEntity(`set the ${what} of the entity`, toOption(field)),
});

const buyerLacks = (path: string, what: string): Finding => ({
  path: `counterparty.${path}`,
  message: `The customer has no ${what}.`,
  fix: changeCounterparty(`set the ${what} of the customer`, toOption(path)),
});

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
    inGermany(({ seller }) =>
      when(hasNoContact(seller.details), sellerLacks('contact_name', 'contact (name, telephone, e-mail)')),
    ),
  ),
  rule(
    'BR-DE-5',
    inGermany(({ seller: { details } }) =>
      when(
        !hasNoContact(details) && isBlank(details.contact_name),
        sellerLacks('contact_name', 'contact name'),
      ),
    ),
  ),
  rule(
    'BR-DE-6',
    inGermany(({ seller: { details } }) =>
      when(
        !hasNoContact(details) && isBlank(details.contact_phone),
        sellerLacks('contact_phone', 'contact telephone'),
      ),
    ),
  ),
  rule(
    'BR-DE-7',
    inGermany(({ seller: { details } }) =>
      when(
        !hasNoContact(details) && isBlank(details.contact_email),
        sellerLacks('contact_email', 'contact e-mail'),
      ),
    ),
  ),
  advice(
    'BR-DE-27',
    inGermany(({ seller: { details } }) =>
      when(!isBlank(details.contact_phone) && !isTelephone(details.contact_phone ?? ''), {
        ...sellerLacks('contact_phone', 'contact telephone with at least three digits'),
      }),
    ),
  ),
  advice(
    'BR-DE-28',
    inGermany(({ seller: { details } }) =>
      when(!isBlank(details.contact_email) && !isEmail(details.contact_email ?? ''), {
        ...sellerLacks('contact_email', 'contact e-mail of a valid form'),
      }),
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
    return when(broken, sellerLacks('vat_id', 'valid VAT id'));
  });

export const SELLER_RULES: readonly Rule[] = [
  rule('PEPPOL-EN16931-R020', (document) =>
    when(!isPdfAlone(document) && partiesOf(document).seller.endpoint === null, {
      path: 'entity.details.participant_id',
      message:
        'The entity has no electronic address: no participant id, no VAT id to derive one from, and no contact e-mail for documents by e-mail.',
      fix: changeEntity('set the VAT id or the participant id of the entity', '--vat-id'),
    }),
  ),
  ...SELLER_VAT_RULES.map(sellerVatRule),
  ...SELLER_CONTACT_RULES,
  rule(
    'BR-DE-3',
    inGermany(({ seller }) => when(isBlank(seller.details.city), sellerLacks('city', 'city'))),
  ),
  rule(
    'BR-DE-4',
    inGermany(({ seller }) =>
      when(isBlank(seller.postal_code), {
        ...sellerLacks('postal_code', 'postal code'),
        path: 'entity.postal_code',
      }),
    ),
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
    ? {
        path: 'counterparty.email',
        message: `The document goes by e-mail, and the customer has no e-mail address. ${reason}`,
        fix: changeCounterparty('set the e-mail address of the customer (or its participant_id)', '--email'),
      }
    : {
        path: 'counterparty.country_details.participant_id',
        message: 'The document goes over the network, and the customer has no participant id there.',
        fix: changeCounterparty('set the participant_id of the customer', '--participant-id'),
      };
};

export const BUYER_RULES: readonly Rule[] = [
  rule('PEPPOL-EN16931-R010', (document) =>
    when(partiesOf(document).buyer.endpoint === null, {
      ...unreached(document),
    }),
  ),
  rule('PEPPOL-EN16931-R003', ({ countryDetails, seller, terms }) => {
    const isBlankReference = isBlank(String(countryDetails['buyer_reference'] ?? ''));
    // XRechnung asks for it in any case (BR-DE-15), the network only where there is no order.
    const suffices = seller.country_code !== 'DE' && !isBlank(terms.orderReference);
    return when(isBlankReference && !suffices, {
      path: 'country_details.buyer_reference',
      message: "The invoice has no buyer reference (the buyer's order or routing reference).",
      fix: newDraftWith('with country_details.buyer_reference'),
    });
  }),
  // No book checks it, but the authority's portal refuses a document that it cannot route.
  advice('LEITWEG-ID', ({ buyer, countryDetails }) => {
    const reference = String(countryDetails['buyer_reference'] ?? '');
    const wrong = buyer.country_code === 'DE' && looksLikeLeitwegId(reference) && !fitsLeitwegId(reference);
    return when(wrong, {
      path: 'country_details.buyer_reference',
      message: `${reference} looks like a Leitweg-ID, but its check digits do not fit.`,
      fix: newDraftWith('with the Leitweg-ID as the authority wrote it'),
    });
  }),
  advice('LEITWEG-ID', (document) => {
    const { endpoint } = partiesOf(document).buyer;
    const id = endpoint === null || readScheme(endpoint) !== AUTHORITY_SCHEME ? null : identifierOf(endpoint);
    return when(id !== null && !fitsLeitwegId(id), {
      path: 'counterparty.country_details.participant_id',
      message: `The check digits of the Leitweg-ID ${id ?? ''} do not fit.`,
      fix: changeCounterparty('correct the participant_id of the customer', '--participant-id'),
    });
  }),
  // The law asks for the full address; no book refuses a document without the street (BT-50), which some places lack.
  advice('BR-10', (document) => {
    const isError =
      STREET_REQUIRED.includes(document.seller.country_code) &&
      chooseDelivery(document).channel === 'network';
    return when(
      isBlank(document.buyer.details['street']) && !isError,
      buyerLacks('country_details.street', 'street'),
    );
  }),
  ...(['AE', 'K'] as const).map((category) =>
    rule(category === 'AE' ? 'BR-AE-02' : 'BR-IC-02', (document) =>
      when(
        listCategories(document).has(category) && lacksTaxId(document, category),
        buyerLacks('country_details.vat_id', 'VAT id of its country, which this tax category asks for'),
      ),
    ),
  ),
  rule(
    'BR-DE-8',
    inGermany(({ buyer }) =>
      when(isBlank(buyer.details['city']), buyerLacks('country_details.city', 'city')),
    ),
  ),
  rule(
    'BR-DE-9',
    inGermany(({ buyer }) => when(isBlank(buyer.postal_code), buyerLacks('postal_code', 'postal code'))),
  ),
];
