// An error as shown to a person or a script.
import { CommanderError } from 'commander';
import { type DatabaseFault, faultOf } from '../db/fault.ts';
import { Refusal } from '../base/refusal.ts';
import { tellShell, ToolError } from '../base/errors.ts';
import { AT_SHELL, fit } from '../base/text/fit.ts';
import { StartError } from '../base/start-error.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** What a tool that a command asked refused. */
export class ToolFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Commander writes `error: unknown command 'x'` and, on a second line, `(Did you mean y?)`. */
export const usageMessage = ({ message }: CommanderError): string => {
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/[.:]?$/, '.');
  return [sentence, ...rest.map((line) => line.replace(/^\((.*)\)$/, '$1'))]
    .filter((part) => part !== '')
    .join(' ');
};

/** Scripts tell refusals apart by their kind; the key says which it is. */
const refusalFailure = (error: ToolError): Failure | undefined =>
  error.kind === undefined ? undefined : { code: error.kind, message: tellShell(error), refusal: error.code };

const toolFailure = (error: ToolError): Failure => ({
  code: error.code,
  message: error.message,
  ...error.details,
  hint: fit(error.hint, AT_SHELL),
});

const DATABASE_FAULTS: Readonly<Record<DatabaseFault, Failure>> = {
  unavailable: {
    code: 'database_unavailable',
    message: 'The database does not answer or takes no writes at the moment; "doctor" says more.',
  },
  full: {
    code: 'storage_full',
    message:
      'The disk of the database is full, so nothing was stored. Free some space, then run the command again.',
  },
  outcome_unknown: {
    code: 'outcome_unknown',
    message:
      'The connection to the database was lost at the last moment; look whether the change is there before repeating it.',
  },
};

/** Returns undefined for a bug in the program. */
export const toFailure = (thrown: unknown): Failure | undefined => {
  if (thrown instanceof Refusal) return { code: thrown.code, message: thrown.message };
  if (thrown instanceof ToolError) return refusalFailure(thrown) ?? toolFailure(thrown);
  if (thrown instanceof ToolFailed) return thrown.failure;
  if (thrown instanceof StartError) return { code: 'cannot_start', message: thrown.message };
  if (thrown instanceof CommanderError) return { code: 'usage', message: usageMessage(thrown) };
  const fault = faultOf(thrown);
  return fault === undefined ? undefined : DATABASE_FAULTS[fault];
};

/**
 * Exit codes, by which a script decides what to do next: 0 done, or still pending; 1 refused, nothing was changed; 2 the
 * command was not understood; 3 it failed, at the authority or the database too; 4 what came of it is not known.
 */
export const EXIT = { done: 0, refused: 1, usage: 2, failed: 3, unclear: 4 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Whatever is not here is a refusal. */
const BY_FAILURE: Readonly<Record<string, ExitCode>> = {
  usage: EXIT.usage,
  cannot_start: EXIT.failed,
  database_unavailable: EXIT.failed,
  storage_full: EXIT.failed,
  internal_error: EXIT.failed,
  not_cancelled: EXIT.failed,
  not_filed: EXIT.failed,
  files_damaged: EXIT.failed,
  outcome_unknown: EXIT.unclear,
  filing_unclear: EXIT.unclear,
};

export const exitCodeOf = ({ code }: Pick<Failure, 'code'>): ExitCode => BY_FAILURE[code] ?? EXIT.refused;
