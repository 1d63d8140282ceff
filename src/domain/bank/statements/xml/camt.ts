// CAMT.053, the statement of ISO 20022, and CAMT.052, the same for a running day.
import { toolError, type ToolError } from '../../../../base/errors.ts';
import type { RejectedRow } from '../../../../base/input-file.ts';
import type { LeftOutRow } from '../report.ts';
import { type Section, checkDeclared } from '../balance.ts';
import type { StatementFile } from '../file.ts';
import type { FormatRows, ReadOptions, StatementFormat, StatementLine } from '../format.ts';
import { stateIn } from '../states.ts';
import type { State } from '../vocabulary.ts';
import { LineFault, minorFromPoint, partyLine, requireDay } from '../parsed-line.ts';
import { requireAccount, requireCurrency } from '../owner.ts';
import { splitEntry } from './camt-parts.ts';
import { readBatchTexts, readEntryTexts } from './camt-texts.ts';
import { type Element, all, first, readXml, textAt } from './tree.ts';

const NAME = 'camt053';

export const CAMT: StatementFormat = {
  name: NAME,
  recognises: ({ text }) =>
    /<(?:\w+:)?Document[\s>]/u.test(text.slice(0, 4_000)) && /BkToCstmr|camt\.05/u.test(text.slice(0, 8_000)),
  read: (file, options) => read(file, options),
};

const read = (file: StatementFile, options: ReadOptions): FormatRows => {
  const root = readXml(file);
  const statements = all(root, 'BkToCstmrStmt/Stmt');
  const reports = all(root, 'BkToCstmrAcctRpt/Rpt');
  if (statements.length + reports.length === 0) throw noStatement(file, root);
  const reading: Reading = { options, rows: 0, left_out: [], warnings: [], gaps: [] };
  if (reports.length > 0)
    reading.warnings.push('The file is a report of a running day (camt.052): only what is booked was read.');
  const rejected: RejectedRow[] = [];
  const sections = [...statements, ...reports].map((statement) => readSection(reading, statement, rejected));
  // An entry that stands where none is expected would be lost.
  const entries = [...statements, ...reports].reduce((sum, each) => sum + all(each, 'Ntry').length, 0);
  if ([...file.text.matchAll(/<(?:\w+:)?Ntry[\s>]/gu)].length !== entries)
    throw toolError('statement_camt_damaged', { file: file.path });
  const declared = checkDeclared(sections, options.account.currency);
  return {
    format: statements.length > 0 ? NAME : 'camt052',
    lines: sections.flatMap(({ lines }) => lines),
    left_out: reading.left_out,
    rejected,
    ...declared,
    gaps: [...declared.gaps, ...reading.gaps].toSorted((a, b) => a.line - b.line),
    warnings: reading.warnings,
  };
};

const noStatement = ({ path }: StatementFile, root: Element): ToolError => {
  const notices = all(root, 'BkToCstmrDbtCdtNtfctn');
  return toolError(notices.length > 0 ? 'statement_is_notice' : 'statement_camt_empty', { file: path });
};

interface Reading {
  readonly options: ReadOptions;
  rows: number;
  readonly left_out: LeftOutRow[];
  readonly warnings: string[];
  readonly gaps: RejectedRow[];
}

/** The states of an entry, ISO 20022 ExternalEntryStatus1Code. */
const CODES: Readonly<Record<string, State>> = {
  BOOK: 'booked',
  PDNG: 'pending',
  INFO: 'pending',
  FUTR: 'pending',
};

