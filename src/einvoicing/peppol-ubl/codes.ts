// The code lists of EN 16931 and of the network, as of 2026.
import { isCountryCode } from '../../base/country-codes.ts';
import { isCurrency } from '../../base/money/currency.ts';

/** UNCL4461 (BT-81); the defaults are in `spec/countries`. */
export const MEANS_CREDIT_TRANSFER = '30';
export const MEANS_SEPA_TRANSFER = '58';

/** Transfers need the account to be credited (BR-61). */
export const TRANSFER_MEANS: readonly string[] = [MEANS_CREDIT_TRANSFER, MEANS_SEPA_TRANSFER];

export const MEANS_DIRECT_DEBIT = '49';
export const MEANS_SEPA_DEBIT = '59';

/** Cards need the card account (BG-18), which the service does not know; direct debits the mandate (BG-19). */
export const CARD_MEANS: readonly string[] = ['48', '54', '55'];
export const DEBIT_MEANS: readonly string[] = [MEANS_DIRECT_DEBIT, MEANS_SEPA_DEBIT];

const range = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

export const PAYMENT_MEANS: readonly string[] = [...range(1, 68), '70', ...range(74, 78), ...range(91, 97)];

/** ISO 3166-1 has no code for Northern Ireland and Kosovo, which have these in documents (BR-CL-14). */
const ALSO_IN_DOCUMENTS: readonly string[] = ['1A', 'XI'];

/** Greece writes EL (BR-CO-09). */
const ALSO_IN_VAT_IDS: readonly string[] = ['EL', ...ALSO_IN_DOCUMENTS];

export const isDocumentCountry = (code: string): boolean =>
  isCountryCode(code) || ALSO_IN_DOCUMENTS.includes(code);

export const isVatPrefix = (code: string): boolean => isCountryCode(code) || ALSO_IN_VAT_IDS.includes(code);

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Electronic address schemes that access points deliver to (PEPPOL-EN16931-CL008). */
export const PARTICIPANT_SCHEMES = words(`
  0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0158 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199
  0200 0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915
  9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941
  9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959`);

/** Known to EN 16931 but not delivered to by the network (BR-CL-25). */
export const OTHER_ADDRESS_SCHEMES = words(`
  0037 0147 0154 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 AN AQ AS AU EM`);

/** Types of an invoice document (BR-CL-01). */
export const INVOICE_TYPES = words(`
  71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 456
  457 527 553 575 623 633 751 780 817 870 875 876 877 935`);

/** Those that the network accepts (PEPPOL-EN16931-P0100). */
export const NETWORK_INVOICE_TYPES = words(`
  71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877`);

/** Categories of VAT (BR-CL-17, BR-CL-18). */
export const VAT_CATEGORIES = words('AE L M E S Z G O K B');

/** In ISO 4217 and in the network's list, but not in that of EN 16931, which still has its predecessor (BR-CL-04). */
const NOT_IN_EN_16931 = words('STN');

/** Whether a document of EN 16931 may be in this currency. */
export const isDocumentCurrency = (code: string): boolean => isCurrency(code) && !NOT_IN_EN_16931.has(code);

/** Codes that the network accepts as currencies, though the service keeps no books in them (PEPPOL-EN16931-CL007). */
export const OTHER_CURRENCIES = words('CNH XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX');

/** VATEX, why a line bears no VAT (BT-121, BR-CL-22): articles of Directive 2006/112/EC with their sections. */
const ARTICLES: Readonly<Record<string, readonly string[]>> = {
  '79': ['C'],
  '132': ['', ...Array.from('ABCDEFGHIJKLMNOPQ', (letter) => `1${letter}`)],
  '135': ['1'],
  '143': ['', ...Array.from('ABCDEFGHIJKL', (letter) => `1${letter}`), '1FA'],
  '144': [''],
  '146': ['1E'],
  '148': ['', ...'ABCDEFG'],
  '151': ['', ...Array.from('ABCDE', (letter) => `1${letter}`), '1AA'],
  '153': [''],
  '159': [''],
  '309': [''],
};

/** Whole regimes instead of an article. */
const REGIMES = ['AE', 'D', 'F', 'G', 'I', 'IC', 'J', 'O'];

const VATEX_CODES: ReadonlySet<string> = new Set([
  ...Object.entries(ARTICLES).flatMap(([article, sections]) =>
    sections.map((section) => (section === '' ? `VATEX-EU-${article}` : `VATEX-EU-${article}-${section}`)),
  ),
  ...REGIMES.map((regime) => `VATEX-EU-${regime}`),
]);

export const isVatexCode = (code: string): boolean => VATEX_CODES.has(code);
