// Tax ids in text that nobody has structured, such as the lines of a bank statement: of the countries whose files say how
// their ids stand in running text.
import { COUNTRIES, type CountryData } from '../../generated/countries.ts';
import { readRfc } from './mx-cfdi/rfc.ts';
import { readVatId } from './peppol-ubl/vat-id.ts';

type Read = (country: string, text: string) => string | null;

/** As it is stored; null for what is none, and for the numbers that stand for nobody in particular. */
const BY_REGIME: Readonly<Record<CountryData['regime'], Read>> = {
  'mx-cfdi': (_country, text) => {
    const read = readRfc(text);
    return 'reason' in read || read.generic !== null ? null : read.text;
  },
  'peppol-ubl': (country, text) => {
    const read = readVatId(country, text);
    return 'reason' in read || !read.check_digit_fits ? null : read.text;
  },
};

interface Found {
  readonly inText: RegExp;
  readonly read: (text: string) => string | null;
}

const FOUND: readonly Found[] = Object.values<CountryData>(COUNTRIES).flatMap(({ country, regime, tax_id }) =>
  tax_id.in_text === undefined
    ? []
    : [
        {
          inText: new RegExp(tax_id.in_text, 'gu'),
          read: (text: string) => BY_REGIME[regime](country, text),
        },
      ],
);

export const findTaxIds = (text: string): readonly string[] =>
  FOUND.flatMap(({ inText, read }) =>
    (text.match(inText) ?? []).flatMap((candidate) => read(candidate) ?? []),
  );

/** The tax id that a cell holds, and nothing else. */
export const readTaxId = (cell: string): string | null => {
  for (const { read } of FOUND) {
    const found = read(cell);
    if (found !== null) return found;
  }
  return null;
};
