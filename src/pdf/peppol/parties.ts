// Seller and buyer of a printed Peppol invoice.
import { findCountry } from '../../base/country-codes.ts';
import type { Locale } from '../../base/locale.ts';
import { buyerOf, sellerOf, type TradeParty } from '../../einvoicing/peppol-ubl/parties.ts';
import { taxName } from '../../einvoicing/tax-rates.ts';
import type { PrintedParty } from '../printed.ts';
import { filled, type Job, labelled } from './job.ts';

const writePlace = (postalCode: string | null, city: string | undefined): string =>
  filled(postalCode, city).join(' ');

/** The entry in the register under its own name, and any other number, each once. */
const numbers = (
  { country, registration }: TradeParty,
  vatId: string | null | undefined,
  number: string | null | undefined,
  label: string,
): readonly string[] => {
  const isShown = number === vatId || number?.replace(/\s+/g, '') === registration?.id;
  const name = findCountry(country)?.registration_schemes?.find(
    ({ scheme }) => scheme === registration?.scheme,
  )?.name;
  return [
    ...(name === undefined || registration?.id === vatId ? [] : labelled(name, registration?.id)),
    ...labelled(label, isShown ? null : number),
  ];
};

/** At home by its own name, as an ABN is no VAT id. */
const vatLabel = ({ document: { seller, buyer }, data, words }: Job): string => {
  if (seller.country_code === buyer.country_code) return data.tax_id.name;
  return taxName(seller.country_code) === 'VAT' ? words.vatId : words.taxNumber;
};

export const printSeller = ({ document, words, data, locale }: Job): PrintedParty => {
  const { seller } = document;
  const { details } = seller;
  const vatId = details.vat_id ?? seller.tax_id;
  return {
    heading: words.seller,
    name: seller.name,
    lines: [
      ...filled(details.street, writePlace(seller.postal_code, details.city)),
      ...writeCountry(document, locale, seller.country_code),
      ...labelled(data.tax_id.name, vatId),
      ...numbers(sellerOf(seller), vatId, details.tax_number, words.taxNumber),
      ...filled(filled(details.contact_name, details.contact_phone, details.contact_email).join(' · ')),
    ],
  };
};

export const printBuyer = (job: Job): PrintedParty => {
  const { document, words, locale } = job;
  const { buyer } = document;
  const { details } = buyer;
  const vatId = details['vat_id'];
  const number = vatId === undefined ? (details['tax_number'] ?? buyer.tax_id) : details['tax_number'];
  return {
    heading: words.buyer,
    name: buyer.name,
    lines: [
      ...filled(details['contact_name'], details['street'], writePlace(buyer.postal_code, details['city'])),
      ...writeCountry(document, locale, buyer.country_code),
      ...labelled(vatLabel(job), vatId),
      ...numbers(buyerOf(buyer), vatId, number, words.taxNumber),
    ],
  };
};

/** None where both are at home, as is usual on letters. */
const writeCountry = ({ seller, buyer }: Job['document'], locale: Locale, code: string): readonly string[] =>
  seller.country_code === buyer.country_code ? [] : [countryName(locale, code)];

const countryName = ({ tag }: Locale, code: string): string => {
  try {
    return new Intl.DisplayNames([tag], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
};
