// Anything thrown, as a sentence for the person at the page.
import { AlreadyMade } from '../domain/ground/change/idempotency.ts';
import { isRefusal, ToolError } from '../base/errors.ts';
import { Refusal } from '../base/refusal.ts';
import { type DatabaseFault, faultOf } from '../db/fault.ts';
import { PasswordsBusy } from '../domain/parties/persons/password.ts';
import type { Language } from '../../generated/languages.ts';
import { tellRefusal } from './refusal.ts';
import { tellError, tellRefusal as tellSentence } from './told/told.ts';
import { commonWords } from '../../generated/texts/common.ts';

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly text?: string;
  /** What helps. */
  readonly link?: { readonly href: string; readonly text: string };
  /** Seconds. */
  readonly retry_after?: number;
  /** The faults of single fields, by the name of the field. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A fault in what was typed; the page is shown again with it. */
export class FormProblem extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(Object.values(fields).join(' '));
    this.name = 'FormProblem';
    this.fields = fields;
  }
}

/** Ends the answer with a page that only says what is the matter. */
export class Stop extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.name = 'Stop';
    this.problem = problem;
  }
}

const DATABASE_WORDS = {
  unavailable: 'unavailable',
  full: 'storageFull',
  outcome_unknown: 'unknownOutcome',
} as const satisfies Record<DatabaseFault, string>;

/** Undefined: a fault of the service itself. */
export const toProblem = (thrown: unknown, language: Language): Problem | undefined => {
  const words = commonWords(language);
  if (thrown instanceof Stop) return thrown.problem;
  if (thrown instanceof FormProblem) return { status: 422, title: thrown.message, fields: thrown.fields };
  if (thrown instanceof Refusal)
    return { status: thrown.code === 'not_found' ? 404 : 409, title: tellSentence(language, thrown.message) };
  if (isRefusal(thrown))
    return { status: thrown.kind === 'not_found' ? 404 : 409, title: tellRefusal(language, thrown) };
  if (thrown instanceof ToolError)
    return { status: thrown.code.endsWith('_not_found') ? 404 : 422, title: tellError(language, thrown) };
  if (thrown instanceof AlreadyMade) return { status: 409, title: words.alreadyDone };
  if (thrown instanceof PasswordsBusy)
    return { status: 503, title: words.passwordsBusy, retry_after: thrown.retry_after };
  const fault = faultOf(thrown);
  return fault === undefined ? undefined : { status: 503, title: words[DATABASE_WORDS[fault]] };
};
