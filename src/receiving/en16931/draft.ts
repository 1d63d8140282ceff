// What UBL and CII have in common once they are read: the document as written, before its taxes are spread over its lines.
import type { EmbeddedFile, ReadDocument, ReadParty, ReadTax } from '../reading.ts';
import type { Tree } from '../xml/tree.ts';
import type { Values } from './values.ts';

/** The document as written, with what decides how it is taken. */
export interface Draft {
  readonly document: ReadDocument;
  readonly files: readonly EmbeddedFile[];
  /** BT-24. */
  readonly profile: string | null;
  /** By its root a credit note, whatever its type says. */
  readonly isCreditRoot: boolean;
  /** Taxes without lines: profiles MINIMUM and BASIC WL. */
  readonly hasNoLines: boolean;
}

export type Reader = (root: Tree, values: Values) => Draft;

/** Exempt and outside the scope have no rate; a rate of zero that a category states (AE, K, G, Z) is one. */
const WITHOUT_RATE: readonly (string | null)[] = ['E', 'O'];

export const vat = (
  category: string | null,
  rate: string | null,
  more: Partial<Pick<ReadTax, 'base' | 'amount' | 'exemptionCode' | 'exemptionReason'>> = {},
): ReadTax => {
  const isExempt = WITHOUT_RATE.includes(category);
  return {
    kind: 'VAT',
    factor: isExempt ? 'exempt' : 'rate',
    rate: isExempt ? null : rate,
    category,
    exemptionCode: null,
    exemptionReason: null,
    base: null,
    amount: null,
    localName: null,
    ...more,
  };
};

export const NOBODY: ReadParty = {
  name: null,
  tradingName: null,
  countryCode: null,
  vatId: null,
  taxId: null,
  legalId: null,
  ids: [],
  endpoint: null,
  street: null,
  city: null,
  postalCode: null,
  contactName: null,
  email: null,
  phone: null,
  regime: null,
};

/** What a line of EN 16931 never says. */
export const LINE_WITHOUT = { withholdings: [], taxObject: null, customsNumbers: [] } as const;

/** What a document of EN 16931 never says. */
export const DOCUMENT_WITHOUT = { series: null, uuid: null, withholdings: [], use: null } as const;

export const isTrue = (text: string | null): boolean => text === 'true' || text === '1';
