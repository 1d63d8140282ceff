// What prevents or endangers the filing of a payment complement: who issues and receives it as in an invoice, and the
// error matrix of Pagos 2.0. What the service computes itself is checked by the PAC.
import type { Issue } from '../../regime.ts';
import { runRules } from '../../rules.ts';
import { ISSUER_RULES, RECEIVER_RULES } from '../rules-parties.ts';
import type { PaymentDocument } from './document.ts';
import type { PaymentRule } from './rule.ts';
import { DOCUMENT_RULES } from './rules-documents.ts';
import { PAYMENT_RULES } from './rules-payment.ts';

/** Global invoices are of type I. */
const INVOICES_ONLY = 'CFDI40130';

const RULES: readonly PaymentRule[] = [
  ...ISSUER_RULES,
  ...RECEIVER_RULES.filter(({ id }) => id !== INVOICES_ONLY),
  ...PAYMENT_RULES,
  ...DOCUMENT_RULES,
];

export const validatePayment = (document: PaymentDocument): readonly Issue[] => runRules(RULES, document);
