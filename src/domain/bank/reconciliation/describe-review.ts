// Describes what is known of a line for agents and the command line.
import type { BankAccountId, BankTransactionId } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { FittingPayment, NearDocument, TransactionExplanation } from '../../../../generated/types.ts';
import { english } from '../../../base/said.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { englishReason } from './explain.ts';
import type { Review } from './review.ts';
import type { NearDocument as Near } from './standing.ts';

const { reasons: MOST_REASONS, next_steps: MOST_STEPS } = LIMITS.TransactionExplanation;

export const describeReview = ({ line, standing }: Review): TransactionExplanation => ({
  object: 'bank_transaction_explanation',
  transaction_id: line.id as BankTransactionId,
  bank_account_id: line.bank_account_id as BankAccountId,
  date: line.date,
  amount: minorToWire(line.amount_minor, line.currency),
  transaction_type: line.transaction_type,
  currency: line.currency,
  description: line.description,
  counterparty_hint: line.counterparty_hint,
  match_status: line.match_status,
  reasons: standing.why.slice(0, MOST_REASONS).map(englishReason),
  near_documents: standing.near.map(describeNear),
  recorded_payments: standing.payments.map(describePayment),
  transfer_candidates: [...standing.peers],
  next_steps: standing.steps.slice(0, MOST_STEPS).map(english),
});

const describeNear = ({ document, likelihood, pro, contra }: Near): NearDocument => ({
  matched_record_id: document.id,
  matched_record_type: document.kind,
  label: `${document.folio ?? document.id} – ${document.party}`,
  balance_due: minorToWire(document.balance_minor, document.currency),
  currency: document.currency,
  due_date: document.due_date,
  open: document.open,
  likelihood: Math.round(likelihood * 1e4) / 1e4,
  speaks_for: pro.map(englishReason),
  speaks_against: contra.map(englishReason),
});

const describePayment = ({
  id,
  paid_on,
  reference,
  record_ids,
}: Review['standing']['payments'][number]): FittingPayment => ({
  payment_id: id,
  date: paid_on,
  reference,
  matched_record_ids: record_ids.slice(0, LIMITS.FittingPayment.matched_record_ids),
});
