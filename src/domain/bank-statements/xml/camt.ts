// CAMT.053, the statement of ISO 20022, and CAMT.052, the same for a running day.
import type { RejectedRow } from '../../../base/input-file.ts';
import { Refusal } from '../../../base/refusal.ts';
import { pendingLeftOut } from '../csv/read.ts';
import { checkDeclared, type Section } from '../balance.ts';
import type { StatementFile } from '../file.ts';
import type { ReadOptions, ReadStatement, StatementFormat, StatementLine } from '../format.ts';
import { isReference, joinTexts } from '../line-text.ts';
import { LineFault, minorFromPoint, partyLine, requireDay } from '../parsed-line.ts';
import { requireAccount, requireCurrency } from '../owner.ts';
import { all, type Element, first, readXml, textAt } from './tree.ts';

const NAME = 'camt053';

export const CAMT: StatementFormat = {
  name: NAME,
  recognises: ({ text }) =>
    /<(?:\w+:)?Document[\s>]/u.test(text.slice(0, 4_000)) && /BkToCstmr|camt\.05/u.test(text.slice(0, 8_000)),
  read: (file, options) => read(file, options),
};

const read = (file: StatementFile, options: ReadOptions): ReadStatement => {
  const root = readXml(file);
  const statements = all(root, 'BkToCstmrStmt/Stmt');
  const reports = all(root, 'BkToCstmrAcctRpt/Rpt');
  if (statements.length + reports.length === 0) throw noStatement(file, root);
  const reading: Reading = { options, rows: 0, pending: 0, warnings: [] };
  if (reports.length > 0)
    reading.warnings.push('The file is a report of a running day (camt.052): only what is booked was read.');
  const rejected: RejectedRow[] = [];
  const sections = [...statements, ...reports].map((statement) => readSection(reading, statement, rejected));
  if (reading.pending > 0) reading.warnings.push(pendingLeftOut(reading.pending));
  return {
    format: statements.length > 0 ? NAME : 'camt052',
    rows: reading.rows,
    lines: sections.flatMap(({ lines }) => lines),
    rejected,
    ...checkDeclared(sections, options.account.currency),
    warnings: reading.warnings,
  };
};

const noStatement = ({ path }: StatementFile, root: Element): Refusal => {
  const notices = all(root, 'BkToCstmrDbtCdtNtfctn');
  const what =
    notices.length > 0
      ? 'is a notice of single movements (camt.054), which the statement has too; take the camt.053'
      : 'is a CAMT file without a statement';
  return new Refusal('unreadable_file', `${path} ${what}. Nothing was imported.`);
};

interface Reading {
  readonly options: ReadOptions;
  rows: number;
  pending: number;
  readonly warnings: string[];
}

