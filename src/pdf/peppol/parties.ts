// Seller and buyer of a printed Peppol invoice.
import type { Locale } from '../../base/locale.ts';
import type { PrintedParty } from '../printed.ts';
import { filled, type Job, labelled } from './job.ts';

const writePlace = (postalCode: string | null, city: string | undefined): string =>
  filled(postalCode, city).join(' ');

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
      ...labelled(words.taxNumber, details.tax_number === vatId ? null : details.tax_number),
      ...filled(filled(details.contact_name, details.contact_phone, details.contact_email).join(' · ')),
    ],
  };
};

export const printBuyer = ({ document, words, locale }: Job): PrintedParty => {
  const { buyer } = document;
  const { details } = buyer;
  const vatId = details['vat_id'];
  const taxId = vatId === undefined ? (details['tax_number'] ?? buyer.tax_id) : details['tax_number'];
  return {
    heading: words.buyer,
    name: buyer.name,
    lines: [
      ...filled(details['contact_name'], details['street'], writePlace(buyer.postal_code, details['city'])),
      ...writeCountry(document, locale, buyer.country_code),
      ...labelled(words.vatId, vatId),
      ...labelled(words.taxNumber, taxId === vatId ? null : taxId),
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
