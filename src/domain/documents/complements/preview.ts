// What a payment complement says as it will be filed: the payment, each invoice with its instalment, balances and taxes.
import type { Entity } from '../../../base/entity.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { type Decimal, toNumber } from '../../../base/money/decimal.ts';
import type { At } from '../../../base/time/day.ts';
import type { PaidDocument, TaxShare } from '../../../einvoicing/mx-cfdi/payment/document.ts';
import { sumTaxes } from '../../../einvoicing/mx-cfdi/payment/sums.ts';
import { validatePayment } from '../../../einvoicing/mx-cfdi/payment/validate.ts';
import type { Issue } from '../../../einvoicing/regime.ts';
import { formatFolio } from '../shared/document.ts';
import { type ComplementView, describeComplement } from './describe.ts';
import { readPayment, toPaymentDocument } from './document.ts';
import type { ComplementRecord } from './record.ts';

export interface PreviewedTax {
  /** c_Impuesto. */
  readonly tax: string;
  /** c_TipoFactor. */
  readonly factor: string | null;
  /** In per cent, or a quota; null when exempt, or of several rates. */
  readonly rate: number | null;
  readonly base: number | null;
  readonly amount: number | null;
  readonly withheld: boolean;
}

export interface PreviewedInvoice {
  readonly invoice_id: string;
  readonly folio: string | null;
  readonly uuid: string;
  readonly currency: string;
  /** Units of the invoice's currency for one of the payment's. */
  readonly equivalence: number;
  readonly installment: number;
  readonly balance_before: number;
  readonly paid: number;
  readonly balance_after: number;
  /** c_ObjetoImp. */
  readonly tax_object: string;
  readonly taxes: readonly PreviewedTax[];
}

export interface ComplementPreview extends Omit<ComplementView, 'invoices'> {
  readonly invoices: readonly PreviewedInvoice[];
  /** Pesos for one unit of the payment's currency; null for pesos. */
  readonly exchange_rate: number | null;
  /** The payment's reference, as its operation number. */
  readonly operation_number: string | null;
  /** Of the whole payment, in its currency. */
  readonly taxes: readonly PreviewedTax[];
  readonly issues: readonly Issue[];
}

const numberOf = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));

const rateOf = ({ factor, rate }: TaxShare): number | null =>
  rate === null ? null : toNumber(factor === 'Tasa' ? rate.times('100') : rate);

const shareOf = (share: TaxShare, withheld: boolean): PreviewedTax => ({
  tax: share.tax,
  factor: share.factor,
  rate: rateOf(share),
  base: toNumber(share.base),
  amount: numberOf(share.amount),
  withheld,
});

const taxesOf = ({ taxes }: PaidDocument): PreviewedTax[] => [
  ...taxes.transferred.map((share) => shareOf(share, false)),
  ...taxes.withheld.map((share) => shareOf(share, true)),
];

export const previewComplement = (
  entity: Entity,
  record: ComplementRecord,
  at: At & { readonly today: string },
): ComplementPreview => {
  const { content } = record.header;
  const payment = readPayment(record);
  const { transferred, withheld } = sumTaxes(payment.documents);
  return {
    ...describeComplement(entity, record, at),
    exchange_rate: numberOf(payment.exchangeRate),
    operation_number: payment.operationNumber ?? null,
    invoices: payment.documents.map((paid, n) => ({
      invoice_id: content.documents[n]?.invoice_id ?? '',
      folio: formatFolio(paid),
      uuid: paid.uuid,
      currency: paid.paid.currency,
      equivalence: toNumber(paid.equivalence),
      installment: paid.installment,
      balance_before: minorToWire(paid.balanceBefore.minor, paid.paid.currency),
      paid: minorToWire(paid.paid.minor, paid.paid.currency),
      balance_after: minorToWire(paid.balanceAfter.minor, paid.paid.currency),
      tax_object: paid.taxObject,
      taxes: taxesOf(paid),
    })),
    taxes: [
      ...transferred.map((share) => shareOf(share, false)),
      ...withheld.map(({ tax, amount }) => ({
        tax,
        factor: null,
        rate: null,
        base: null,
        amount: toNumber(amount),
        withheld: true,
      })),
    ],
    issues: validatePayment(toPaymentDocument(entity, record)),
  };
};
