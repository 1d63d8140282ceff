// What a credit note says in its header and on lines that stand for money and not for goods.
import type { CreditReason } from '../../generated/types.ts';
import { currencyDigits } from '../base/money/currency.ts';
import { decimal, type Decimal } from '../base/money/decimal.ts';
import type { Details, InvoiceDocument, Relation, TaxRow } from './regime.ts';
import { regimeOf } from './index.ts';
import { NO_EFFECTS, RETURNS_AND_DISCOUNTS, useFits } from './mx-cfdi/cfdi-use.ts';
import { findReceiver } from './mx-cfdi/receiver.ts';
import { documentDigits, isTaxWithin } from './peppol-ubl/calculate.ts';
import { deliveryDay } from './peppol-ubl/document/delivery.ts';
import { type DeliveryWish, NO_TERMS, type Terms } from './terms.ts';
import { LINE_DECIMALS } from './totals.ts';

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

/** Day, period and references of the supply, and how the customer gets the note unless the caller says otherwise. */
export const creditTerms = (invoice: InvoiceDocument, wish: DeliveryWish | null): Terms => {
  const { terms } = invoice;
  if (isCleared(invoice)) return NO_TERMS;
  const { deliveryPeriod, orderReference, contractReference, projectReference, delivery } = terms;
  return {
    ...NO_TERMS,
    deliveryDate: deliveryDay(invoice),
    deliveryPeriod,
    orderReference,
    contractReference,
    projectReference,
    delivery: wish ?? delivery,
  };
};

type Noted = Pick<InvoiceDocument, 'seller' | 'currency'>;

const isCleared = ({ seller }: Noted): boolean => regimeOf(seller.country_code).model === 'clearance';

/** The decimals of a line's amounts. */
export const creditDecimals = (document: Noted): number =>
  isCleared(document) ? LINE_DECIMALS : documentDigits(document.currency);

/** By how little the amount of a line changes to meet a total: where lines have more decimals, by a tenth of its unit. */
export const creditStep = (document: Noted): Decimal =>
  decimal(
    isCleared(document)
      ? `1e-${currencyDigits(document.currency) + 1}`
      : `1e-${documentDigits(document.currency)}`,
  );

/** By so much may the parts of a base exceed it by their rounding. */
export const creditSlack = (document: Noted): Decimal => decimal(`3e-${currencyDigits(document.currency)}`);

/** Whether an amount of tax that is not computed from this base and rate passes the authority's rules. */
export const mayBearTax = (document: Noted, row: TaxRow): boolean =>
  isCleared(document) ? false : isTaxWithin(row);

const DISCOUNT_TEXTS = {
  es: (folio: string) => `Descuento o bonificación sobre la factura ${folio}`,
  de: (folio: string) => `Nachlass auf die Rechnung ${folio}`,
  en: (folio: string) => `Reduction of the invoice ${folio}`,
} as const;

export const discountText = (language: keyof typeof DISCOUNT_TEXTS, folio: string): string =>
  DISCOUNT_TEXTS[language](folio);
