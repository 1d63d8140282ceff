// The formats that statements come in, the most particular first.
import { suggestion } from '../../closest.ts';
import { Refusal } from '../../refusal.ts';
import { CSV } from './csv/read.ts';
import type { StatementFile } from './file.ts';
import type { StatementFormat } from './format.ts';

const FORMATS: readonly StatementFormat[] = [CSV];

export const AUTO = 'auto';
export const FORMAT_NAMES: readonly string[] = [AUTO, ...FORMATS.map(({ name }) => name)];

export const formatOf = (file: StatementFile, wanted: string): StatementFormat => {
  if (wanted === AUTO) {
    const found = FORMATS.find(({ recognises }) => recognises(file));
    if (found !== undefined) return found;
    throw new Refusal('unreadable_file', `${file.path} is not a bank statement of a known format.`);
  }
  const named = FORMATS.find(({ name }) => name === wanted);
  if (named !== undefined) return named;
  throw new Refusal(
    'usage',
    `There is no statement format "${wanted}".${suggestion(wanted, FORMAT_NAMES)} Formats: ${FORMAT_NAMES.join(', ')}.`,
  );
};
