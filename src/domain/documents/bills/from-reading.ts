// Books what a reader found in a supplier's document: every sum is the document's, to the cent, and what it says stays as it
// said it. A negative invoice is a credit note, and the other way round (UNTDID 1001 allows both).
import { SERVICE } from '../../../../generated/service.ts';
import type { ReadDocument, ReadLine, ReadTax } from '../../../receiving/reading.ts';
import type { BillContent, BillLineContent, BillTax } from '../../../db/stated-bills.ts';
import { amountText, roundToCurrency } from '../../../base/money/amount.ts';
import { isCurrency } from '../../../base/money/currency.ts';
import { type Decimal, decimal, isNegative, roundHalfUp, toText, ZERO } from '../../../base/money/decimal.ts';
import { addDays, asDay, type IsoDay, parseDay } from '../../../base/time/day.ts';
import { LINE_DECIMALS } from '../../../einvoicing/totals.ts';
import { AMOUNT } from './amount-text.ts';
import { discountsOf } from './discounts-read.ts';
import type { BillLineRow } from './record.ts';
import { NO_LINE_CONTENT } from './read-lines.ts';
import { NO_CONTENT } from './read-terms.ts';
import { isNote, lackOf, sumsOf, taxOfLine } from './reading-sums.ts';

/** What the books keep of a document, without a supplier of theirs. */
export interface BookableDocument {
  readonly kind: 'bill' | 'bill_credit_note';
  readonly bill_number: string | null;
  readonly series: string | null;
  readonly uuid: string | null;
  readonly issue_date: IsoDay;
  readonly due_date: IsoDay;
  readonly currency: string;
  readonly exchange_rate: string | null;
  readonly subtotal_minor: number;
  readonly tax_minor: number;
  readonly withheld_minor: number;
  readonly prepaid_minor: number;
  readonly rounding_minor: number;
  /** What is owed of it. */
  readonly due_minor: number;
  readonly delivery_date: IsoDay | null;
  readonly tax_point: IsoDay | null;
  readonly content: BillContent;
  readonly lines: readonly BillLineRow[];
}

const HUNDRED = decimal('100');

/** Text for a column; what is longer stands whole in the file. */
export const cut = (text: string | null | undefined, most: number): string | null => {
  const plain = [...(text?.trim() ?? '')];
  if (plain.length === 0) return null;
  return plain.length <= most ? plain.join('') : `${plain.slice(0, most - 1).join('')}…`;
};

export const dayOf = (text: string | null | undefined): IsoDay | null => {
  const read = text === null || text === undefined ? undefined : parseDay(text);
  return read === undefined ? null : asDay(read);
};

/** As its column holds it, and above zero. */
const EXCHANGE_RATE = /^(?=.*[1-9])\d{1,10}(?:\.\d{1,20})?$/;

/** One to another currency than that of the books is not theirs. */
const rateTo = ({ exchangeRate, exchangeCurrency }: ReadDocument, home: string): string | null =>
  (exchangeCurrency === undefined || exchangeCurrency === home) && EXCHANGE_RATE.test(exchangeRate ?? '')
    ? exchangeRate
    : null;