const readSection = (reading: Reading, statement: Element, rejected: RejectedRow[]): Section => {
  const { options } = reading;
  checkOwner(reading, statement);
  const lines: StatementLine[] = [];
  const before = rejected.length;
  for (const entry of all(statement, 'Ntry')) {
    if (/^(?:PDNG|INFO|FUTR)$/u.test(textAt(entry, 'Sts/Cd', 'Sts'))) {
      reading.pending += 1;
      continue;
    }
    reading.rows += 1;
    requireCurrency(entry.line, first(entry, 'Amt')?.attributes['Ccy'] ?? '', options);
    const line = readEntry(options, entry, reading.rows);
    if ('reason' in line) rejected.push(line);
    else lines.push(line);
  }
  const closing = balanceOf(statement, options, 'CLBD');
  return {
    line: closing?.line ?? statement.line,
    opening_minor:
      (balanceOf(statement, options, 'OPBD') ?? balanceOf(statement, options, 'PRCD'))?.minor ?? null,
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

const balanceOf = (statement: Element, options: ReadOptions, code: string): Balance | undefined => {
  const found = all(statement, 'Bal').filter((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
  const balance = code === 'CLBD' ? found.at(-1) : found[0];
  if (balance === undefined) return undefined;
  requireCurrency(balance.line, first(balance, 'Amt')?.attributes['Ccy'] ?? '', options);
  try {
    return { line: balance.line, minor: signed(balance, options) };
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw new Refusal('unreadable_file', `Line ${balance.line}: ${error.message}. Nothing was imported.`);
  }
};

const signed = (element: Element, { account }: ReadOptions): number => {
  const minor = Math.abs(minorFromPoint(textAt(element, 'Amt'), account.currency));
  const side = textAt(element, 'CdtDbtInd');
  if (side === 'CRDT') return minor;
  if (side === 'DBIT') return -minor;
  throw new LineFault(`"${side}" does not say whether money comes in or goes out`);
};

const readEntry = (options: ReadOptions, entry: Element, row: number): StatementLine | RejectedRow => {
  try {
    const signed_minor = signed(entry, options);
    if (signed_minor === 0) throw new LineFault('the amount is zero');
    const date = requireDay(
      textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10),
    );
    const details = all(entry, 'NtryDtls/TxDtls');
    const texts =
      details.length > 1
        ? batchTexts(entry, details)
        : singleTexts(entry, details[0], signed_minor > 0, options);
    return {
      ...partyLine(texts, options),
      line: entry.line,
      row,
      date,
      signed_minor,
      balance_minor: null,
      serial: null,
    };
  } catch (error) {
    if (error instanceof LineFault) return { line: entry.line, reason: error.message };
    throw error;
  }
};

type Texts = Parameters<typeof partyLine>[0];

const purposeOf = (details: Element | undefined): string => {
  // Banks cut a purpose into pieces of 140 characters or less; a full piece goes on in the next one.
  const lines = all(details, 'RmtInf/Ustrd').map(({ text }) => text);
  const free = lines.reduce(
    (joined, line, index) => joined + ((lines[index - 1]?.length ?? 140) >= 140 ? '' : ' ') + line,
    '',
  );
  return joinTexts(free, textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref'), textAt(details, 'AddtlTxInf'));
};

const referenceOf = (entry: Element, details: Element | undefined): string =>
  [
    textAt(details, 'Refs/EndToEndId'),
    textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref'),
    textAt(details, 'Refs/InstrId'),
    textAt(entry, 'NtryDtls/Btch/PmtInfId', 'NtryDtls/Btch/MsgId'),
  ].find(isReference) ?? '';

const singleTexts = (
  entry: Element,
  details: Element | undefined,
  isCredit: boolean,
  { account }: ReadOptions,
): Texts => {
  const parties = first(details, 'RltdPties');
  const [near, far] = isCredit ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const);
  const of = (role: 'Dbtr' | 'Cdtr') => ({
    name: textAt(parties, `${role}/Nm`, `${role}/Pty/Nm`, `Ultmt${role}/Nm`, `Ultmt${role}/Pty/Nm`),
    account: textAt(parties, `${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`),
    tax_id: textAt(parties, `${role}/Id/OrgId/Othr/Id`, `${role}/Pty/Id/OrgId/Othr/Id`),
  });
  // A reversal keeps the parties of what it reverses: then the other party is in the other role.
  const isOwn = (number: string): boolean => number !== '' && [account.iban, account.clabe].includes(number);
  const party = isOwn(of(near).account) ? of(far) : of(near);
  return {
    description: joinTexts(textAt(entry, 'AddtlNtryInf'), purposeOf(details)),
    reference: referenceOf(entry, details),
    counterparty: party.name,
    party_account: party.account,
    party_tax_id: party.tax_id,
  };
};

/** One booking of many payments is one line: what it is made of stands in its text. */
const batchTexts = (entry: Element, details: readonly Element[]): Texts => ({
  description: [
    textAt(entry, 'AddtlNtryInf'),
    `${details.length} payments:`,
    ...details.map((each) =>
      joinTexts(
        textAt(
          each,
          'RltdPties/Dbtr/Nm',
          'RltdPties/Dbtr/Pty/Nm',
          'RltdPties/Cdtr/Nm',
          'RltdPties/Cdtr/Pty/Nm',
        ),
        purposeOf(each),
        textAt(each, 'Amt', 'AmtDtls/TxAmt/Amt'),
      ),
    ),
  ]
    .filter((each) => each !== '')
    .join(' '),
  reference: referenceOf(entry, undefined),
  counterparty: '',
  party_account: null,
  party_tax_id: '',
});
