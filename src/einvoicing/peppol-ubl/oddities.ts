// What is seldom meant on a draft under EN 16931.
import { type OddDraft, type Oddity, taxedAbroad } from '../oddities.ts';

/** Member states of the European Union, as of 2026. */
const MEMBERS: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** A consumer in another member state is taxed, be it as at home or as there (Directive 2006/112/EC, article 33). */
const isConsumerWithin = ({ seller, buyer }: OddDraft): boolean =>
  MEMBERS.has(seller.country_code) &&
  MEMBERS.has(buyer.country_code) &&
  (buyer.details['vat_id'] ?? '') === '';

/** Goods to Northern Ireland are supplied as within the Union, under a VAT ID of XI. */
const isWithin = ({ country_code, details }: OddDraft['buyer']): boolean =>
  MEMBERS.has(country_code) || MEMBERS.has(vatCountry(details)) || vatCountry(details) === 'XI';

const vatCountry = (details: OddDraft['buyer']['details']): string =>
  (details['vat_id'] ?? '').slice(0, 2).toUpperCase().replace('EL', 'GR');

/** Which categories without tax fit where the customer is; the others do not depend on it. */
const fitsPlace = (draft: OddDraft, category: string): boolean => {
  const { seller, buyer } = draft;
  const registered = vatCountry(buyer.details) || buyer.country_code;
  if (category === 'K') return isWithin(buyer) && registered !== seller.country_code;
  return category !== 'G' || !isWithin(buyer);
};

const usualFor = ({ seller, buyer }: OddDraft): string => {
  if (!isWithin(buyer)) return `G for goods that leave the Union, as to ${buyer.country_code}`;
  return buyer.country_code === seller.country_code
    ? `a tax rate for a customer in ${buyer.country_code}`
    : `K for goods to a company in ${buyer.country_code}`;
};

/** The first line of an intra-community supply or an export to where there can be none. */
const categoryOfElsewhere = (draft: OddDraft): Oddity[] => {
  if (!MEMBERS.has(draft.seller.country_code)) return [];
  const categoryOf = (line: OddDraft['lines'][number] | undefined): string =>
    String(line?.countryDetails['tax_category'] ?? '');
  const index = draft.lines.findIndex((line) => !fitsPlace(draft, categoryOf(line)));
  if (index < 0) return [];
  return [
    {
      path: `line_items[${index}].country_details.exemption_code`,
      received: categoryOf(draft.lines[index]),
      usual: usualFor(draft),
    },
  ];
};

export const oddities = (draft: OddDraft): readonly Oddity[] => [
  ...(isConsumerWithin(draft) ? [] : taxedAbroad(draft)),
  ...categoryOfElsewhere(draft),
];
