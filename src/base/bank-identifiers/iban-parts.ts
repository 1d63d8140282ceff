// Banks of some countries name an account by its bank code and number, which together are the IBAN behind its check digits.
import { type CountryData, COUNTRIES } from '../../../generated/countries.ts';

const PARTS = new Map(
  Object.values<CountryData>(COUNTRIES).map(({ country, iban_parts }) => [country as string, iban_parts]),
);

/** The end of an IBAN of the country; undefined where its IBANs are not made of these two. */
export const joinIbanParts = (country: string, bank: string, number: string): string | undefined => {
  const parts = PARTS.get(country);
  if (parts === undefined || !/^\d+$/.test(bank) || !/^\d+$/.test(number)) return undefined;
  if (bank.length !== parts.bank_digits || number.length > parts.number_digits) return undefined;
  return `${bank}${number.padStart(parts.number_digits, '0')}`;
};
