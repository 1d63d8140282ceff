// A rule of the SAT's error matrix for Pagos 2.0 (revision B), on the XML of any payment complement.
import { ZERO, type Decimal } from '../../base/money/decimal.ts';
import { readValue, writtenDecimals } from '../../einvoicing/mx-cfdi/bands.ts';
import { satDecimals } from '../../einvoicing/mx-cfdi/catalogs.ts';
import type { CfdiPaidDocument, CfdiPayment, CfdiPayments } from '../../einvoicing/mx-cfdi/payment/read.ts';
import { SAME_PAYMENT } from '../../einvoicing/mx-cfdi/payment/rule.ts';
import type { Cfdi, CfdiTax } from '../../einvoicing/mx-cfdi/read.ts';
import { type Breach, type CfdiRule } from './rule.ts';

/** What the matrix has no number for. */
export const OTHER = 'CRP20999';

/** Checked only where there are payments. */
export const complementRule = (
  id: string,
  check: (payments: CfdiPayments, cfdi: Cfdi) => readonly Breach[],
): CfdiRule => ({
  id,
  check: (cfdi) =>
    (cfdi.payments === null ? [] : check(cfdi.payments, cfdi)).map((breach) => ({
      fix: SAME_PAYMENT,
      ...breach,
    })),
});

export const paymentRule = (
  id: string,
  check: (payment: CfdiPayment, path: string) => readonly Breach[],
): CfdiRule =>
  complementRule(id, ({ payments }) =>
    payments.flatMap((payment, index) => check(payment, `Pagos/Pago[${index + 1}]`)),
  );

export const documentRule = (
  id: string,
  check: (document: CfdiPaidDocument, path: string, payment: CfdiPayment) => readonly Breach[],
): CfdiRule =>
  paymentRule(id, (payment, path) =>
    payment.documents.flatMap((document, index) =>
      check(document, `${path}/DoctoRelacionado[${index + 1}]`, payment),
    ),
  );

/** Whether an amount has no more decimals than its currency; one that is not in c_Moneda is another rule's matter. */
export const fits = (currency: string, text: string): boolean =>
  writtenDecimals(text) <= (satDecimals(currency) ?? 6);

/** EquivalenciaDR, by which amounts of a document are divided; 1 where it is absent or zero. */
export const equivalenceOf = ({ equivalence }: CfdiPaidDocument): Decimal => {
  const value = readValue(equivalence ?? '1');
  return value.eq(ZERO) ? readValue('1') : value;
};

/** Rates are compared as values: 0.16 equals 0.160000. */
export const groupKey = ({ tax, factor, rate }: CfdiTax): string =>
  `${tax} ${factor ?? ''} ${rate === null ? '' : readValue(rate).toFixed(6)}`;
