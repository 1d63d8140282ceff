// Code lists of the network and of EN 16931, as their rules of 2026 have them.
import { isCurrency } from '../../base/money/currency.ts';

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

/** Those that the network takes (PEPPOL-EN16931-P0100). */
export const NETWORK_INVOICE_TYPES = words(`
  71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877`);

/** Categories of VAT (BR-CL-17, BR-CL-18). */
export const VAT_CATEGORIES = words('AE L M E S Z G O K B');

/** In ISO 4217 and in the network's list, but not in that of EN 16931, which still has its predecessor (BR-CL-04). */
const NOT_IN_EN_16931 = words('STN');

/** Whether a document of EN 16931 may be in this currency. */
export const isDocumentCurrency = (code: string): boolean => isCurrency(code) && !NOT_IN_EN_16931.has(code);

/** What the network takes as a currency though the service keeps no books in it (PEPPOL-EN16931-CL007). */
export const OTHER_CURRENCIES = words('CNH XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX');
