// What every answer goes through after its handler: the envelope, and the check against its schema.
import type { ToolDescriptor, ToolName } from '../../generated/dispatch.ts';
import type { Entity } from '../base/entity.ts';
import type { Logger } from '../base/log.ts';
import type { WarningCode, WarningOf } from '../../generated/warnings.ts';
import type { Warning } from '../domain/ground/change/change.ts';

const toAnswer = ({ code, message, path }: Warning): WarningOf<WarningCode> => ({ code, message, path });

/** The handler's result with the list envelope, the entity and, for writes, the warnings. */
export const envelope = (
  descriptor: ToolDescriptor,
  result: object,
  entity: Entity | undefined,
  params: Readonly<Record<string, unknown>>,
  warnings: readonly Warning[],
): object => ({
  ...(descriptor.list === null ? {} : { object: 'list' }),
  ...result,
  ...(descriptor.list === null ? {} : { limit: params['limit'] ?? descriptor.list.max }),
  ...(entity === undefined
    ? {}
    : { entity: { id: entity.id, name: entity.name, country_code: entity.country_code } }),
  ...(descriptor.access === 'write'
    ? { warnings: warnings.map(toAnswer), idempotent_replay: false }
    : warnings.length > 0
      ? { warnings: warnings.map(toAnswer) }
      : {}),
});

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
