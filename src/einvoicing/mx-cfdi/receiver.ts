// The customer as a CFDI names it (node Receptor).
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Entity } from '../../base/entity.ts';
import type { Buyer, InvoiceDocument } from '../regime.ts';
import { plainTaxNumber, findResidence, taxNumberFits } from './countries.ts';
import { NO_OBLIGATIONS } from './regimes.ts';
import { readRfc, type Rfc } from './rfc.ts';
import { cfdiText } from './text.ts';

export interface Receiver {
  /** Null when the customer has none of a valid form. */
  readonly rfc: Rfc | null;
  readonly regime: string | null;
  readonly postalCode: string | null;
}

const { country: MEXICO, tax_id: TAX_ID } = COUNTRIES.MX;

/** A customer outside Mexico has no RFC and takes the generic one of foreigners. */
export const chooseReceiver = (buyer: Buyer, seller: Entity): Receiver => {
  const rfc = parseRfc(buyer.country_code === MEXICO ? buyer.tax_id : (TAX_ID.generic_foreign ?? null));
  if (rfc === null || rfc.generic === null) {
    return { rfc, regime: buyer.details['fiscal_regime_code'] ?? null, postalCode: buyer.postal_code };
  }
  // CFDI40149: a generic RFC is at home where the invoice is issued.
  return { rfc, regime: NO_OBLIGATIONS, postalCode: seller.postal_code };
};

const receivers = new WeakMap<InvoiceDocument, Receiver>();

/** The receiver of a document that is checked; read once for all the rules that ask. */
export const findReceiver = (document: InvoiceDocument): Receiver => {
  const known = receivers.get(document);
  if (known !== undefined) return known;
  const receiver = chooseReceiver(document.buyer, document.seller);
  receivers.set(document, receiver);
  return receiver;
};

/** The RFC, or null when the text is none. */
export const parseRfc = (text: string | null): Rfc | null => {
  const rfc = text === null ? null : readRfc(text);
  return rfc === null || 'reason' in rfc ? null : rfc;
};

export interface ForeignTaxId {
  /** c_Pais. */
  readonly residence: string | null;
  /** The number in the customer's own country; null where it has none that the SAT would take (CFDI40156). */
  readonly number: string | null;
}

const NOT_FOREIGN: ForeignTaxId = { residence: null, number: null };

/** Who a customer with the generic RFC of foreigners is at home (ResidenciaFiscal, NumRegIdTrib). */
export const foreignTaxId = (buyer: Buyer, rfc: Rfc | null): ForeignTaxId => {
  const residence = buyer.country_code === MEXICO ? null : findResidence(buyer.country_code);
  if (rfc?.generic !== 'foreign' || residence === null) return NOT_FOREIGN;
  const number = plainTaxNumber(residence, cfdiText(buyer.tax_id ?? ''));
  return { residence, number: taxNumberFits(residence, number) ? number : null };
};
