// What every answer goes through after its handler: the envelope, the check against its schema, and its text.
import type { ToolName } from '../../generated/dispatch.ts';
import { SERVICE } from '../../generated/service.ts';
import type { Entity } from '../base/entity.ts';
import type { Logger } from '../base/log.ts';
import type { WarningCode, WarningOf } from '../../generated/warnings.ts';
import type { Warning } from '../domain/ground/change/change.ts';
import { type Audience, fit, fitJson } from '../base/text/fit.ts';
import type { CallFacts, DispatcherParts } from './context.ts';
import type { CallOutcome } from './outcome.ts';

const toAnswer =
  (reader: Audience) =>
  ({ code, message, path }: Warning): WarningOf<WarningCode> => ({
    code,
    message: fit(message, reader),
    path,
  });

/**
 * The handler's result with the list envelope, the entity and, for writes, the warnings. Member by member: an object of
 * several spread ones costs more than the rest of a short call.
 */
export const envelope = (
  { descriptor, reader }: Pick<CallFacts, 'descriptor' | 'reader'>,
  result: object,
  entity: Entity | undefined,
  params: Readonly<Record<string, unknown>>,
  warnings: readonly Warning[],
): object => {
  const answer: Record<string, unknown> = {};
  if (descriptor.list !== null) answer['object'] = 'list';
  Object.assign(answer, result);
  if (descriptor.list !== null) answer['limit'] = params['limit'] ?? descriptor.list.max;
  if (entity !== undefined)
    answer['entity'] = { id: entity.id, name: entity.name, country_code: entity.country_code };
  const isWrite = descriptor.access === 'write';
  if (isWrite || warnings.length > 0) answer['warnings'] = warnings.map(toAnswer(reader));
  if (isWrite) answer['idempotent_replay'] = false;
  return answer;
};

export type AnswerValidator = ((answer: unknown) => boolean) & { readonly errors?: unknown };

export interface AnswerCheck {
  /** The validator of a tool's answers; undefined when answers are not checked. */
  readonly compile: ((tool: ToolName) => AnswerValidator) | undefined;
  /** Called for each answer that does not fit its schema. */
  readonly onMismatch: (tool: ToolName, errors: unknown) => void;
}

/** Logs and counts an answer that does not fit its schema; it is sent all the same, since the write has happened. */
export const checkAnswer = (
  { answerCheck, log }: { readonly answerCheck: AnswerCheck; readonly log: Logger },
  tool: ToolName,
  answer: object,
): object => {
  if (answerCheck.compile === undefined) return answer;
  const validate = answerCheck.compile(tool);
  if (!validate(answer)) {
    log.error({ tool, errors: validate.errors }, 'an answer does not fit its output schema');
    answerCheck.onMismatch(tool, validate.errors);
  }
  return answer;
};

/** The file goes beside the answer, where clients expect one. */
const embedding = (answer: object, field: string): CallOutcome => {
  const { [field]: content, ...members } = answer as Readonly<Record<string, unknown>>;
  const { uri, mime_type: mimeType, encoding } = members;
  const body = encoding === 'base64' ? { blob: content } : { text: content };
  return {
    kind: 'answer',
    json: JSON.stringify(members),
    resource: JSON.stringify({ uri, mimeType, ...body }),
  };
};

/** The JSON of an answer, for who reads it; it is checked as it is sent. */
export const writeAnswer = (
  parts: Pick<DispatcherParts, 'answerCheck' | 'log'>,
  { descriptor: { name }, reader }: Pick<CallFacts, 'descriptor' | 'reader'>,
  answer: object,
): string => {
  const json = fitJson(JSON.stringify(answer), reader);
  if (parts.answerCheck.compile !== undefined) checkAnswer(parts, name, JSON.parse(json) as object);
  return json;
};

/** The text of a CSV answer is the CSV itself. It is long, so it is escaped once for both places. */
export const toOutcome = (
  parts: Pick<DispatcherParts, 'answerCheck' | 'log'>,
  facts: Pick<CallFacts, 'descriptor' | 'reader'>,
  answer: object,
): CallOutcome => {
  const { name, csv, embed } = facts.descriptor;
  if (csv === null && embed === null) return { kind: 'answer', json: writeAnswer(parts, facts, answer) };
  checkAnswer(parts, name, answer);
  if (embed !== null) return embedding(answer, embed);
  const members = csv === null ? {} : { ...answer };
  const text: unknown = csv === null ? undefined : Reflect.get(members, csv);
  if (csv === null || typeof text !== 'string') return { kind: 'answer', json: JSON.stringify(answer) };
  const escaped = JSON.stringify(text);
  const placed = Object.entries(members).map(([member, value]) => {
    const json = member === csv ? escaped : JSON.stringify(value);
    return json === undefined ? [] : [`${JSON.stringify(member)}:${json}`];
  });
  const note = [...warningsOf(members), noteOfPage(name, members) ?? []].flat().join(' ');
  return {
    kind: 'answer',
    json: `{${placed.flat().join(',')}}`,
    text: escaped,
    ...(note === '' ? {} : { note }),
  };
};

/** The text of CSV has no place for them. */
const warningsOf = ({ warnings }: { readonly warnings?: readonly Warning[] }): readonly string[] =>
  (warnings ?? []).map(({ message }) => message);

/** The text of a page does not say by itself that more rows follow. */
const noteOfPage = (tool: string, answer: object): string | undefined => {
  const { next_cursor, row_count, returned_rows } = answer as Readonly<Record<string, unknown>>;
  if (typeof next_cursor !== 'string') return undefined;
  const all =
    typeof row_count === 'number' ? String(row_count) : `more than ${SERVICE.limits.exact_total_up_to}`;
  return (
    `These are ${String(returned_rows)} of ${all} rows; more follow. For the next page call ${tool} ` +
    `with the same parameters and cursor "${next_cursor}".`
  );
};
