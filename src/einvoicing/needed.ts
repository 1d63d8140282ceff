// What a customer still lacks before an invoice to it can be filed: what the rules on the receiver would refuse.
import type { Entity } from '../base/entity.ts';
import { amount } from '../base/money/amount.ts';
import type { IsoDay } from '../base/time/day.ts';
import { ZERO } from '../base/money/decimal.ts';
import { regimeOf } from './index.ts';
import type { Buyer, InvoiceDocument } from './regime.ts';
import { NO_TERMS } from './terms.ts';

const CUSTOMER = 'counterparty.';

/** An invoice that says nothing but who sells to whom, at the standard rate. */
const barest = (seller: Entity, buyer: Buyer, day: IsoDay): InvoiceDocument => {
  const { currency } = seller;
  const none = amount(0, currency);
  return {
    kind: 'invoice',
    seller,
    buyer,
    issueDate: day,
    dueDate: day,
    currency,
    exchangeRate: null,
    exchangeRateSource: null,
    countryDetails: {},
    title: null,
    notes: null,
    terms: NO_TERMS,
    payee: null,
    relations: [],
    derived: [],
    lines: [],
    breakdown: [{ tax: '', category: 'S', factor: 'rate', rate: ZERO, base: none, amount: none }],
    withholdings: [],
    allowances: [],
    discount: none,
    lineTotal: none,
    subtotal: none,
    tax: none,
    withheld: none,
    total: none,
  };
};

/** The parameters of the counterparty, each by its path. */
export const neededToInvoice = (seller: Entity, buyer: Buyer, day: IsoDay): readonly string[] => {
  const issues = regimeOf(seller.country_code).validateBuyer(barest(seller, buyer, day));
  const paths = issues.flatMap(({ severity, path }) =>
    severity === 'error' && path?.startsWith(CUSTOMER) === true ? [path.slice(CUSTOMER.length)] : [],
  );
  return [...new Set(paths)];
};
