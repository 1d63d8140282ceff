// A file's text as a format reads it, for tests without a database.
import { chooseFormat } from '../../../src/domain/bank/statements/formats.ts';
import type { ReadOptions, ReadStatement } from '../../../src/domain/bank/statements/format.ts';
import { isRefusal, tellShell } from '../../../src/base/errors.ts';
import { readOptions } from './options.ts';

export interface Outcome extends ReadStatement {
  /** Why the file was not read; empty where it was. */
  readonly refused: string;
}

const NOTHING: Outcome = {
  format: '',
  rows: 0,
  lines: [],
  left_out: [],
  rejected: [],
  gaps: [],
  opening_minor: null,
  closing_minor: null,
  warnings: [],
  refused: '',
};

export const readText = (
  text: string,
  columns: Readonly<Record<string, string>> = {},
  more: Partial<ReadOptions> = {},
): Outcome => {
  const file = { path: 'file', name: 'file', hash: '', text, hidden: 0 };
  const options = {
    ...readOptions({ currency: 'EUR' }),
    columns: new Map(Object.entries(columns)),
    ...more,
  };
  try {
    return { ...chooseFormat(file, 'auto').read(file, options), refused: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { ...NOTHING, refused: tellShell(error) };
  }
};

export const amountsOf = ({ lines }: Outcome): readonly number[] =>
  lines.map(({ signed_minor }) => signed_minor);

/** Rows of a CSV with semicolons. */
export const csv = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(';')).join('\n');
