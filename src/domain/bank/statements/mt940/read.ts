// MT940, the customer statement of SWIFT, in the form that German banks give it.
import { RETURNS } from '../../../../../generated/vocabulary/returns.ts';
import { toolError } from '../../../../base/errors.ts';
import type { RejectedRow } from '../../../../base/input-file.ts';
import { type IsoDay, parseDay } from '../../../../base/time/day.ts';
import { checkDeclared, type Section } from '../balance.ts';
import type { StatementFile } from '../file.ts';
import type { FormatRows, ReadOptions, StatementFormat, StatementLine } from '../format.ts';
import { isReference, joinTexts } from '../line-text.ts';
import { LineFault, minorFromPoint, partyLine, requireDay } from '../parsed-line.ts';
import { requireAccount, requireCurrency } from '../owner.ts';
import { readDetails } from './details.ts';
import { type Mt940Field, splitStatements } from './fields.ts';

const NAME = 'mt940';

export const MT940: StatementFormat = {
  name: NAME,
  recognises: ({ text }) =>
    /^:20:/mu.test(text.slice(0, 4_000)) && /^:(?:60[FM]|25):/mu.test(text.slice(0, 8_000)),
  read: (file, options) => read(file, options),
};

const read = (file: StatementFile, options: ReadOptions): FormatRows => {
  const statements = splitStatements(file.text).filter((fields) => fields.some(({ tag }) => tag === '25'));
  if (statements.length === 0) throw toolError('statement_names_no_account', { file: file.path });
  const rejected: RejectedRow[] = [];
  const warnings = statements
    .map((fields) => checkOwner(fields, options))
    .filter((warning) => warning !== undefined);
  let rows = 0;
  const sections = statements.map((fields): Section => {
    const section = readSection(file, fields, rows, rejected, options);
    rows += fields.filter(({ tag }) => tag === '61').length;
    return section;
  });
  return {
    format: NAME,
    lines: sections.flatMap(({ lines }) => lines),
    left_out: [],
    rejected,
    ...checkDeclared(sections, options.account.currency),
    warnings: [...new Set(warnings)],
  };
};

const joinContent = ({ content }: Mt940Field): string => content.join('').trim();

const checkOwner = (fields: readonly Mt940Field[], options: ReadOptions): string | undefined => {
  const field = fields.find(({ tag }) => tag === '25');
  if (field === undefined) return undefined;
  // Some banks add the currency to the number.
  const [, number = '', currency = ''] = /^(.*?\d)\s*([A-Z]{3})?$/u.exec(joinContent(field)) ?? [];
  requireCurrency(field.line, currency, options);
  return requireAccount(field.line, number, options);
};

