// ISO 3166-1 alpha-2 as EN 16931 takes it (BR-CL-14), and the prefixes of VAT ids (BR-CO-09).
import { all } from 'iso-3166-1';

const COUNTRIES: ReadonlySet<string> = new Set(all().map(({ alpha2 }) => alpha2));

/** Northern Ireland and Kosovo have codes of their own in documents. */
const ALSO_IN_DOCUMENTS: readonly string[] = ['1A', 'XI'];

/** Greece writes EL. */
const ALSO_IN_VAT_IDS: readonly string[] = ['EL', ...ALSO_IN_DOCUMENTS];

export const isDocumentCountry = (code: string): boolean =>
  COUNTRIES.has(code) || ALSO_IN_DOCUMENTS.includes(code);

export const isVatPrefix = (code: string): boolean => COUNTRIES.has(code) || ALSO_IN_VAT_IDS.includes(code);
