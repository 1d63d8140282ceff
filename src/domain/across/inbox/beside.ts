// The documents of which one record was made: a PDF with its data and the same data by another way are decided together.
import type { ComplianceIssue } from '../../../../generated/types.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { changeReceived } from '../../documents/received/change.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { receivedBeside } from '../../documents/received/store/documents.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import type { ReadScope } from '../../ground/change/scope.ts';

/** All of them, the one itself among them; none where nothing was made. */
export const documentsOf = (
  ctx: ReadScope,
  { bill_id, bill_credit_note_id }: Pick<ReceivedRow, 'bill_id' | 'bill_credit_note_id'>,
): Promise<readonly ListedReceived[]> => {
  if (bill_id !== null) return receivedBeside(ctx, 'bill_id', bill_id);
  if (bill_credit_note_id === null) return Promise.resolve([]);
  return receivedBeside(ctx, 'bill_credit_note_id', bill_credit_note_id);
};

const errorsOf = (issues: readonly Pick<StoredIssue | ComplianceIssue, 'rule' | 'severity'>[]) =>
  issues.flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []));

/** What keeps a key from booking and anybody from validating: the rules, each once. */
export const blockingRules = (
  documents: readonly Pick<ListedReceived, 'status' | 'issues'>[],
): readonly string[] => [
  ...new Set(documents.flatMap(({ status, issues }) => (status === 'rejected' ? [] : errorsOf(issues)))),
];

/** Those of the others that wait follow what was decided about one. */
export const decideBeside = async (
  ctx: Unlimited,
  decided: ListedReceived,
  event: 'document.booked' | 'document.rejected',
): Promise<void> => {
  const { status, reason, decided_at, decided_by } = decided;
  for (const { id } of await documentsOf(ctx, decided))
    if (id !== decided.id)
      await changeReceived(ctx, id, event, (before) =>
        before.status === 'needs_review'
          ? { status, reason, decided_at, decided_by, due_at: null }
          : undefined,
      );
};
