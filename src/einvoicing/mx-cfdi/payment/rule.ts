// Helpers for the rules on payment complements (SAT, error matrix of Pagos 2.0, revision B).
import { recordAgain, rule, type Finding, type Rule } from '../../rules.ts';
import type { PaidDocument, Payment, PaymentDocument } from './document.ts';

export type PaymentRule = Rule<PaymentDocument>;

/** What the matrix has no number for. */
export const OTHER = 'CRP20999';

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
