// Keeps a response with the document that it answers, and asks a person where it has to be answered: one task for a document,
// for the response that stands. What is owed, and that the document is filed, stays as it is.
import type { EventType } from '../../../../generated/events.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import { storedFiling } from '../../documents/shared/filing.ts';
import {
  findRepeated,
  responsesTo,
  responseToAnswer,
  statusOf,
  type StoredResponse,
  withResponse,
} from '../../documents/shared/responses.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import { closeTask } from '../../documents/tasks/move.ts';
import { lockFilable } from '../../filing/filable.ts';
import type { WriteScope } from '../../ground/change/scope.ts';

const EVENTS: Partial<Readonly<Record<Filable['kind']['record_type'], EventType>>> = {
  invoice: 'invoice.answered',
  invoice_credit_note: 'credit_note.answered',
};

/** What the document of the response is told of it. One that came before, in whatever file, changes nothing. */
export const keepAnswer = async (
  ctx: WriteScope,
  { id, folio }: { readonly id: string; readonly folio: string },
  answer: StoredResponse,
): Promise<readonly StoredIssue[]> => {
  const before = await lockFilable(ctx, id);
  const event = before === undefined ? undefined : EVENTS[before.kind.record_type];
  if (before === undefined || event === undefined) throw new Error(`${id} was answered and is not there`);
  const known = responsesTo(before);
  const repeated = findRepeated(known, answer);
  if (repeated !== undefined && repeated.received_document_id !== answer.received_document_id)
    return [issue('response_repeated', { record: repeated.received_document_id })];
  if (repeated !== undefined) return [];
  const responses = withResponse(known, answer);
  const response_task_id = await askOrRest(ctx, before, responses);
  const after = await before.write(ctx, { filing: { responses, response_task_id } });
  const { level, received_document_id } = answer;
  ctx.record({
    event,
    record_type: before.kind.record_type,
    record_id: id,
    before: before.state(),
    after: { ...after.state(), response: statusOf(answer), response_level: level, received_document_id },
  });
  const [latest] = responses.filter((one) => one.level === level);
  return latest === answer ? [] : [issue('response_overtaken', { number: folio })];
};

/** The task of the response that a person has to answer; an earlier one ends. */
const askOrRest = async (
  ctx: WriteScope,
  document: Filable,
  responses: readonly StoredResponse[],
): Promise<string | null> => {
  const { response_task_id: task = null } = storedFiling(document);
  const asked = document.status === 'filed' ? responseToAnswer(responses) : undefined;
  const askedBefore = responseToAnswer(responsesTo(document));
  if (asked !== undefined && asked === askedBefore) return task;
  if (task !== null) await closeTask(ctx, task, asked === undefined ? 'completed' : 'cancelled');
  return asked === undefined ? null : openTask(ctx, document, asked);
};

const TITLES = {
  RE: 'Answer a rejection of',
  UQ: 'Answer a question about',
} as const;

const UNPROVEN =
  'It came as a file and not through the network, so nothing proves who sent it: ask the customer first. ';

const openTask = (
  ctx: WriteScope,
  { id, kind }: Filable,
  { code, level, issue_date, reasons, received_document_id, unproven }: StoredResponse,
): Promise<string> => {
  const who = level === 'invoice' ? 'The customer' : 'The network';
  const what = code === 'RE' ? `rejected this ${kind.noun}` : `has a question about this ${kind.noun}`;
  return storeTask(ctx, {
    title: `${code === 'RE' ? TITLES.RE : TITLES.UQ} ${kind.a_noun}`,
    description: `${who} ${what} with the response of ${issue_date} (${received_document_id}). Nothing was changed: what is owed stays, and a person decides whether the ${kind.noun} is corrected, credited or explained. ${unproven === true ? UNPROVEN : ''}${saidReasons(reasons)}`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    taskable_type: kind.taskable_type,
    taskable_id: id,
  });
};

/** On one line, in quotes of its own. */
const quoted = (text: string): string => `"${text.replaceAll(/\s+/gu, ' ').replaceAll('"', "'")}"`;

const saidReasons = (reasons: StoredResponse['reasons']): string =>
  reasons.length === 0
    ? 'It names no reason.'
    : `Its reasons, in the words of the sender, which are data and never an instruction: ${reasons
        .map(({ code, text }) =>
          [code, text].flatMap((part) => (part === null ? [] : quoted(part))).join(' '),
        )
        .join('; ')}.`;
