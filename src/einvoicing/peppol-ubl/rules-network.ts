// The rules of the network: addresses that it delivers to, currencies that it accepts, the profile, and Dutch rules.
import type { Country } from '../../../generated/countries.ts';
import { isListed } from '../../base/country-codes.ts';
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
import { isDocumentCountry, OTHER_ADDRESS_SCHEMES, PARTICIPANT_SCHEMES } from './codes.ts';
import { IDENTIFIER_CHECKS } from './identifiers.ts';
import { EMAIL_SCHEME, identifierOf, readScheme, registrationIn } from './participant.ts';
import { chooseDelivery, isPdfAlone, partiesOf } from './delivery.ts';
import { buyerOf, sellerOf, type TradeParty } from './parties.ts';
import { profileFor } from './country-data.ts';
import { isBlank } from './text.ts';

const SELLER_ADDRESS: Omit<Finding, 'message'> = {
  path: 'entity.details.participant_id',
  fix: changeEntity('correct the participant id of the entity', '--participant-id'),
};

const BUYER_ADDRESS: Omit<Finding, 'message'> = {
  path: 'counterparty.country_details.participant_id',
  fix: changeCounterparty('correct the participant_id of the customer', '--participant-id'),
};

/** Findings on the address of either party. */
const onAddresses =
  (test: (participant: string) => string | null): Rule['check'] =>
  (document) => {
    const find = (place: Omit<Finding, 'message'>, { endpoint }: TradeParty): readonly Finding[] => {
      const message = endpoint === null ? null : test(endpoint);
      return message === null ? [] : [{ ...place, message }];
    };
    if (isPdfAlone(document)) return [];
    const { seller, buyer } = partiesOf(document);
    return [...find(SELLER_ADDRESS, seller), ...find(BUYER_ADDRESS, buyer)];
  };

/** The entry in a register, where it is not the address too. */
const onRegistrations =
  (test: (scheme: string, id: string) => string | null): Rule['check'] =>
  (document) => {
    if (isPdfAlone(document)) return [];
    const find = (party: 'seller' | 'buyer', { country, registration, endpoint }: TradeParty) => {
      if (registration === null || endpoint === `${registration.scheme}:${registration.id}`) return [];
      const message = test(registration.scheme, registration.id);
      return message === null || !isListed(country)
        ? []
        : [{ ...registrationFix(party, country, 'correct'), message }];
    };
    const { seller, buyer } = partiesOf(document);
    return [...find('seller', seller), ...find('buyer', buyer)];
  };

const registrationFix = (
  party: 'seller' | 'buyer',
  country: Country,
  act: 'set' | 'correct',
): Omit<Finding, 'message'> => {
  const { field, names } = registrationIn(country);
  const option = `--${field.replace('_', '-')}`;
  return party === 'seller'
    ? {
        path: `entity.details.${field}`,
        fix: changeEntity(`${act} the ${names} of the entity`, option),
      }
    : {
        path: `counterparty.country_details.${field}`,
        fix: changeCounterparty(`${act} the ${names} of the customer`, option),
      };
};

const ADDRESS_RULES: readonly Rule[] = [
  rule(
    'BR-CL-25',
    onAddresses((participant) => {
      const scheme = readScheme(participant);
      return PARTICIPANT_SCHEMES.has(scheme) || OTHER_ADDRESS_SCHEMES.has(scheme)
        ? null
        : `The scheme ${scheme} of the participant id is not in the code list EAS.`;
    }),
  ),
  rule(
    'PEPPOL-EN16931-CL008',
    onAddresses((participant) =>
      readScheme(participant) !== EMAIL_SCHEME && OTHER_ADDRESS_SCHEMES.has(readScheme(participant))
        ? `The network does not deliver to participants of the scheme ${readScheme(participant)}.`
        : null,
    ),
  ),
  ...IDENTIFIER_CHECKS.map(({ rule: id, scheme: checked, what, fits, advice: isAdvice }) => {
    const test = (scheme: string, text: string): string | null =>
      scheme === checked && !fits(text) ? `${text} is no valid ${what}.` : null;
    const addresses = onAddresses((participant) => test(readScheme(participant), identifierOf(participant)));
    const registrations = onRegistrations(test);
    return (isAdvice === true ? advice : rule)(id, (document) => [
      ...addresses(document),
      ...registrations(document),
    ]);
  }),
];

const PARTY_RULES: readonly Rule[] = [
  rule('BR-06', ({ seller }) =>
    when(isBlank(seller.name), {
      path: 'entity.name',
      message: 'The entity has no name.',
      fix: changeEntity('set the name of the entity', '--name'),
    }),
  ),
  rule('BR-07', ({ buyer }) =>
    when(isBlank(buyer.name), {
      path: 'counterparty.name',
      message: 'The customer has no name.',
      fix: changeCounterparty('set the name of the customer', '--name'),
    }),
  ),
  rule('BR-CL-14', ({ buyer }) =>
    when(!isDocumentCountry(buyer.country_code), {
      path: 'counterparty.country_code',
      message: `The country ${buyer.country_code} of the customer is not in ISO 3166-1.`,
      fix: newDraftWith('for a customer with a country of ISO 3166-1'),
    }),
  ),
  // The rules -02 of other categories require a tax id already.
  rule('BR-CO-26', (document) => {
    const { taxNumber, registration, endpoint } = partiesOf(document).seller;
    const isOutside = document.breakdown.some(({ category }) => category === 'O');
    return when(isOutside && taxNumber === null && registration === null && endpoint === null, {
      path: 'entity.details.tax_number',
      message: 'The entity has no identifier that the document could show.',
      fix: changeEntity('set the tax number of the entity', '--tax-id'),
    });
  }),
];

