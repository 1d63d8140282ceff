// The formats that statements come in, the most particular first.
import { toolError } from '../../../base/errors.ts';
import { suggestion } from '../../../base/closest.ts';
import { CSV } from './csv/read.ts';
import { ENLACE } from './enlace/read.ts';
import type { StatementFile } from './file.ts';
import type { ReadOptions, ReadStatement, StatementFormat } from './format.ts';
import { MT940 } from './mt940/read.ts';
import { OFX } from './ofx/read.ts';
import { QIF } from './qif/read.ts';
import { settle } from './settle.ts';
import { CAMT } from './xml/camt.ts';
import { XLSX } from './xlsx/read.ts';
import { SPREADSHEET_XML } from './xml/spreadsheet.ts';

const FORMATS: readonly StatementFormat[] = [XLSX, SPREADSHEET_XML, CAMT, OFX, QIF, MT940, ENLACE, CSV];

export const AUTO = 'auto';
export const FORMAT_NAMES: readonly string[] = [AUTO, ...FORMATS.map(({ name }) => name)];

/** A format whose lines are movements, all of them and nothing else. */
export interface SettledFormat {
  readonly name: string;
  readonly read: (file: StatementFile, options: ReadOptions) => ReadStatement;
}

export const chooseFormat = (file: StatementFile, wanted: string): SettledFormat => {
  const { name, read } = findFormat(file, wanted);
  return {
    name,
    read: (given, options) => {
      if (options.sign === 'reversed' && SAY_SIDES.includes(name))
        throw toolError('statement_sign_of_format', { format: name });
      return settle(read(given, options), options.account.currency);
    },
  };
};

/** Formats in which each movement says whether it brings money in or takes it out. */
const SAY_SIDES: readonly string[] = [CAMT, OFX, MT940, ENLACE].map(({ name }) => name);

const findFormat = (file: StatementFile, wanted: string): StatementFormat => {
  if (wanted === AUTO) {
    const found = FORMATS.find(({ recognises }) => recognises(file));
    if (found !== undefined) return found;
    throw toolError('statement_format_unknown', { file: file.path });
  }
  const named = FORMATS.find(({ name }) => name === wanted);
  if (named !== undefined) return named;
  throw toolError('no_statement_format', {
    format: wanted,
    suggestion: suggestion(wanted, FORMAT_NAMES).trim(),
    formats: FORMAT_NAMES,
  });
};
