// Amounts as banks print them. Which sign parts the decimals is decided once for the whole file, never for one cell.
import { toolError, type ToolError } from '../../../../base/errors.ts';
import { currencyDigits } from '../../../../base/money/currency.ts';
import type { DecimalSign } from '../format.ts';

export interface NumberCell {
  readonly line: number;
  readonly text: string;
}

const BLANKS = /[\s\u00a0\u2007\u2009\u202f]+/gu;

/** What spreadsheets make of long numbers when they save a file: its digits are gone. */
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;

interface Bare {
  readonly negative: boolean;
  readonly body: string;
}

/** What may stand beside an amount without saying that it is in another currency. */
const findSymbol = (currency: string): RegExp => SYMBOLS[currency] ?? /\$/u;
const SYMBOLS: Readonly<Record<string, RegExp>> = {
  EUR: /€/u,
  GBP: /£/u,
  JPY: /¥/u,
  MXN: /(?:mex?|mx)?\$|\bm\.?\s?n\.?(?=\W*$)|\bpesos\b/giu,
  CHF: /\bs?fr\.?(?=\W*\d)/iu,
};

/** The digits and their separators; undefined for an empty cell, be it a dash. */
const strip = (cell: string, currency: string): Bare | undefined => {
  const text = cell
    .replace(/[\u2212\u2013\u2014]/gu, '-')
    .replace(/^'|'$/gu, '')
    .replace(findSymbol(currency), '')
    .replace(currency, '')
    .replace(BLANKS, ' ')
    .trim();
  if (text === '' || text === '-') return undefined;
  const inParentheses = /^\((.*)\)$/u.exec(text)?.[1];
  const signed = (inParentheses ?? text).trim();
  const negative = inParentheses !== undefined || signed.startsWith('-') || signed.endsWith('-');
  return { negative, body: signed.replace(/^[+-]\s*|(?<!\s)\s*[+-]$/gu, '') };
};

/** -1 for what has a minus, else 1; 0 for zero, undefined for no number. Whatever sign parts the decimals. */
export const signOf = (cell: string, currency: string): -1 | 0 | 1 | undefined => {
  const bare = strip(cell, currency);
  if (bare === undefined || !/^[\d.,\s'’]*\d[\d.,\s'’]*$/u.test(bare.body)) return undefined;
  if (!/[1-9]/.test(bare.body)) return 0;
  return bare.negative ? -1 : 1;
};

/** The number with the other sign; what is none, as it is. */
export const turnSign = (cell: string, currency: string): string => {
  const bare = strip(cell, currency);
  const sign = signOf(cell, currency);
  return bare === undefined || sign === undefined || sign === 0
    ? cell
    : `${bare.negative ? '+' : '-'}${bare.body}`;
};

/** In any cell it shows that the file was saved by a spreadsheet: long references and accounts have lost digits. */
const RUINED_CELL = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

export const refuseRuined = (line: number, cells: readonly string[]): void => {
  const text = cells.find((cell) => RUINED_CELL.test(cell));
  if (text !== undefined) throw ruined({ line, text });
};

interface SaidElsewhere {
  readonly said: DecimalSign | null;
  /** A number beside the movements; it tells where they do not. */
  readonly beside: NumberCell | undefined;
}

/**
 * The decimal sign that the numbers of a file show; undefined when none has a separator. A number such as 1.005 that no
 * other one explains is refused, unless the user said the sign.
 */
export const findDecimalSign = (
  cells: readonly NumberCell[],
  currency: string,
  { said, beside }: SaidElsewhere = { said: null, beside: undefined },
): DecimalSign | undefined => {
  const seen = new Map<DecimalSign, NumberCell>();
  let unclear: NumberCell | undefined;
  for (const cell of cells) {
    if (SCIENTIFIC.test(cell.text.replace(BLANKS, ''))) throw ruined(cell);
    const sign = signShownBy(strip(cell.text, currency)?.body ?? '', currencyDigits(currency));
    if (sign === 'unclear') unclear ??= cell;
    else if (sign !== undefined && !seen.has(sign)) seen.set(sign, cell);
  }
  if (seen.size === 0) {
    const shown = signShownBy(strip(beside?.text ?? '', currency)?.body ?? '', currencyDigits(currency));
    if (shown !== undefined && shown !== 'unclear') return shown;
    if (unclear !== undefined && said === null) throw ask(unclear);
  }
  const comma = seen.get('comma');
  const point = seen.get('point');
  if (comma !== undefined && point !== undefined) throw mixed(comma, point);
  return comma === undefined ? (point === undefined ? undefined : 'point') : 'comma';
};

const ruined = ({ line, text }: NumberCell): ToolError =>
  toolError('statement_number_ruined', { line: String(line), number: text });

const mixed = (comma: NumberCell, point: NumberCell): ToolError => {
  const [first, second] = comma.line <= point.line ? [comma, point] : [point, comma];
  return toolError('statement_decimals_mixed', {
    line: String(second.line),
    number: second.text,
    other: first.text,
    other_line: String(first.line),
  });
};

const ask = ({ line, text }: NumberCell): ToolError =>
  toolError('statement_decimals_unclear', { line: String(line), number: text });

/** The last of two different separators parts the decimals; one that comes twice does not. */
const signShownBy = (body: string, digits: number): DecimalSign | 'unclear' | undefined => {
  const separators = body.replace(/[^.,]/g, '');
  const last = separators.at(-1);
  if (last === undefined) return undefined;
  const named: DecimalSign = last === ',' ? 'comma' : 'point';
  const other: DecimalSign = last === ',' ? 'point' : 'comma';
  if (separators.includes(last === ',' ? '.' : ',')) return named;
  if (separators.length > 1) return other;
  const [whole = '', decimals = ''] = body.split(last);
  const looksGrouped = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!looksGrouped) return named;
  if (digits === 3) return undefined;
  // A currency without decimals can only have thousands; in one with two, 1.234 may also have a digit too many, and a
  // guess would be wrong by a factor of a thousand.
  return digits === 0 ? other : 'unclear';
};

const SHAPES: Readonly<Record<DecimalSign, RegExp>> = {
  comma: /^(?:\d+|\d{1,3}(?:[. '’]\d{3})+)?(?:,\d*)?$/u,
  point: /^(?:\d+|\d{1,3}(?:[, '’]\d{3})+)?(?:\.\d*)?$/u,
};

/** Exact decimal text with its sign; null for an empty cell, undefined for what is no number. */
export const readNumber = (cell: string, sign: DecimalSign, currency: string): string | null | undefined => {
  const bare = strip(cell, currency);
  if (bare === undefined) return null;
  const { negative, body } = bare;
  if (!SHAPES[sign].test(body) || !/\d/.test(body)) return undefined;
  const plain =
    sign === 'comma' ? body.replace(/[. '’]/gu, '').replace(',', '.') : body.replace(/[, '’]/gu, '');
  const digits = plain.replace(/^\./, '0.').replace(/\.$/, '');
  return negative ? `-${digits}` : digits;
};
