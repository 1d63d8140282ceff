// What a credit note says in its header and on lines that stand for money and not for goods.
import type { CreditReason } from '../../generated/types.ts';
import type { Details, InvoiceDocument, Relation } from './regime.ts';
import { regimeOf } from './index.ts';
import { NO_EFFECTS, RETURNS_AND_DISCOUNTS, useFits } from './mx-cfdi/cfdi-use.ts';
import { findReceiver } from './mx-cfdi/receiver.ts';

export interface CreditFacts {
  readonly reason: CreditReason;
  /** More is credited than is still owed, so that the customer gets a credit to be set off. */
  readonly setOff: boolean;
  /** c_FormaPago of a refund that has been paid out. */
  readonly paymentForm: string | undefined;
}

const WAIVED = '15';
const SET_OFF = '17';

export const creditHeader = (invoice: InvoiceDocument, facts: CreditFacts): Details => {
  if (regimeOf(invoice.seller.country_code).model !== 'clearance') return invoice.countryDetails;
  const { rfc, regime } = findReceiver(invoice);
  const fits = rfc?.generic === null && useFits(RETURNS_AND_DISCOUNTS, regime ?? undefined, rfc.person);
  return {
    cfdi_type: 'E',
    payment_method: 'PUE',
    payment_form: facts.paymentForm ?? (facts.setOff ? SET_OFF : WAIVED),
    cfdi_use: fits ? RETURNS_AND_DISCOUNTS : NO_EFFECTS,
  };
};

/** The product and unit codes of a discount (SAT guide to type E); the fields that decide its tax stay. */
export const discountLine = ({ seller }: InvoiceDocument, details: Details): Details => {
  if (regimeOf(seller.country_code).model !== 'clearance') {
    const { unit_code: _unit, ...rest } = details;
    return rest;
  }
  return { ...details, sat_product_code: '84111506', sat_unit_code: 'ACT' };
};

/** c_TipoRelacion: goods that come back, or a change of price. */
export const creditRelation = (reason: CreditReason): Relation['type'] => (reason === 'return' ? '03' : '01');

/** The decimals of a line's amounts. */
export const creditDecimals = ({ seller }: InvoiceDocument): number =>
  regimeOf(seller.country_code).model === 'clearance' ? 6 : 2;

const DISCOUNT_TEXTS = {
  es: (folio: string) => `Descuento o bonificación sobre la factura ${folio}`,
  de: (folio: string) => `Nachlass auf die Rechnung ${folio}`,
  en: (folio: string) => `Reduction of the invoice ${folio}`,
} as const;

export const discountText = (language: keyof typeof DISCOUNT_TEXTS, folio: string): string =>
  DISCOUNT_TEXTS[language](folio);
