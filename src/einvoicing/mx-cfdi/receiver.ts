// The customer as a CFDI names it (node Receptor).
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Entity } from '../../base/entity.ts';
import { remembered } from '../../base/remembered.ts';
import type { Buyer, InvoiceDocument } from '../regime.ts';
import { plainTaxNumber, findResidence, taxNumberFits } from './countries.ts';
import { NO_OBLIGATIONS } from './regimes.ts';
import { readRfc, type Rfc } from './rfc.ts';
import { cfdiText, isPublicName } from './text.ts';

export interface Receiver {
  /** Null when the customer has none, or an invalid one. */
  readonly rfc: Rfc | null;
  readonly regime: string | null;
  readonly postalCode: string | null;
}

const { country: MEXICO, tax_id: TAX_ID } = COUNTRIES.MX;

/** A customer outside Mexico has no RFC and gets the generic one of foreigners. */
export const chooseReceiver = (buyer: Buyer, seller: Entity): Receiver => {
  const rfc = parseRfc(buyer.country_code === MEXICO ? buyer.tax_id : (TAX_ID.generic_foreign ?? null));
  if (rfc === null || rfc.generic === null) {
    return { rfc, regime: buyer.details['fiscal_regime_code'] ?? null, postalCode: buyer.postal_code };
  }
  // CFDI40149: a generic RFC has the postal code of the place of issue.
  return { rfc, regime: NO_OBLIGATIONS, postalCode: seller.postal_code };
};

/** Who issues and who receives, and when: the same in every type of CFDI. */
export type Parties = Pick<InvoiceDocument, 'seller' | 'buyer' | 'issueDate'>;

const receivers = new WeakMap<Parties, Receiver>();

/** Computed once per document for all rules. */
export const findReceiver = (document: Parties): Receiver => {
  const known = receivers.get(document);
  if (known !== undefined) return known;
  const receiver = chooseReceiver(document.buyer, document.seller);
  receivers.set(document, receiver);
  return receiver;
};

/** Whether the name of the customer makes an income document a global invoice (CFDI40130). */
export const isGlobal = (document: Parties): boolean =>
  findReceiver(document).rfc?.generic === 'domestic' && isPublicName(document.buyer.name);

const parseKnown = remembered((text): Rfc | null => {
  const rfc = readRfc(text);
  return 'reason' in rfc ? null : rfc;
});

/** Null when the text is not an RFC. */
export const parseRfc = (text: string | null): Rfc | null => (text === null ? null : parseKnown(text));

export interface ForeignTaxId {
  /** c_Pais. */
  readonly residence: string | null;
  /** The customer's number at home; null when the SAT would not accept it (CFDI40156). */
  readonly number: string | null;
}

const NOT_FOREIGN: ForeignTaxId = { residence: null, number: null };

/** The residence and tax number of a foreigner (ResidenciaFiscal, NumRegIdTrib). */
export const foreignTaxId = (buyer: Buyer, rfc: Rfc | null): ForeignTaxId => {
  const residence = buyer.country_code === MEXICO ? null : findResidence(buyer.country_code);
  if (rfc?.generic !== 'foreign' || residence === null) return NOT_FOREIGN;
  const number = plainTaxNumber(residence, cfdiText(buyer.tax_id ?? ''));
  return { residence, number: taxNumberFits(residence, number) ? number : null };
};