/** The document as the books keep it; undefined where that cannot be, see `lackOf`: a person books it by hand then. */
export const billOf = (
  document: ReadDocument,
  { today, asNote, home }: { readonly today: IsoDay; readonly asNote: boolean; readonly home: string },
): BookableDocument | undefined => {
  const { currency } = document;
  if (currency === null || lackOf(document, asNote).length > 0) return undefined;
  const sums = sumsOf(document);
  const isTurned = isNegative(sums.total);
  const minor = (value: Decimal): number => {
    const { minor: read } = roundToCurrency(value, currency);
    return isTurned && read !== 0 ? -read : read;
  };
  const issue_date = dayOf(document.issueDate) ?? today;
  const due_date = dayOf(document.dueDate);
  const isLater = due_date !== null && due_date >= issue_date;
  return {
    kind: isNote(sums.total, asNote) ? 'bill_credit_note' : 'bill',
    bill_number: cut(document.number, 60),
    series: cut(document.series, 25),
    uuid: cut(document.uuid, 64),
    issue_date,
    // A day before the issue date is a slip of whoever wrote it: the bill is due at once.
    due_date: isLater
      ? due_date
      : due_date === null
        ? addDays(issue_date, SERVICE.windows.bill_due_days)
        : issue_date,
    currency,
    exchange_rate: rateTo(document, home),
    subtotal_minor: minor(sums.subtotal),
    tax_minor: minor(sums.tax),
    withheld_minor: minor(sums.withheld),
    prepaid_minor: minor(sums.prepaid),
    rounding_minor: minor(sums.rounding),
    due_minor: minor(sums.total) - minor(sums.prepaid) + minor(sums.rounding),
    delivery_date: dayOf(document.deliveryDate),
    tax_point: dayOf(document.taxPoint),
    content: contentOf(document, isTurned, due_date === null),
    lines: document.lines.map((line, index) =>
      lineOf(line, index, { currency, isTurned, account: document.account ?? null }),
    ),
  };
};

const turn = (text: string, isTurned: boolean): string =>
  isTurned ? toText(ZERO.minus(decimal(text))) : toText(decimal(text));

const turnOrNull = (text: string | null, isTurned: boolean): string | null =>
  text === null || !AMOUNT.test(text) ? null : turn(text, isTurned);

/** In percent, as all rates here: Mexican documents state shares. */
const rateOf = ({ kind, factor, rate }: ReadTax): string | null => {
  if (rate === null || factor === 'exempt' || !AMOUNT.test(rate)) return null;
  const isShare = factor === 'rate' && (kind === 'IVA' || kind === 'IEPS' || kind === 'ISR');
  return toText(isShare ? decimal(rate).times(HUNDRED) : decimal(rate));
};

const taxOf =
  (isTurned: boolean) =>
  (tax: ReadTax): BillTax => ({
    kind: tax.kind,
    factor: tax.factor,
    rate: rateOf(tax),
    category: cut(tax.category, 10),
    exemption_code: cut(tax.exemptionCode, 40),
    exemption_reason: cut(tax.exemptionReason, 1000),
    base: turnOrNull(tax.base, isTurned),
    amount: turnOrNull(tax.amount, isTurned),
    name: cut(tax.localName, 200),
  });

const adjustmentOf =
  (isTurned: boolean) =>
  (each: ReadDocument['adjustments'][number]): BillContent['adjustments'][number] => ({
    charge: each.kind === 'charge',
    amount: turn(each.amount, isTurned),
    base: turnOrNull(each.base, isTurned),
    percent: turnOrNull(each.percent, false),
    reason: cut(each.reason, 1000),
    reason_code: cut(each.reasonCode, 10),
    tax: each.tax === null ? null : taxOf(isTurned)(each.tax),
  });

const periodOf = (period: ReadDocument['deliveryPeriod']): BillContent['delivery_period'] => {
  const read = { from: dayOf(period?.start ?? null), to: dayOf(period?.end ?? null) };
  return read.from === null && read.to === null ? null : read;
};

interface LineScope {
  readonly currency: string;
  readonly isTurned: boolean;
  /** Of the whole document, for lines that name none. */
  readonly account: string | null;
}

const lineOf = (line: ReadLine, index: number, { currency, isTurned, account }: LineScope): BillLineRow => {
  const quantity = decimal(line.quantity);
  const price = decimal(line.unitPrice);
  // How many is never below zero: what is taken back has a negative price.
  const isBack = isNegative(quantity) !== isTurned;
  const places = (value: Decimal): string => toText(roundHalfUp(value, LINE_DECIMALS));
  const tax = taxOfLine(line);
  return {
    position: index + 1,
    description: cut(line.description, 1000) ?? cut(line.detail, 1000) ?? '–',
    quantity: places(quantity.abs()),
    unit_price: places(isBack ? ZERO.minus(price) : price),
    subtotal: places(decimal(turn(line.net, isTurned))),
    tax_amount: amountText(roundToCurrency(isTurned ? ZERO.minus(tax) : tax, currency)),
    content: lineContentOf(line, isTurned, account),
  };
};

