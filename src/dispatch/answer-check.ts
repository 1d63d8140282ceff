// Compares each answer with the full output schema of its tool: always in tests, behind a switch in production. An
// answer that does not fit is logged and counted there, and never turned into a failure: the write has happened.
import type { ToolName } from '../../generated/dispatch.ts';
import type { Logger } from '../base/log.ts';

export type AnswerValidator = ((answer: unknown) => boolean) & { readonly errors?: unknown };

export interface AnswerCheck {
  /** The check of a tool's answer; undefined when answers are not checked. */
  readonly compile: ((tool: ToolName) => AnswerValidator) | undefined;
  /** Told of each answer that does not fit. */
  readonly onMismatch: (tool: ToolName, errors: unknown) => void;
}

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
