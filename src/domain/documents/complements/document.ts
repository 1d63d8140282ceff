// From a stored complement to the document that is checked and filed, and to what its mail and its print show.
import type { ComplementEntry } from '../../../db/stated.ts';
import type { Entity } from '../../../base/entity.ts';
import { amount, zero } from '../../../base/money/amount.ts';
import { decimal, type Decimal } from '../../../base/money/decimal.ts';
import { asDay } from '../../../base/time/day.ts';
import { convertDocuments, type Unconverted } from '../../../einvoicing/mx-cfdi/payment/conversion.ts';
import type { Payment, PaymentDocument } from '../../../einvoicing/mx-cfdi/payment/document.ts';
import type { Relation, ShownPayment } from '../../../einvoicing/regime.ts';
import { NO_TERMS } from '../../../einvoicing/terms.ts';
import type { ComplementRecord } from './record.ts';
import { entryAmount, readShares } from './taxes.ts';

const readRate = (text: string | null): Decimal | null => (text === null ? null : decimal(text));

const readEntry = (entry: ComplementEntry): Unconverted => ({
  uuid: entry.uuid,
  series: entry.series,
  number: entry.number,
  exchangeRate: readRate(entry.exchange_rate),
  installment: entry.installment,
  balanceBefore: entryAmount(entry.balance_before_minor, entry),
  paid: entryAmount(entry.paid_minor, entry),
  balanceAfter: entryAmount(entry.balance_after_minor, entry),
  taxObject: entry.tax_object,
  taxes: readShares(entry.taxes),
});

export const readPayment = ({ header }: ComplementRecord): Payment => {
  const { content, currency, total_minor, paid_on } = header;
  const payment = { amount: amount(total_minor, currency), exchangeRate: readRate(content.exchange_rate) };
  return {
    ...payment,
    paidAt: asDay(paid_on),
    form: content.form,
    operationNumber: content.reference,
    documents: convertDocuments(payment, content.documents.map(readEntry)),
  };
};

export const toPaymentDocument = (seller: Entity, record: ComplementRecord): PaymentDocument => {
  const { header, customer } = record;
  const { replaces_uuid } = header.content;
  return {
    seller,
    buyer: customer,
    issueDate: asDay(header.issue_date),
    payments: [readPayment(record)],
    replaces: replaces_uuid === null ? [] : [replaces_uuid],
  };
};

const relationsOf = ({ content, issue_date, replaces }: ComplementRecord['header']): readonly Relation[] => {
  const { replaces_uuid: uuid } = content;
  return uuid === null
    ? []
    : [{ type: '04', uuid, folio: uuid, issueDate: asDay(issue_date), recordId: replaces }];
};

/** Its amounts are those of the payment; the file itself has a total of zero. */
export const toShownDocument = (seller: Entity, { header, customer }: ComplementRecord): ShownPayment => {
  const { currency } = header;
  const paid = amount(header.total_minor, currency);
  const none = zero(currency);
  const nothing = { breakdown: [], withholdings: [], allowances: [], derived: [], lines: [] };
  return {
    ...nothing,
    relations: relationsOf(header),
    kind: 'payment',
    seller,
    buyer: customer,
    issueDate: asDay(header.issue_date),
    dueDate: asDay(header.paid_on),
    currency,
    exchangeRate: readRate(header.content.exchange_rate),
    exchangeRateSource: null,
    countryDetails: { cfdi_type: 'P', payment_form: header.content.form, cfdi_use: 'CP01' },
    title: null,
    notes: null,
    terms: NO_TERMS,
    payee: null,
    discount: none,
    lineTotal: paid,
    subtotal: paid,
    tax: none,
    withheld: none,
    total: paid,
  };
};
