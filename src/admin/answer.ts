// A command's answer: a JSON value for scripts, text for people.
import type { Failure } from './failure.ts';
import { keyValues, table, terminalWidth } from './table.ts';

export interface Answer {
  /** The JSON value printed by `--json`. */
  readonly value: unknown;
  readonly text: string;
  /** The content of a file is on standard output already, so text for people goes to standard error. */
  readonly isFile?: true;
  /** Printed to standard error. */
  readonly warnings?: readonly string[];
  /** The command ran, but its outcome is a failure: printed to standard error; its code gives the exit code. */
  readonly failure?: Failure;
}

/** One record; as text, one line per field. */
export const oneRecord = (value: object, warnings: readonly string[] = []): Answer => ({
  value,
  text: keyValues(value),
  warnings,
});

export const listMessages = (warnings: readonly { readonly message: string }[]): string[] =>
  warnings.map(({ message }) => message);

/** A new record: `{id, warnings}` for scripts. */
export const made = (value: object, warnings: readonly string[] = []): Answer => ({
  ...oneRecord(value, warnings),
  value: { ...value, warnings },
});

/** A list; as text, a table of these columns that fits the terminal. */
export const manyRecords = <R extends object>(
  values: readonly R[],
  columns: readonly Extract<keyof R, string>[],
): Answer => ({
  value: values,
  text: values.length === 0 ? 'None.' : table(values, columns, { room: terminalWidth() }),
});