const lineContentOf = (line: ReadLine, isTurned: boolean, account: string | null): BillLineContent => ({
  ...NO_LINE_CONTENT,
  taxes: line.taxes.map(taxOf(isTurned)),
  withholdings: line.withholdings.map(taxOf(isTurned)),
  discount: turnOrNull(line.discount, isTurned),
  adjustments: line.adjustments.map(adjustmentOf(isTurned)),
  detail: cut(line.detail, 2000),
  unit_code: cut(line.unitCode, 20),
  period: periodOf(line.period),
  item_number: cut(line.sellerItemId, 200),
  product_code: cut(line.productCode, 60),
  tax_object: cut(line.taxObject, 10),
  customs_numbers: line.customsNumbers.slice(0, 50).map((each) => cut(each, 30) ?? ''),
  order_line: cut(line.orderLine, 60),
  account: cut(line.account ?? account, 100),
});

const contentOf = (document: ReadDocument, isTurned: boolean, isDueDerived: boolean): BillContent => {
  const { payment, seller, totals } = document;
  const accounting = totals.taxInAccountingCurrency;
  return {
    ...NO_CONTENT,
    type_code: cut(document.typeCode, 10),
    taxes: document.taxes.slice(0, 200).map(taxOf(isTurned)),
    withholdings: document.withholdings.slice(0, 200).map(taxOf(isTurned)),
    adjustments: document.adjustments.slice(0, 1000).map(adjustmentOf(isTurned)),
    accounting_tax:
      accounting === null || !AMOUNT.test(accounting.amount) || !isCurrency(accounting.currency)
        ? null
        : { amount: turn(accounting.amount, isTurned), currency: accounting.currency },
    delivery_period: periodOf(document.deliveryPeriod),
    tax_point_code: dayOf(document.taxPoint) === null ? cut(document.taxPoint, 10) : null,
    payee_accounts: payment.accounts.slice(0, 20).map(({ iban, bic, clabe, other, holder }) => ({
      iban: cut(iban, 42),
      bic: cut(bic, 11),
      clabe: cut(clabe, 18),
      number: cut(other, 60),
      holder: cut(holder, 300),
    })),
    direct_debit:
      payment.directDebit === null
        ? null
        : {
            mandate_reference: cut(payment.directDebit.mandate, 200),
            creditor_id: cut(payment.directDebit.creditorId, 200),
            iban: cut(payment.directDebit.debtorIban, 42),
          },
    payment_terms_text: cut(payment.terms, 5000),
    discount_terms: discountsOf(payment.discounts),
    payment_reference: cut(payment.reference, 200),
    payment_form: cut(payment.meansCode, 10),
    payment_method: cut(payment.method, 10),
    use: cut(document.use, 10),
    references: document.references.slice(0, 200).flatMap(({ kind, id, date, relation }) => {
      const named = cut(id, 200);
      return named === null ? [] : [{ kind, id: named, date: cut(date, 40), relation: cut(relation, 10) }];
    }),
    supplier: {
      name: cut(seller.name ?? seller.tradingName, 400),
      tax_id: cut(seller.taxId, 60),
      vat_id: cut(seller.vatId, 60),
      country_code: cut(seller.countryCode, 2),
      fiscal_regime: cut(seller.regime, 10),
    },
    notes: document.notes.slice(0, 50).flatMap((note) => cut(note, 2000) ?? []),
    is_due_derived: isDueDerived,
  };
};
