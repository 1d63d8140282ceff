// What the readers of import files and of bank statements have in common.
import { Refusal } from './refusal.ts';

/** A row that was not taken, on the line of the file where it stands. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
}

/** `why` completes a sentence that begins with the path. */
export const unreadable = (path: string, why: string): Refusal =>
  new Refusal('unreadable_file', `${path} ${why}.`);

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a directory',
};

/** What the operating system says of the file, as a refusal where that helps the user. */
export const explainFileError = (path: string, error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = FILE_FAULTS[code];
  return why === undefined ? error : unreadable(path, why);
};
