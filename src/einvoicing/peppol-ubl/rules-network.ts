// The rules of the network: addresses that it delivers to, currencies that it accepts, the profile, and Dutch rules.
import type { Country } from '../../../generated/countries.ts';
import { isListed } from '../../base/country-codes.ts';
import type { InvoiceDocument } from '../regime.ts';
import { advice, finding, rule, when, type Finding, type Rule } from '../rules.ts';
import { isDocumentCountry, OTHER_ADDRESS_SCHEMES, PARTICIPANT_SCHEMES } from './codes.ts';
import { IDENTIFIER_CHECKS } from './identifiers.ts';
import { EMAIL_SCHEME, identifierOf, readScheme, registrationIn } from './participant.ts';
import { chooseDelivery, isPdfAlone, partiesOf } from './delivery.ts';
import { buyerOf, sellerOf, type TradeParty } from './parties.ts';
import { profileFor } from './country-data.ts';
import { isBlank } from './text.ts';

type Side = 'seller' | 'buyer';

const ADDRESS: Readonly<Record<Side, string>> = {
  seller: 'entity.details.participant_id',
  buyer: 'counterparty.country_details.participant_id',
};

const SIDES = ['seller', 'buyer'] as const;

/** Findings on the address of either party. */
const onAddresses =
  (check: (participant: string, side: Side) => readonly Finding[]): Rule['check'] =>
  (document) => {
    if (isPdfAlone(document)) return [];
    const parties = partiesOf(document);
    return SIDES.flatMap((side) => {
      const { endpoint } = parties[side];
      return endpoint === null ? [] : check(endpoint, side);
    });
  };

/** The entry in a register, where it is not the address too. */
const onRegistrations =
  (isWrong: (scheme: string, id: string) => boolean, what: string): Rule['check'] =>
  (document) => {
    if (isPdfAlone(document)) return [];
    const parties = partiesOf(document);
    return SIDES.flatMap((side) => {
      const { country, registration, endpoint } = parties[side];
      if (registration === null || endpoint === `${registration.scheme}:${registration.id}`) return [];
      if (!isListed(country) || !isWrong(registration.scheme, registration.id)) return [];
      const { path, names, option } = registrationAt(side, country);
      return [
        finding(path, `IDENTIFIER.${side}_registration`, { text: registration.id, what, names, option }),
      ];
    });
  };

const registrationAt = (side: Side, country: Country) => {
  const { field, names } = registrationIn(country);
  const path = side === 'seller' ? `entity.details.${field}` : `counterparty.country_details.${field}`;
  return { path, names, option: `--${field.replace('_', '-')}` };
};

const ADDRESS_RULES: readonly Rule[] = [
  rule(
    'BR-CL-25',
    onAddresses((participant, side) => {
      const scheme = readScheme(participant);
      const isKnown = PARTICIPANT_SCHEMES.has(scheme) || OTHER_ADDRESS_SCHEMES.has(scheme);
      return when(!isKnown, ADDRESS[side], `BR-CL-25.${side}`, { scheme });
    }),
  ),
  rule(
    'PEPPOL-EN16931-CL008',
    onAddresses((participant, side) => {
      const scheme = readScheme(participant);
      const isOther = scheme !== EMAIL_SCHEME && OTHER_ADDRESS_SCHEMES.has(scheme);
      return when(isOther, ADDRESS[side], `PEPPOL-EN16931-CL008.${side}`, { scheme });
    }),
  ),
  ...IDENTIFIER_CHECKS.map(({ rule: id, scheme: checked, what, fits, advice: isAdvice }) => {
    const isWrong = (scheme: string, text: string): boolean => scheme === checked && !fits(text);
    const addresses = onAddresses((participant, side) => {
      const text = identifierOf(participant);
      const isBroken = isWrong(readScheme(participant), text);
      return when(isBroken, ADDRESS[side], `IDENTIFIER.${side}_address`, { text, what });
    });
    const registrations = onRegistrations(isWrong, what);
    return (isAdvice === true ? advice : rule)(id, (document) => [
      ...addresses(document),
      ...registrations(document),
    ]);
  }),
];

const PARTY_RULES: readonly Rule[] = [
  rule('BR-06', ({ seller }) => when(isBlank(seller.name), 'entity.name', 'BR-06')),
  rule('BR-07', ({ buyer }) => when(isBlank(buyer.name), 'counterparty.name', 'BR-07')),
  rule('BR-CL-14', ({ buyer }) =>
    when(!isDocumentCountry(buyer.country_code), 'counterparty.country_code', 'BR-CL-14', {
      country_code: buyer.country_code,
    }),
  ),
  // The rules -02 of other categories require a tax id already.
  rule('BR-CO-26', (document) => {
    const { taxNumber, registration, endpoint } = partiesOf(document).seller;
    const isOutside = document.breakdown.some(({ category }) => category === 'O');
    return when(
      isOutside && taxNumber === null && registration === null && endpoint === null,
      'entity.details.tax_number',
      'BR-CO-26',
    );
  }),
];

const means = ({ countryDetails }: InvoiceDocument): string =>
  String(countryDetails['payment_means_code'] ?? '');

const DOCUMENT_RULES: readonly Rule[] = [
  rule('PEPPOL-EN16931-R004', ({ seller, issueDate }) =>
    when(profileFor(seller.country_code, issueDate) === undefined, 'issue_date', 'PEPPOL-EN16931-R004', {
      issue_date: issueDate,
    }),
  ),
  rule('IRASC5-014', ({ seller, currency, exchangeRate }) =>
    when(
      seller.country_code === 'SG' && currency !== seller.currency && exchangeRate === null,
      'exchange_rate',
      'IRASC5-014',
    ),
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
  const { path, ...params } = registrationAt(party, country);
  return rule(id, (document) =>
    when(applies(document) && lacks(document), path, `REGISTRATION.${party}`, params),
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
    inNetherlands(({ seller }) => when(lacksAddress(sellerOf(seller)), 'entity.details.street', 'NL-R-002')),
  ),
  rule(
    'NL-R-004',
    inNetherlands(({ buyer }) =>
      when(
        buyer.country_code === 'NL' && lacksAddress(buyerOf(buyer)),
        'counterparty.country_details.street',
        'NL-R-004',
      ),
    ),
  ),
  rule(
    'NL-R-008',
    inNetherlands((document) =>
      when(
        document.kind === 'invoice' &&
          document.buyer.country_code === 'NL' &&
          !DUTCH_MEANS.includes(means(document)),
        'country_details.payment_means_code',
        'NL-R-008',
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
    when(
      isTaxedInSingapore(document) && lacksStreet(sellerOf(document.seller)),
      'entity.details.street',
      'BR-106-GST-SG',
    ),
  ),
  rule('BR-107-GST-SG', (document) =>
    when(
      isTaxedInSingapore(document) && lacksStreet(buyerOf(document.buyer)),
      'counterparty.country_details.street',
      'BR-107-GST-SG',
    ),
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
