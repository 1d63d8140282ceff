// Everything that would be filed and sent of a payment complement.
import type { InvoiceId } from '../../../../generated/ids.ts';
import type { FilingPreview, PreviewPayment, PreviewTax } from '../../../../generated/types.ts';
import { type Amount, add, roundToCurrency, subtract, toWire } from '../../../base/money/amount.ts';
import { type Decimal, ZERO, sumOf, toNumber } from '../../../base/money/decimal.ts';
import type { Entity } from '../../../base/entity.ts';
import { FACTORS, TAX_CODES } from '../../../einvoicing/mx-cfdi/codes.ts';
import type { Payment, TaxShare } from '../../../einvoicing/mx-cfdi/payment/document.ts';
import type { ShownPayment } from '../../../einvoicing/regime.ts';
import { isSameCurrency } from '../../../einvoicing/mx-cfdi/payment/conversion.ts';
import { sumPayments, sumTaxes } from '../../../einvoicing/mx-cfdi/payment/sums.ts';
import { asShown } from '../shared/filing.ts';
import { formatFolio } from '../shared/document.ts';
import { type DocumentPreview, type PreviewFacts, previewDocument } from '../shared/preview.ts';
import { readPayment, toShownDocument } from './document.ts';
import { PERCENT } from './taxes.ts';
import type { ComplementRecord } from './record.ts';

const byCode = <T extends string>(codes: Readonly<Record<T, string>>): Readonly<Record<string, T>> =>
  Object.fromEntries((Object.keys(codes) as T[]).map((name) => [codes[name], name]));
const TAX_NAMES = byCode(TAX_CODES);
const FACTOR_NAMES = byCode(FACTORS);

const numberOf = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));

const shareOf = ({ tax, factor, rate, base, amount: share }: TaxShare, withheld: boolean): PreviewTax => ({
  tax: TAX_NAMES[tax] ?? tax,
  category: tax,
  factor: FACTOR_NAMES[factor] ?? null,
  rate: rate === null ? null : toNumber(factor === 'Tasa' ? rate.times(PERCENT) : rate),
  base: toNumber(base),
  amount: numberOf(share),
  withheld,
  reason_code: null,
  reason: null,
});

type Sums = ReturnType<typeof sumTaxes>;

const taxesOf = ({ transferred, withheld }: Sums): readonly PreviewTax[] => [
  ...transferred.map((share) => shareOf(share, false)),
  ...withheld.map(({ tax, amount: sum }) => ({
    tax: TAX_NAMES[tax] ?? tax,
    category: tax,
    factor: null,
    rate: null,
    base: null,
    amount: toNumber(sum),
    withheld: true,
    reason_code: null,
    reason: null,
  })),
];

/** What the books know of a complement beside its payment. */
export interface PaymentFacts extends Pick<
  PreviewFacts,
  'record_id' | 'entityId' | 'customerId' | 'numbering' | 'number'
> {
  readonly payment_id: string;
  readonly form_reason: string | null;
  /** In the order of the payment's documents. */
  readonly invoiceIds: readonly InvoiceId[];
}

const paymentOf = (
  entity: Entity,
  payment: Payment,
  taxes: readonly PreviewTax[],
  { payment_id, form_reason, invoiceIds }: PaymentFacts,
): PreviewPayment => {
  const { currency } = payment.amount;
  const isRateKnown = currency === entity.currency || payment.exchangeRate !== null;
  return {
    payment_id,
    paid_on: payment.paidAt,
    payment_form: payment.form,
    payment_form_reason: form_reason,
    amount: toWire(payment.amount),
    currency,
    operation_number: payment.operationNumber ?? null,
    documents: payment.documents.map((paid, index) => {
      const invoice_id = invoiceIds[index];
      if (invoice_id === undefined) throw new Error(`the invoice ${paid.uuid} has no id`);
      return {
        invoice_id,
        uuid: paid.uuid,
        folio: formatFolio(paid),
        series: paid.series,
        number: paid.number,
        currency: paid.paid.currency,
        equivalence: isRateKnown || isSameCurrency(payment, paid) ? toNumber(paid.equivalence) : null,
        installment: paid.installment,
        balance_before: toWire(paid.balanceBefore),
        paid: toWire(paid.paid),
        balance_after: toWire(paid.balanceAfter),
        tax_object: paid.taxObject,
        taxes: [
          ...paid.taxes.transferred.map((share) => shareOf(share, false)),
          ...paid.taxes.withheld.map((share) => shareOf(share, true)),
        ],
      };
    }),
    taxes,
  };
};

/** In pesos, by the rate that the payment is filed with. */
const pesoTotals = (payment: Payment): FilingPreview['fixed_at_approval']['peso_totals'] =>
  Object.entries(sumPayments([payment])).flatMap(([name, value]) =>
    value === null ? [] : [{ name, amount: toNumber(value) }],
  );

export const previewPayment = (
  document: ShownPayment,
  payment: Payment,
  facts: PaymentFacts,
): DocumentPreview => {
  const { amount: paid } = payment;
  const sums = sumTaxes(payment.documents);
  const sum = (rows: readonly { readonly amount: Decimal | null }[]): Amount =>
    roundToCurrency(sumOf(rows.map((row) => row.amount ?? ZERO)), paid.currency);
  const tax = sum(sums.transferred);
  const withheld = sum(sums.withheld);
  const subtotal = add(subtract(paid, tax), withheld);
  const taxes = taxesOf(sums);
  const preview = previewDocument(document, {
    ...facts,
    record_type: 'payment_complement',
    credit_reason: null,
    dueDays: null,
    given: { series: null, issue_date: null, exchange_rate: null },
  });
  return {
    ...preview,
    payment: paymentOf(document.seller, payment, taxes, facts),
    totals: {
      ...preview.totals,
      subtotal: toWire(subtotal),
      tax_total: toWire(tax),
      taxes,
      withheld_total: toWire(withheld),
      total_with_tax: toWire(add(subtotal, tax)),
    },
    fixed_at_approval: { ...preview.fixed_at_approval, peso_totals: pesoTotals(payment) },
  };
};

/** `numbering` is the series of its number. */
export const previewComplementFiling = (
  entity: Entity,
  record: ComplementRecord,
  numbering: string,
): DocumentPreview => {
  const { header, customer } = record;
  const { content } = header;
  return previewPayment(asShown(toShownDocument(entity, record), header), readPayment(record), {
    record_id: header.id,
    entityId: entity.id,
    customerId: customer.id,
    numbering,
    number: header.number,
    payment_id: header.payment_id,
    form_reason: content.form_reason,
    invoiceIds: content.documents.map(({ invoice_id }) => invoice_id as InvoiceId),
  });
};