const readSection = (reading: Reading, statement: Element, rejected: RejectedRow[]): Section => {
  const { options } = reading;
  checkOwner(reading, statement);
  const lines: StatementLine[] = [];
  const before = rejected.length;
  for (const entry of all(statement, 'Ntry')) {
    const status = textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts').trim();
    const state = status === '' ? 'booked' : (CODES[status.toUpperCase()] ?? stateIn(status));
    if (state === 'pending' || state === 'void') {
      reading.left_out.push({
        line: entry.line,
        kind: state,
        text: status,
        minor: tryAmount(entry, options),
      });
      continue;
    }
    reading.rows += 1;
    if (state === undefined) {
      const reason = `"${status.slice(0, 40)}" does not say whether the bank has booked the entry`;
      rejected.push({ line: entry.line, reason });
      continue;
    }
    requireCurrency(entry.line, first(entry, 'Amt')?.attributes['Ccy'] ?? '', options);
    const line = readEntry(reading, entry);
    if ('reason' in line) rejected.push(line);
    else lines.push(line);
  }
  const closing = readBalance(statement, options, 'CLBD');
  return {
    line: closing?.line ?? statement.line,
    opening_minor:
      (readBalance(statement, options, 'OPBD') ?? readBalance(statement, options, 'PRCD'))?.minor ?? null,
    closing_minor: closing?.minor ?? null,
    lines,
    incomplete: rejected.length > before,
  };
};

const checkOwner = ({ options, warnings }: Reading, statement: Element): void => {
  const account = first(statement, 'Acct');
  const line = account?.line ?? statement.line;
  const warning = requireAccount(line, textAt(account, 'Id/IBAN', 'Id/Othr/Id'), options);
  if (warning !== undefined) warnings.push(warning);
  requireCurrency(line, textAt(account, 'Ccy'), options);
};

interface Balance {
  readonly line: number;
  readonly minor: number;
}

const readBalance = (statement: Element, options: ReadOptions, code: string): Balance | undefined => {
  const found = all(statement, 'Bal').filter((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
  const balance = code === 'CLBD' ? found.at(-1) : found[0];
  if (balance === undefined) return undefined;
  requireCurrency(balance.line, first(balance, 'Amt')?.attributes['Ccy'] ?? '', options);
  try {
    return { line: balance.line, minor: signed(balance, options) };
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw toolError('statement_balance_unreadable', {
      line: String(balance.line),
      text: textAt(balance, 'Amt'),
    });
  }
};

const signed = (element: Element, { account }: ReadOptions): number => {
  const minor = minorFromPoint(textAt(element, 'Amt'), account.currency);
  const side = textAt(element, 'CdtDbtInd');
  // ISO 20022 has no minus; some banks write one before what goes out.
  if (side === 'CRDT' && minor < 0)
    throw new LineFault(
      `CRDT says that money comes in, and the amount ${textAt(element, 'Amt')} has a minus`,
    );
  if (side === 'CRDT') return minor;
  if (side === 'DBIT') return -Math.abs(minor);
  throw new LineFault(`"${side}" does not say whether money comes in or goes out`);
};

const tryAmount = (entry: Element, options: ReadOptions): number | null => {
  try {
    return signed(entry, options);
  } catch (error) {
    if (error instanceof LineFault) return null;
    throw error;
  }
};

const readEntry = (reading: Reading, entry: Element): StatementLine | RejectedRow => {
  const { options, rows: row } = reading;
  try {
    // A reversal states the side on which it is booked itself (ISO 20022, ReversalIndicator): it is not turned round.
    const signed_minor = signed(entry, options);
    const date = requireDay(
      textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10),
    );
    const details = all(entry, 'NtryDtls/TxDtls');
    const texts =
      details.length > 1
        ? readBatchTexts(entry, details)
        : readEntryTexts(entry, details[0], signed_minor > 0, options);
    const line = {
      ...partyLine(texts, options),
      line: entry.line,
      row,
      date,
      signed_minor,
      balance_minor: null,
      serial: null,
    };
    if (signed_minor === 0) return line;
    const split = splitEntry(entry, details, signed_minor, options);
    if ('parts' in split) return { ...line, parts: split.parts };
    if (split.gap !== undefined) reading.gaps.push({ line: entry.line, reason: split.gap });
    if (split.warning !== undefined) reading.warnings.push(`Line ${entry.line}: ${split.warning}.`);
    return line;
  } catch (error) {
    if (error instanceof LineFault) return { line: entry.line, reason: error.message };
    throw error;
  }
};
