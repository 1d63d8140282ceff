// The check digits of identifiers that the network's rules check.
import { fitsMod97 } from '../../base/bank-identifiers.ts';

const toDigits = (text: string): number[] => Array.from(text, Number);

const weighted = (digits: readonly number[], weight: (index: number) => number): number =>
  digits.reduce((total, digit, index) => total + digit * weight(index), 0);

/** GS1, 13 digits: alternating weights 3 and 1 from the right. */
const isGln = (text: string): boolean => {
  if (!/^\d{13}$/.test(text)) return false;
  const digits = toDigits(text).toReversed();
  const sum = weighted(digits.slice(1), (index) => (index % 2 === 0 ? 3 : 1));
  return (10 - (sum % 10)) % 10 === digits[0];
};

/** Norway: weights 2 to 7 from the right, modulo 11. */
const isNorwegian = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || /^0+$/.test(text)) return false;
  const digits = toDigits(text).toReversed();
  const sum = weighted(digits.slice(1), (index) => (index % 6) + 2);
  return (11 - (sum % 11)) % 11 === digits[0];
};

const isDanish = (text: string): boolean => /^(?:DK)?\d{8}$/.test(text);

/** Belgium: the last two digits are 97 minus the first eight modulo 97. */
const isBelgian = (text: string): boolean =>
  /^[01]\d{9}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));

/** Sweden: Luhn over ten digits. */
const isSwedish = (text: string): boolean => {
  if (!/^\d{10}$/.test(text)) return false;
  const sum = toDigits(text).reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
};

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Australia: subtract one from the first digit; the weighted sum is divisible by 89. */
export const isAbn = (text: string): boolean => {
  if (!/^\d{11}$/.test(text)) return false;
  const digits = toDigits(text).map((digit, index) => (index === 0 ? digit - 1 : digit));
  return weighted(digits, (index) => ABN_WEIGHTS[index] ?? 0) % 89 === 0;
};

/**
 * A German authority's routing number: whose authority it is (a state 01 to 16, or 99 for the federation, and what is
 * below it in 2 to 12 digits), perhaps its own part, and two check digits. One without an own part, and a day such as
 * 15-10-26, cannot be told from other numbers.
 */
const LEITWEG_ID = /^(?!\d\d-\d\d-)(?:0[1-9]|1[0-6]|99)(?:\d|\d{3}|\d{6,7}|\d{10})?-[A-Z0-9]{1,30}-\d{2}$/;

export const looksLikeLeitwegId = (text: string): boolean => LEITWEG_ID.test(text.trim().toUpperCase());

/** Leitweg-ID, format specification 2.0, of KoSIT: ISO 7064 MOD 97-10 over all digits and letters. */
export const fitsLeitwegId = (text: string): boolean => {
  const characters = text.toUpperCase().replace(/[\s-]+/g, '');
  return /^[A-Z0-9]{4,}$/.test(characters) && fitsMod97(characters);
};

const form =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

interface IdentifierCheck {
  readonly rule: string;
  readonly scheme: string;
  readonly what: string;
  readonly fits: (text: string) => boolean;
  /** The network only warns. */
  readonly advice?: true;
}

/** By the identifier's scheme. */
export const IDENTIFIER_CHECKS: readonly IdentifierCheck[] = [
  { rule: 'PEPPOL-COMMON-R040', scheme: '0088', what: 'GLN', fits: isGln },
  { rule: 'PEPPOL-COMMON-R041', scheme: '0192', what: 'Norwegian organisation number', fits: isNorwegian },
  { rule: 'PEPPOL-COMMON-R042', scheme: '0184', what: 'Danish organisation number (CVR)', fits: isDanish },
  { rule: 'PEPPOL-COMMON-R043', scheme: '0208', what: 'Belgian enterprise number', fits: isBelgian },
  { rule: 'PEPPOL-COMMON-R049', scheme: '0007', what: 'Swedish organisation number', fits: isSwedish },
  { rule: 'PEPPOL-COMMON-R050', scheme: '0151', what: 'Australian Business Number (ABN)', fits: isAbn },
  { rule: 'PEPPOL-COMMON-R052', scheme: '0096', what: 'Danish P number', fits: form(/^\d{10}$/) },
  { rule: 'PEPPOL-COMMON-R053', scheme: '0198', what: 'Danish SE number', fits: form(/^DK\d{8}$/) },
  {
    rule: 'PEPPOL-COMMON-R054',
    scheme: '0106',
    what: 'Dutch KvK number',
    fits: form(/^\d{8}$/),
    advice: true,
  },
  { rule: 'PEPPOL-COMMON-R055', scheme: '0190', what: 'Dutch OIN', fits: form(/^\d{20}$/), advice: true },
  {
    rule: 'PEPPOL-COMMON-R056-1',
    scheme: '9944',
    what: 'Dutch VAT number',
    fits: form(/^NL\d{9}B\d{2}$/),
    advice: true,
  },
];
