// Whether what a complement says counts at all, and for whose bills.
import type { ReceivedRule } from '../../../../generated/received.ts';
import { normaliseVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import type { LockedBill } from './store.ts';

/** What is found on comparing a complement with the books; it is found anew whenever one of them changes. */
export const PROOF_RULES: ReadonlySet<string> = new Set([
  'proof_bill_unknown',
  'proof_of_other_supplier',
  'proof_payment_missing',
  'proof_amount_differs',
  'proof_currency_differs',
  'proof_repeated',
  'proof_day_differs',
  'proof_rate_differs',
  'proof_balance_differs',
  'proof_instalment_differs',
] satisfies ReceivedRule[]);

/** With these it proves nothing, whoever books it: it is for somebody else, there already, or cancelled. */
const NEVER_PROVES: ReadonlySet<string> = new Set([
  'wrong_buyer',
  'buyer_unnamed',
  'duplicate_uuid',
  'sat_cancelled',
  'sandbox_cancelled',
] satisfies ReceivedRule[]);

export const ofDocument = ({ issues }: Pick<ListedReceived, 'issues'>) =>
  issues.filter(({ rule }) => !PROOF_RULES.has(rule));

/** With an error only once a person has booked it despite that. */
export const counts = (document: Pick<ListedReceived, 'status' | 'issues'>): boolean => {
  const issues = ofDocument(document);
  if (issues.some(({ rule }) => NEVER_PROVES.has(rule))) return false;
  if (document.status === 'booked') return true;
  return document.status === 'needs_review' && !issues.some(({ severity }) => severity === 'error');
};

/** By the tax id, which a CFDI has; without one of the supplier in the books, by whom the document was found to be of. */
export const isIssuer = (
  { supplier_tax_id, counterparty_id }: Pick<ListedReceived, 'supplier_tax_id' | 'counterparty_id'>,
  bill: Pick<LockedBill, 'counterparty_id' | 'content'>,
  supplier: { readonly tax_id: string | null } | undefined,
): boolean => {
  const known = supplier?.tax_id ?? bill.content?.supplier?.tax_id ?? null;
  return known === null || supplier_tax_id === null
    ? counterparty_id !== null && counterparty_id === bill.counterparty_id
    : normaliseVatId(known) === normaliseVatId(supplier_tax_id);
};
