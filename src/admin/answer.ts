// What a command answers: one value for scripts, a text for people.
import type { Failure } from './failure.ts';
import { keyValues, table } from './table.ts';

export interface Answer {
  /** The one JSON value that `--json` prints. */
  readonly value: unknown;
  readonly text: string;
  /** A file: these bytes and nothing else on standard output, also with `--json`. */
  readonly bytes?: Buffer;
  /** Warnings: sentences on standard error, beside the answer. */
  readonly warnings?: readonly string[];
  /** The command did its work, but its outcome is a failure: told on standard error, exit code 1. */
  readonly failure?: Failure;
}

/** One record; for people a line a field. */
export const oneRecord = (value: object, warnings: readonly string[] = []): Answer => ({
  value,
  text: keyValues(value),
  warnings,
});

/** Warnings of a change, as a person reads them. */
export const sentencesOf = (warnings: readonly { readonly message: string }[]): string[] =>
  warnings.map(({ message }) => message);

/** What was made: `{id, warnings}` for scripts. */
export const made = (value: object, warnings: readonly string[] = []): Answer => ({
  ...oneRecord(value, warnings),
  value: { ...value, warnings },
});

/** A list; for people a table of these columns. */
export const manyRecords = <R extends object>(
  values: readonly R[],
  columns: readonly Extract<keyof R, string>[],
): Answer => ({
  value: values,
  text: values.length === 0 ? 'None.' : table(values, columns),
});
