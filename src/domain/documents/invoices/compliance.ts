// What stands between a draft and its filing.
import { hash } from 'node:crypto';

import type { Compliance, ComplianceIssue } from '../../../../generated/types.ts';
import { groupIssues } from '../../../einvoicing/grouped.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { METHOD_AT_ONCE } from '../../../einvoicing/mx-cfdi/codes.ts';
import type { Issue } from '../../../einvoicing/regime.ts';
import type { Entity } from '../../../base/entity.ts';
import { atOnce, inTurns, type Steps } from '../../../base/load/turns.ts';
import { keepAnswers } from '../../../base/remembered.ts';
import { dayIn, type IsoDay } from '../../../base/time/day.ts';
import { toDocument } from './document.ts';
import type { InvoiceRecord } from './record.ts';

/** Only a draft can be ready; what was filed has been checked, and what is void or reversed never will be again. */
const NOT_A_DRAFT: Compliance = { ready: false, checked_at: null, issues: [] };

export const checkCompliance = (entity: Entity, record: InvoiceRecord, now: Date): Compliance => {
  if (record.header.status !== 'draft') {
    const unpaid = isUnpaidAtOnce(record.header, dayIn(entity.time_zone, now));
    return unpaid ? { ...NOT_A_DRAFT, issues: groupIssues([unpaidAtOnce(record.header)]) } : NOT_A_DRAFT;
  }
  // Rules read the document and no clock, and a draft is looked at several times before it changes.
  const issues = keepIssues(digestOf(entity, record), () => atOnce(findIssues(entity, record)));
  return {
    ready: issues[0]?.severity !== 'error',
    checked_at: now.toISOString(),
    issues,
  };
};

const keepIssues = keepAnswers<readonly ComplianceIssue[]>();

/**
 * Of all that the rules can read, so that an answer is never that of another company or of another state of the draft. Ids
 * and versions would not say as much: a change that is rolled back has counted its version, and the next one counts the
 * same; a customer or a company changes without the draft. The digest stands for a text as long as the draft.
 */
const digestOf = (entity: Entity, record: InvoiceRecord): string =>
  hash('sha256', JSON.stringify([entity, record]), 'base64url');

/** Lines from which on a draft is checked beside others. */
const MANY_LINES = 50;

/** To be awaited before `checkCompliance`, which finds the answer then: the rules of a long draft take a while. */
export const prepareCompliance = async (entity: Entity, record: InvoiceRecord): Promise<void> => {
  if (record.header.status !== 'draft' || record.lines.length < MANY_LINES) return;
  const digest = digestOf(entity, record);
  if (keepIssues.knows(digest)) return;
  const issues = await inTurns(findIssues(entity, record));
  keepIssues(digest, () => issues);
};

function* findIssues(entity: Entity, record: InvoiceRecord): Steps<readonly ComplianceIssue[]> {
  const document = toDocument(entity, record);
  yield;
  return groupIssues(yield* regimeOf(entity.country_code).validateInSteps(document));
}

type Standing = Pick<
  InvoiceRecord['header'],
  'id' | 'status' | 'issue_date' | 'balance_minor' | 'country_details' | 'closed_on'
>;

const MONTH = 7;

/** PUE says that all is paid within the month of issue. */
export const isUnpaidAtOnce = (invoice: Omit<Standing, 'id'>, today: IsoDay): boolean =>
  invoice.status === 'filed' &&
  invoice.closed_on === null &&
  invoice.balance_minor > 0 &&
  invoice.country_details['payment_method'] === METHOD_AT_ONCE &&
  invoice.issue_date.slice(0, MONTH) < today.slice(0, MONTH);

const unpaidAtOnce = ({ id }: Pick<Standing, 'id'>): Issue => ({
  rule: METHOD_AT_ONCE,
  path: 'country_details.payment_method',
  message: 'The invoice says that it is paid at once (PUE), and its month of issue is over without that.',
  fix: `Make it again with create_invoice, payment_method PPD and replaces_invoice_id ${id}; once that is filed, the service asks to cancel this one with reason 01.`,
  severity: 'warning',
});
