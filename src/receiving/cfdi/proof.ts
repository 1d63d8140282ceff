// The payments of a CFDI of type P: which documents they pay, and how much of each.
import type { CfdiPaidDocument, CfdiPayment } from '../../einvoicing/mx-cfdi/payment/read.ts';
import type { Cfdi } from '../../einvoicing/mx-cfdi/read.ts';
import type { ReadProof } from '../reading.ts';
import { issueDayOf } from './document.ts';
import { readIssuer, readReceiver } from './party.ts';
import { readTaxes } from './taxes.ts';

const readDocument = (document: CfdiPaidDocument): ReadProof['payments'][number]['documents'][number] => ({
  uuid: document.uuid.trim(),
  series: document.series,
  number: document.number,
  currency: document.currency,
  equivalence: document.equivalence,
  instalment: document.installment === '' ? null : document.installment,
  before: document.balanceBefore,
  paid: document.paid,
  left: document.balanceAfter,
  taxes: readTaxes(document.taxes?.transferred ?? []),
  withholdings: readTaxes(document.taxes?.withheld ?? []),
});

const readPayment = (payment: CfdiPayment): ReadProof['payments'][number] => ({
  paidOn: payment.paidAt.trim().slice(0, 10),
  form: payment.form,
  currency: payment.currency,
  exchangeRate: payment.exchangeRate,
  amount: payment.amount,
  documents: payment.documents.map(readDocument),
});

/** Null without a stamp or payments: such a file proves nothing. */
export const readProof = (cfdi: Cfdi): ReadProof | null => {
  const issueDate = issueDayOf(cfdi);
  if (cfdi.stamp === null || cfdi.payments === null || issueDate === null) return null;
  return {
    uuid: cfdi.stamp.uuid,
    issueDate,
    seller: readIssuer(cfdi),
    buyer: readReceiver(cfdi),
    payments: cfdi.payments.payments.map(readPayment),
  };
};
