// What an import says of the rows of its file.
import type { RejectedRow } from '../../base/input-file.ts';
import type { Answer } from '../answer.ts';
import { table } from '../table.ts';

export const MAX_LINES_SHOWN = 20;

/** The first rows, and how many more there are. */
export const rowsText = <R extends object>(
  rows: readonly R[],
  columns: readonly Extract<keyof R, string>[],
): string[] => [
  ...(rows.length === 0 ? [] : [table(rows.slice(0, MAX_LINES_SHOWN), columns)]),
  ...(rows.length > MAX_LINES_SHOWN
    ? [`… and ${rows.length - MAX_LINES_SHOWN} more; --json lists all.`]
    : []),
];

/** All or nothing: without `--partial` a rejected row is a failure of the whole. */
export const withRejected = (
  answer: Answer,
  { length }: readonly RejectedRow[],
  partial: boolean,
): Answer => {
  if (length === 0 || partial) return answer;
  const rows = length === 1 ? '1 row was' : `${length} rows were`;
  const message = `Nothing was imported: ${rows} rejected. Correct the file, or add --partial.`;
  return { ...answer, failure: { code: 'rows_rejected', message } };
};