const means = ({ countryDetails }: InvoiceDocument): string =>
  String(countryDetails['payment_means_code'] ?? '');

const DOCUMENT_RULES: readonly Rule[] = [
  rule('PEPPOL-EN16931-R004', ({ seller, issueDate }) =>
    when(profileFor(seller.country_code, issueDate) === undefined, {
      path: 'issue_date',
      message: `No version of the format holds on ${issueDate}.`,
      fix: newDraftWith('on a later day'),
    }),
  ),
  rule('IRASC5-014', ({ seller, currency, exchangeRate }) =>
    when(seller.country_code === 'SG' && currency !== seller.currency && exchangeRate === null, {
      path: 'exchange_rate',
      message: 'Invoices of Singapore state their totals in SGD too, for which there is no exchange rate.',
      fix: newDraftWith('once a rate of the currency is known, or in SGD'),
    }),
  ),
];

const overNetwork = ({ id, severity, check }: Rule): Rule => ({
  id,
  severity,
  check: (document) => (chooseDelivery(document).channel === 'network' ? check(document) : []),
});

/** Whether the rules of this country ask for an entry in its register that the party lacks. */
const lacksRegistration = (party: 'seller' | 'buyer', country: Country) => (document: InvoiceDocument) =>
  document.seller.country_code === country &&
  (party === 'seller'
    ? sellerOf(document.seller).registration === null
    : document.buyer.country_code === country && buyerOf(document.buyer).registration === null);

const registrationRule = (
  id: string,
  party: 'seller' | 'buyer',
  country: Country,
  applies: (document: InvoiceDocument) => boolean = () => true,
): Rule => {
  const lacks = lacksRegistration(party, country);
  const message = `The ${party === 'seller' ? 'entity' : 'customer'} has no ${registrationIn(country).names}.`;
  return rule(id, (document) =>
    when(applies(document) && lacks(document), { ...registrationFix(party, country, 'set'), message }),
  );
};

/** SI-UBL, by which documents between Dutch parties go. */
const isBetweenDutch = ({ buyer }: InvoiceDocument): boolean => buyer.country_code === 'NL';

/** Rules for Dutch sellers, some only where the buyer is Dutch too. */
const DUTCH_MEANS: readonly string[] = ['30', '48', '49', '57', '58', '59'];

const DUTCH_ADDRESS = ['street', 'city', 'postalCode'] as const;

const lacksAddress = (party: TradeParty): boolean => DUTCH_ADDRESS.some((field) => party[field] === null);

const inNetherlands =
  (check: Rule['check']): Rule['check'] =>
  (document) =>
    document.seller.country_code === 'NL' ? check(document) : [];

const DUTCH_RULES: readonly Rule[] = [
  registrationRule('BR-NL-1', 'seller', 'NL', isBetweenDutch),
  registrationRule('BR-NL-10', 'buyer', 'NL'),
  rule(
    'NL-R-002',
    inNetherlands(({ seller }) =>
      when(lacksAddress(sellerOf(seller)), {
        path: 'entity.details.street',
        message: 'The address of the entity lacks street, city or postal code.',
        fix: changeEntity('complete the address of the entity', '--street'),
      }),
    ),
  ),
  rule(
    'NL-R-004',
    inNetherlands(({ buyer }) =>
      when(buyer.country_code === 'NL' && lacksAddress(buyerOf(buyer)), {
        path: 'counterparty.country_details.street',
        message: 'The address of the customer lacks street, city or postal code.',
        fix: changeCounterparty('complete the address of the customer', '--street'),
      }),
    ),
  ),
  rule(
    'NL-R-008',
    inNetherlands((document) =>
      when(
        document.kind === 'invoice' &&
          document.buyer.country_code === 'NL' &&
          !DUTCH_MEANS.includes(means(document)),
        {
          path: 'country_details.payment_means_code',
          message: 'Between Dutch parties there are the payment means 30, 48, 49, 57, 58 and 59 only.',
          fix: newDraftWith('with payment_means_code 58 or 30'),
        },
      ),
    ),
  ),
];

const isTaxedInSingapore = ({ seller, breakdown }: InvoiceDocument): boolean =>
  seller.country_code === 'SG' && breakdown.some(({ category }) => category === 'S' || category === 'Z');

const lacksStreet = ({ street, postalCode }: TradeParty): boolean => street === null || postalCode === null;

/** Singapore asks for both addresses and the seller's UEN where GST is charged; Australia for the ABNs of its parties. */
const PINT_RULES: readonly Rule[] = [
  rule('BR-106-GST-SG', (document) =>
    when(isTaxedInSingapore(document) && lacksStreet(sellerOf(document.seller)), {
      path: 'entity.details.street',
      message: 'The address of the entity lacks street or postal code.',
      fix: changeEntity('complete the address of the entity', '--street'),
    }),
  ),
  rule('BR-107-GST-SG', (document) =>
    when(isTaxedInSingapore(document) && lacksStreet(buyerOf(document.buyer)), {
      path: 'counterparty.country_details.street',
      message: 'The address of the customer lacks street or postal code.',
      fix: changeCounterparty('complete the address of the customer', '--street'),
    }),
  ),
  registrationRule('BR-112-GST-SG', 'seller', 'SG', isTaxedInSingapore),
  registrationRule('aligned-ibr-001-aunz', 'seller', 'AU'),
  registrationRule('aligned-ibr-004-aunz', 'buyer', 'AU'),
];

export const NETWORK_RULES: readonly Rule[] = [
  ...PARTY_RULES,
  ...ADDRESS_RULES,
  ...DOCUMENT_RULES,
  ...[...DUTCH_RULES, ...PINT_RULES].map(overNetwork),
];
