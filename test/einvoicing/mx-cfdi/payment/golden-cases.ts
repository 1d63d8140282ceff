// Real cases of payment complements, each with every complement that its invoices get.
import { asDay } from '../../../../src/base/time/day.ts';
import { parseAmount } from '../../../../src/base/money/amount.ts';
import { decimal } from '../../../../src/base/money/decimal.ts';
import type { PaymentDocument } from '../../../../src/einvoicing/mx-cfdi/payment/document.ts';
import { MX_SELLER } from '../../../domain/invoices/facts.ts';
import { complementOf, invoiceOf, settle, type Invoice, type Received } from './complements.ts';

interface Money {
  readonly amount: string;
  readonly currency: string;
  /** Pesos for one unit. */
  readonly rate?: string;
  /** What of it is counted on the invoice, in its currency; all of it by default. */
  readonly paid?: string;
  readonly invoiceRate?: string;
  readonly more?: Partial<Received>;
}

const receive = (invoice: Invoice, { amount, currency, rate, paid, invoiceRate, more }: Money): Received => ({
  paidAt: asDay('2026-11-19'),
  form: '03',
  amount: parseAmount(amount, currency),
  exchangeRate: rate === undefined ? null : decimal(rate),
  parts: [
    {
      invoice,
      paid: parseAmount(paid ?? amount, invoice.currency),
      exchangeRate: invoiceRate === undefined ? null : decimal(invoiceRate),
    },
  ],
  ...more,
});

/** One complement for each payment, one after the other. */
const inParts = (
  first: Invoice,
  payments: readonly Money[],
  more: Partial<PaymentDocument> = {},
): readonly PaymentDocument[] => {
  let invoice = first;
  return payments.map((money) => {
    const received = receive(invoice, money);
    for (const { paid } of received.parts) invoice = settle({ invoice, paid });
    return complementOf([received], more);
  });
};

const PESOS = invoiceOf({
  number: '101',
  currency: 'MXN',
  subtotal: '1000.00',
  taxes: ['T 002 Tasa 0.16 1000.00'],
});
const DOLLARS = invoiceOf({
  number: '102',
  currency: 'USD',
  subtotal: '1000.00',
  taxes: ['T 002 Tasa 0.16 1000.00'],
});
const FREELANCER = invoiceOf({
  number: '103',
  currency: 'MXN',
  subtotal: '15000.00',
  taxes: ['W 001 Tasa 0.10 15000.00', 'W 002 Tasa 0.106667 15000.00', 'T 002 Tasa 0.16 15000.00'],
});
const GROCER = invoiceOf({
  number: '104',
  currency: 'MXN',
  subtotal: '850.00',
  taxes: [
    'T 003 Tasa 0.08 350.00',
    'T 002 Tasa 0 728.00',
    'T 003 Cuota 3.0818 60',
    'T 002 Tasa 0.16 334.908',
  ],
});
const MIXED = invoiceOf({
  number: '105',
  currency: 'USD',
  subtotal: '333.33',
  taxes: ['T 002 Exento - 111.11', 'T 002 Tasa 0.08 111.11'],
});
const UNTAXED = invoiceOf({ number: '106', currency: 'MXN', subtotal: '500.00', taxes: [] });

const EUROS: Received = {
  paidAt: asDay('2026-11-18'),
  form: '03',
  amount: parseAmount('305.51', 'EUR'),
  exchangeRate: decimal('20.1234'),
  parts: [
    { invoice: MIXED, paid: MIXED.balance, exchangeRate: decimal('17.2345') },
    { invoice: UNTAXED, paid: parseAmount('250.00', 'MXN'), exchangeRate: null },
  ],
};

/** Name, and the complements in order. */
export const GOLDEN_CASES: Readonly<Record<string, readonly PaymentDocument[]>> = {
  'three-parts-two-currencies': inParts(PESOS, [
    { amount: '400.00', currency: 'MXN' },
    { amount: '20.00', currency: 'USD', rate: '17.2345', paid: '344.69' },
    { amount: '415.31', currency: 'MXN' },
  ]),
  'dollars-paid-in-pesos': inParts(DOLLARS, [
    { amount: '9996.01', currency: 'MXN', paid: '580.00', invoiceRate: '17.2345' },
    { amount: '10034.00', currency: 'MXN', paid: '580.00', invoiceRate: '17.30' },
  ]),
  'freelancer-two-parts': inParts(
    FREELANCER,
    [
      { amount: '5000.00', currency: 'MXN' },
      { amount: '9299.99', currency: 'MXN' },
    ],
    {
      seller: {
        ...MX_SELLER,
        name: 'Adriana Juárez Fernández',
        tax_id: 'JUFA7608212V6',
        details: { fiscal_regime_code: '612' },
      },
    },
  ),
  'zero-rate-and-excise': inParts(GROCER, [{ amount: '700.00', currency: 'MXN', more: { form: '01' } }]),
  'euros-for-two-invoices': [complementOf([EUROS])],
  'substitute-with-bank': inParts(
    PESOS,
    [
      {
        amount: '1160.00',
        currency: 'MXN',
        more: {
          operationNumber: 'SPEI 4471902',
          bank: {
            payerBankRfc: 'BNM840515VB1',
            payerAccount: '0021 8001 2345 6789 01',
            payeeBankRfc: 'BBA830831LJ2',
            payeeAccount: '032180000118359719',
          },
        },
      },
    ],
    { replaces: ['0b6a4d56-3f2b-4c8e-9a51-7d6c2f1e8a90'] },
  ),
};
