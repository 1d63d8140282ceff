// What the books refused of a document that was read: kept as an issue, in words for agents and by its code for people. Once the
// cause is gone, the document is read again.
import { ERRORS } from '../../../../generated/errors.ts';
import type { ReceivedRule } from '../../../../generated/received.ts';
import { isErrorCode, type ToolError } from '../../../base/errors.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import type { ListedReceived } from '../../documents/received/record.ts';

/** The same may be taken a moment later. */
export const isPassing = ({ code, kind }: ToolError): boolean =>
  code === 'changed_by_others' || kind === 'busy' || (isErrorCode(code) && ERRORS[code].retryable);

/** Its details stand beside the code, so that people are told in their language. */
export const refusedIssue = ({ code, message, details }: ToolError): StoredIssue => {
  const told = Object.entries(details).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  );
  return issue('books_refused', { ...Object.fromEntries(told), refused: message, code });
};

const REFUSED: ReadonlySet<string> = new Set(['books_refused', 'books_failed'] satisfies ReceivedRule[]);

/** Whom it is of, or which document it answers, may be known by now: a customer was corrected. */
const UNMATCHED: ReadonlySet<string> = new Set([
  'response_document_unknown',
  'response_document_unclear',
  'response_for_others',
  'response_of_others',
  'response_envelope_differs',
] satisfies ReceivedRule[]);

/** It waits, nothing was made of it, and the books may take it by now. */
export const mayTakeNow = ({
  status,
  issues,
  bill_id,
  bill_credit_note_id,
}: Pick<ListedReceived, 'status' | 'issues' | 'bill_id' | 'bill_credit_note_id'>): boolean =>
  status === 'needs_review' &&
  bill_id === null &&
  bill_credit_note_id === null &&
  issues.some(({ rule }) => REFUSED.has(rule) || UNMATCHED.has(rule));
