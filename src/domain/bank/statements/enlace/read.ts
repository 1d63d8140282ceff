// The text file of Santander Mexico's "Enlace": one line of fixed width for each movement.
import type { RejectedRow } from '../../../../base/input-file.ts';
import { type IsoDay } from '../../../../base/time/day.ts';
import type { ReadOptions, FormatRows, StatementFormat, StatementLine } from '../format.ts';
import { isReference, joinTexts } from '../line-text.ts';
import { requireAccount } from '../owner.ts';
import { LineFault, minorFromPoint, partyLine, requireDay } from '../parsed-line.ts';

const NAME = 'santander-enlace';

/** Account, day and time, branch and code, description, sign, amount and balance; texts follow. */
const LINE = /^.{16}\d{12}.{48}[+-]\d{28}/u;
/** Blanks at the end of a line may be missing. */
const MIN_LENGTH = 300;

export const ENLACE: StatementFormat = {
  name: NAME,
  recognises: ({ text }) => {
    const line = text.split(/\r\n|\n|\r/, 1)[0] ?? '';
    return line.length >= MIN_LENGTH && LINE.test(line);
  },
  read: ({ text }, options) => {
    const lines: StatementLine[] = [];
    const rejected: RejectedRow[] = [];
    const warnings = new Set<string>();
    let rows = 0;
    for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
      if (content.trim() === '') continue;
      rows += 1;
      const warning = requireAccount(index + 1, content.slice(0, 16).trim(), options);
      if (warning !== undefined) warnings.add(warning);
      const line = readLine(content, index + 1, rows, options);
      if ('reason' in line) rejected.push(line);
      else lines.push(line);
    }
    const none: Pick<FormatRows, 'gaps' | 'opening_minor' | 'closing_minor'> = {
      gaps: [],
      opening_minor: null,
      closing_minor: null,
    };
    return { format: NAME, lines, left_out: [], rejected, ...none, warnings: [...warnings] };
  },
};

const readLine = (
  content: string,
  line: number,
  row: number,
  options: ReadOptions,
): StatementLine | RejectedRow => {
  const at = (start: number, end: number): string => content.slice(start, end).trim();
  try {
    if (content.length < MIN_LENGTH)
      throw new LineFault(`the line has ${content.length} characters and is cut off`);
    const minor = readMinor(at(77, 91), options);
    const sign = at(76, 77);
    if (minor !== 0 && sign !== '+' && sign !== '-')
      throw new LineFault(`"${sign}" does not say whether money comes in or goes out`);
    return {
      ...readTexts(at, options),
      line,
      row,
      date: readDay(at(16, 24)),
      signed_minor: sign === '+' ? minor : -minor,
      balance_minor: readMinor(at(91, 105), options),
      serial: null,
    };
  } catch (error) {
    if (error instanceof LineFault) return { line, reason: error.message };
    throw error;
  }
};

/** The last two digits are decimals. */
const readMinor = (digits: string, { account }: ReadOptions): number =>
  minorFromPoint(`${digits.slice(0, -2)}.${digits.slice(-2)}`, account.currency);

/** Month, day, year. */
const readDay = (text: string): IsoDay => requireDay(text.replace(/^(\d{2})(\d{2})(\d{4})$/u, '$3-$1-$2'));

const readTexts = (at: (start: number, end: number) => string, options: ReadOptions) => {
  // RFC and tracking key stand at places that differ between money in and out: their form tells.
  const zone = at(383, 500);
  const key = zone.split(/\s+/u).find((token) => /^(?=.*\d)[A-Z0-9]{18,30}$/u.test(token)) ?? '';
  const rfc = zone.split(/\s+/u).find((token) => /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/u.test(token)) ?? '';
  const reference = at(105, 113);
  return partyLine(
    {
      description: joinTexts(at(36, 76), at(113, 203), at(500, 630)),
      reference: isReference(reference) ? reference : key,
      counterparty: at(263, 303),
      party_account: at(243, 263),
      party_tax_id: rfc,
    },
    options,
  );
};
