// Anything thrown, as a sentence for the person at the page.
import { AlreadyMade } from '../domain/ground/change/idempotency.ts';
import { partsOf } from '../base/arguments/together.ts';
import { isRefusal, ToolError } from '../base/errors.ts';
import { Refusal } from '../base/refusal.ts';
import { type DatabaseFault, faultOf } from '../db/fault.ts';
import { PasswordsBusy } from '../domain/parties/persons/password.ts';
import { WebhookRefusal } from '../domain/across/webhooks/refusal.ts';
import type { Language } from '../../generated/languages.ts';
import { tell, tellError } from './tell.ts';
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

/** All that is wrong with a form, each beside its field where the page has one of that name. */
const faultsOf = (error: ToolError, language: Language): Problem => {
  const told = partsOf(error).map((part) => {
    const { path } = part.details;
    return [typeof path === 'string' ? path : '', tellError(language, part)];
  });
  return {
    status: error.code.endsWith('_not_found') ? 404 : 422,
    title: told.map(([, text]) => text).join(' '),
    fields: Object.fromEntries(told),
  };
};

/** Undefined: a fault of the service itself. */
export const toProblem = (thrown: unknown, language: Language): Problem | undefined => {
  const words = commonWords(language);
  if (thrown instanceof Stop) return thrown.problem;
  if (thrown instanceof FormProblem) return { status: 422, title: thrown.message, fields: thrown.fields };
  if (thrown instanceof Refusal)
    return {
      status: thrown.code === 'not_found' ? 404 : 409,
      title: thrown instanceof WebhookRefusal ? tell(language, thrown.said) : thrown.message,
    };
  if (isRefusal(thrown))
    return { status: thrown.kind === 'not_found' ? 404 : 409, title: tellError(language, thrown) };
  if (thrown instanceof ToolError) return faultsOf(thrown, language);
  if (thrown instanceof AlreadyMade) return { status: 409, title: words.alreadyDone };
  if (thrown instanceof PasswordsBusy)
    return { status: 503, title: words.passwordsBusy, retry_after: thrown.retry_after };
  const fault = faultOf(thrown);
  return fault === undefined ? undefined : { status: 503, title: words[DATABASE_WORDS[fault]] };
};
