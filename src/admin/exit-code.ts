// Exit codes, by which a script decides what to do next: 0 done, or still pending; 1 refused, nothing was changed; 2 the
// command was not understood; 3 it failed, at the authority or the database too; 4 what came of it is not known.
import type { Failure } from './failure.ts';

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
  outcome_unknown: EXIT.unclear,
  filing_unclear: EXIT.unclear,
};

export const exitCodeOf = ({ code }: Pick<Failure, 'code'>): ExitCode => BY_FAILURE[code] ?? EXIT.refused;