const readSection = (
  file: StatementFile,
  fields: readonly Mt940Field[],
  rowsBefore: number,
  rejected: RejectedRow[],
  options: ReadOptions,
): Section => {
  const opening = fields.find(({ tag }) => /^60[FM]$/u.test(tag));
  const closing = fields.findLast(({ tag }) => /^62[FM]$/u.test(tag));
  if (closing === undefined)
    throw toolError('statement_without_closing', {
      file: file.path,
      line: String(fields[0]?.line ?? 1),
    });
  const lines: StatementLine[] = [];
  const before = rejected.length;
  let row = rowsBefore;
  for (const [index, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    row += 1;
    const next = fields[index + 1];
    const line = readMovement(field, next?.tag === '86' ? next : undefined, row, options);
    if ('reason' in line) rejected.push(line);
    else lines.push(line);
  }
  return {
    line: closing.line,
    opening_minor: opening === undefined ? null : readBalance(opening, options),
    closing_minor: readBalance(closing, options),
    lines,
    incomplete: rejected.length > before,
  };
};

const pointed = (text: string): string => text.replaceAll('.', '').replace(',', '.');

const BALANCE = /^(C|D)(\d{6})([A-Z]{3})([\d.]+(?:,\d*)?)$/u;

/** So much of a balance that is none is shown. */
const MAX_BALANCE = 40;

const readBalance = (field: Mt940Field, options: ReadOptions): number => {
  const about = { line: String(field.line), text: joinContent(field).slice(0, MAX_BALANCE) };
  const [, side, , currency = '', digits = ''] = BALANCE.exec(joinContent(field)) ?? [];
  if (side === undefined) throw toolError('statement_balance_unreadable', about);
  requireCurrency(field.line, currency, options);
  try {
    const minor = minorFromPoint(pointed(digits), options.account.currency);
    return side === 'C' ? minor : -minor;
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw toolError('statement_balance_unreadable', about);
  }
};

/** Value day, booking day, side, letter of the currency, amount, kind, references. */
const MOVEMENT =
  /^(\d{2})(\d{2})(\d{2})(\d{4}|\s{4})?(R?[CD]|E[CD])([A-Z])?([\d.]+(?:,\d*)?)([NFS].{3})?(.*)$/u;

const RETURN_CODES: ReadonlySet<string> = new Set(RETURNS.gvc);

const readMovement = (
  field: Mt940Field,
  details: Mt940Field | undefined,
  row: number,
  options: ReadOptions,
): StatementLine | RejectedRow => {
  const first = field.content[0]?.trim() ?? '';
  try {
    const [, year, month, day, booked, side = '', , digits = '', kind = '', references = ''] =
      MOVEMENT.exec(first) ?? [];
    if (year === undefined || month === undefined || day === undefined)
      throw new LineFault(`"${first.slice(0, 60)}" is not a movement`);
    const minor = minorFromPoint(pointed(digits), options.account.currency);
    return {
      ...readTexts(field, details, references, { isReversal: isReversed(side, kind), options }),
      line: field.line,
      row,
      date: bookingDay({ year: `20${year}`, month, day }, booked?.trim() || undefined),
      // The reversal of a credit takes money out.
      signed_minor: ['C', 'RD', 'EC'].includes(side) ? minor : -minor,
      balance_minor: null,
      serial: null,
    };
  } catch (error) {
    if (error instanceof LineFault) return { line: field.line, reason: error.message };
    throw error;
  }
};

/** By the side, or by SWIFT's kind of a returned item. */
const isReversed = (side: string, kind: string): boolean =>
  (side.length > 1 && side.startsWith('R')) || kind.slice(1) === RETURNS.swift;

interface ValueDay {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/**
 * The booking day comes without a year: the one that lies nearest to the value day. Banks that count thirty days in each
 * month know value days that the calendar does not, such as 30 February: the month then ends on its last day.
 */
const bookingDay = ({ year, month, day }: ValueDay, booked: string | undefined): IsoDay => {
  if (!/^(?:0[1-9]|1[0-2])$/.test(month) || !/^(?:0[1-9]|[12]\d|3[01])$/.test(day))
    return requireDay(`${year}-${month}-${day}`);
  const value = parseDay(`${year}-${month}-${day}`) ?? endOfMonth(year, month, day);
  if (booked !== undefined) {
    const months = Number(booked.slice(0, 2)) - Number(month);
    const shift = months > 6 ? -1 : months < -6 ? 1 : 0;
    const found = parseDay(`${Number(year) + shift}-${booked.slice(0, 2)}-${booked.slice(2)}`);
    if (found !== undefined) return requireDay(found);
  }
  return requireDay(value ?? `${year}-${month}-${day}`);
};

const endOfMonth = (year: string, month: string, day: string): IsoDay | undefined => {
  if (!/^(?:29|30|31)$/.test(day)) return undefined;
  return ['30', '29', '28']
    .map((last) => parseDay(`${year}-${month}-${last}`))
    .find((found) => found !== undefined);
};

const readTexts = (
  field: Mt940Field,
  field86: Mt940Field | undefined,
  references: string,
  { isReversal, options }: { readonly isReversal: boolean; readonly options: ReadOptions },
) => {
  const [customer = ''] = references.split('//');
  const details = readDetails(field86?.content ?? field.content.slice(1));
  return partyLine(
    {
      description: joinTexts(details.kind, details.purpose),
      reference: isReference(details.reference) ? details.reference : customer.trim(),
      counterparty: details.name,
      party_account: details.account,
      party_tax_id: '',
      returned: isReversal || RETURN_CODES.has(details.code),
    },
    options,
  );
};
