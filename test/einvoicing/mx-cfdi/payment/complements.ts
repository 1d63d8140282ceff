// Payment complements for tests: an invoice by its lines, paid in parts as the books would count them.
import { asDay } from '../../../../src/base/time/day.ts';
import { add, roundToCurrency, subtract, zero, type Amount } from '../../../../src/base/money/amount.ts';
import { decimal, roundHalfUp, sumOf, ZERO, type Decimal } from '../../../../src/base/money/decimal.ts';
import { convertDocuments } from '../../../../src/einvoicing/mx-cfdi/payment/conversion.ts';
import type {
  PaidDocument,
  Payment,
  PaymentDocument,
} from '../../../../src/einvoicing/mx-cfdi/payment/document.ts';
import {
  chooseTaxObject,
  settleTaxes,
  splitTaxes,
  type InvoiceTax,
} from '../../../../src/einvoicing/mx-cfdi/payment/tax-shares.ts';
import { MX_CUSTOMER, MX_SELLER } from '../../../domain/invoices/facts.ts';

/** `T 002 Tasa 0.16 100`: kind (T passed on, W withheld), tax, factor, rate, and its base on the lines. */
export type TaxText = string;

export interface Invoice {
  readonly uuid: string;
  readonly number: string;
  readonly currency: string;
  readonly taxes: readonly InvoiceTax[];
  readonly objects: readonly string[];
  readonly balance: Amount;
  readonly installments: number;
}

const readTax = (text: TaxText): InvoiceTax => {
  const [kind, tax = '', factor = '', rate = '', base = ''] = text.split(' ');
  return {
    kind: kind === 'T' ? 'transferred' : 'withheld',
    tax,
    factor,
    rate: rate === '-' ? null : decimal(rate),
    base: decimal(base),
    settled: ZERO,
  };
};

const rounded = (value: Decimal, currency: string): Amount => roundToCurrency(value, currency);

/** An invoice of these taxes; its total as a CFDI computes it: sums per tax, rounded to the currency. */
export const invoiceOf = (given: {
  readonly number: string;
  readonly currency: string;
  readonly subtotal: string;
  readonly taxes: readonly TaxText[];
  readonly objects?: readonly string[];
}): Invoice => {
  const taxes = given.taxes.map(readTax);
  const amounts = taxes.map(({ kind, base, rate }) => {
    const amount = rounded(roundHalfUp(base.times(rate ?? ZERO), 6), given.currency);
    return kind === 'transferred' ? amount : subtract(zero(given.currency), amount);
  });
  return {
    uuid: `6128396f-c09b-4ec6-8699-${given.number.padStart(12, '0')}`,
    number: given.number,
    currency: given.currency,
    taxes,
    objects: given.objects ?? [taxes.length === 0 ? '01' : '02'],
    balance: amounts.reduce(add, rounded(decimal(given.subtotal), given.currency)),
    installments: 0,
  };
};

export interface Part {
  readonly invoice: Invoice;
  readonly paid: Amount;
  readonly exchangeRate: Decimal | null;
}

/** The invoice after this part. */
export const settle = ({ invoice, paid }: Omit<Part, 'exchangeRate'>): Invoice => ({
  ...invoice,
  taxes: settleTaxes(invoice.taxes, splitTaxes(invoice.taxes, { balanceBefore: invoice.balance, paid })),
  balance: subtract(invoice.balance, paid),
  installments: invoice.installments + 1,
});

/** What a credit note takes: no instalment. */
export const credit = (invoice: Invoice, amount: Amount): Invoice => ({
  ...settle({ invoice, paid: amount }),
  installments: invoice.installments,
});

export interface Received extends Omit<Payment, 'documents'> {
  readonly parts: readonly Part[];
}

const documentsOf = ({ parts, ...payment }: Received): readonly PaidDocument[] =>
  convertDocuments(
    payment,
    parts.map(({ invoice, paid, exchangeRate }) => {
      const taxes = splitTaxes(invoice.taxes, { balanceBefore: invoice.balance, paid });
      return {
        uuid: invoice.uuid,
        series: 'F',
        number: invoice.number,
        installment: invoice.installments + 1,
        balanceBefore: invoice.balance,
        paid,
        balanceAfter: subtract(invoice.balance, paid),
        taxObject: chooseTaxObject(invoice.objects, taxes),
        taxes,
        exchangeRate,
      };
    }),
  );

export const complementOf = (
  received: readonly Received[],
  more: Partial<PaymentDocument> = {},
): PaymentDocument => ({
  seller: MX_SELLER,
  buyer: MX_CUSTOMER,
  issueDate: asDay('2026-11-21'),
  replaces: [],
  payments: received.map((each) => {
    const { parts: _parts, ...payment } = each;
    return { ...payment, documents: documentsOf(each) };
  }),
  ...more,
});

export const FACTS = { series: 'P', number: '1', issuedAt: new Date('2026-11-21T18:00:00Z') };

export const basesLeft = ({ taxes }: Invoice): Decimal =>
  sumOf(taxes.map(({ base, settled }) => base.minus(settled)));
