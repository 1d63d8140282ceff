// Helpers for the rules on payment complements (SAT, error matrix of Pagos 2.0, revision B).
import { rule, type Finding, type Rule } from '../../rules.ts';
import type { PaidDocument, Payment, PaymentDocument } from './document.ts';

export type PaymentRule = Rule<PaymentDocument>;

/** What the matrix has no number for. */
export const OTHER = 'CRP20999';

/** A recorded payment is not edited: it is taken back and recorded again. */
export const recordAgain = (change: string): string =>
  `Ask an administrator to take the payment back with the admin command "payment reverse ...", then record it again with record_invoice_payment, ${change}.`;

export const SAME_PAYMENT = recordAgain('with the same content');

export const paymentRule = (
  id: string,
  check: (payment: Payment, path: string) => readonly Finding[],
): PaymentRule =>
  rule(id, ({ payments }) => payments.flatMap((payment, index) => check(payment, `payments[${index}]`)));

export const documentRule = (
  id: string,
  check: (document: PaidDocument, path: string, payment: Payment) => readonly Finding[],
): PaymentRule =>
  paymentRule(id, (payment, path) =>
    payment.documents.flatMap((document, index) => check(document, `${path}.documents[${index}]`, payment)),
  );
