// What of a run's findings somebody has decided already: pairs that were rejected, and lines whose payment was recorded.
import { addDays, asDay } from '../../../../base/time/day.ts';
import type { SettledDocument } from '../../../documents/shared/document.ts';
import type { WriteScope } from '../../../ground/change/scope.ts';
import { EXPLAINS_WITHIN_DAYS, paymentTypeFor } from '../recorded-payments.ts';
import { findUnlinkedByAmount } from '../store/payments.ts';
import { readLineRejections } from '../store/suggestions.ts';
import type { Finding } from './apply.ts';

export const readRejectedPairs = async (
  ctx: WriteScope,
  findings: readonly Finding[],
): Promise<ReadonlySet<string>> => {
  const rows = await readLineRejections(
    ctx,
    findings.map(({ line }) => line.id),
  );
  return new Set(rows.map(({ bank_transaction_id, record_id }) => `${bank_transaction_id} ${record_id}`));
};

/** Lines that a recorded payment without a bank line explains: booking them would count the money twice. */
export const findExplained = async (
  ctx: WriteScope,
  findings: readonly Finding[],
  documents: ReadonlyMap<string, SettledDocument>,
): Promise<ReadonlySet<string>> => {
  const days = findings.map(({ line }) => line.date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  const recorded = await findUnlinkedByAmount(
    ctx,
    addDays(asDay(first), -EXPLAINS_WITHIN_DAYS),
    addDays(asDay(last), EXPLAINS_WITHIN_DAYS),
    [...new Set(findings.map(({ line }) => line.amount_minor))],
  );
  const explains = ({ line, result }: Finding): boolean => {
    const party = documents.get(result.allocations[0]?.documentId ?? '')?.counterparty_id;
    const day = asDay(line.date);
    return recorded.some(
      (payment) =>
        payment.type === paymentTypeFor(line) &&
        payment.counterparty_id === party &&
        payment.amount_minor === line.amount_minor &&
        payment.currency === line.currency &&
        payment.paid_on >= addDays(day, -EXPLAINS_WITHIN_DAYS) &&
        payment.paid_on <= addDays(day, EXPLAINS_WITHIN_DAYS),
    );
  };
  return new Set(recorded.length === 0 ? [] : findings.filter(explains).map(({ line }) => line.id));
};
