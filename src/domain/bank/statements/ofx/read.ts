// OFX, versions 1 (SGML) and 2 (XML): statements of bank accounts and of credit cards.
import { toolError } from '../../../../base/errors.ts';
import type { RejectedRow } from '../../../../base/input-file.ts';
import { joinIbanParts } from '../../../../base/bank-identifiers.ts';
import { currencyDigits } from '../../../../base/money/currency.ts';
import type { StatementFile } from '../file.ts';
import type { FormatRows, ReadOptions, StatementFormat, StatementLine } from '../format.ts';
import { requireAccount, requireCurrency } from '../owner.ts';
import { LineFault, minorFromPoint, partyLine, requireDay } from '../parsed-line.ts';
import type { Side } from '../csv/sides.ts';
import { findSides } from './sides.ts';
import type { LeftOutRow } from '../report.ts';
import { type OfxElement, below, findChild, readOfxElements, readValue } from './elements.ts';

const NAME = 'ofx';

export const OFX: StatementFormat = {
  name: NAME,
  recognises: ({ text }) =>
    /^\s*(?:OFXHEADER\s*:|(?:<\?xml[^>]*>\s*)?<\?OFX\b|<OFX>)/iu.test(text.slice(0, 2_000)),
  read: (file, options) => read(file, options),
};

const read = (file: StatementFile, options: ReadOptions): FormatRows => {
  const root = readOfxElements(file.text.replace(/\r\n?/gu, '\n'));
  if (root === undefined) throw toolError('statement_ofx_cut_off', { file: file.path });
  const statements = [...below(root, 'STMTRS'), ...below(root, 'CCSTMTRS')];
  if (statements.length === 0) throw toolError('statement_ofx_empty', { file: file.path });
  const warnings: string[] = [];
  for (const statement of statements) {
    const warning = checkOwner(statement, options);
    if (warning !== undefined) warnings.push(warning);
  }
  const movements = statements.flatMap((statement) => below(statement, 'STMTTRN'));
  if (movements.length !== [...file.text.matchAll(/<(?:\w+:)?STMTTRN[\s>]/giu)].length)
    throw toolError('statement_ofx_damaged', { file: file.path });
  const pending = statements.flatMap((statement) => below(statement, 'STMTTRNP'));
  const sides = findSides(movements);
  refuseAmbiguous(movements, options);
  const lines: StatementLine[] = [];
  const rejected: RejectedRow[] = [];
  movements.forEach((movement, index) => {
    const line = readMovement(movement, index + 1, sides, options);
    if ('reason' in line) rejected.push(line);
    else lines.push(line);
  });
  const closing_minor = statements.length === 1 ? readClosing(statements[0], options) : null;
  return {
    format: NAME,
    lines,
    left_out: pending.map((each) => leaveOut(each, options)),
    rejected,
    gaps: [],
    opening_minor: null,
    closing_minor,
    warnings,
  };
};

const checkOwner = (statement: OfxElement, options: ReadOptions): string | undefined => {
  requireCurrency(
    findChild(statement, 'CURDEF')?.line ?? statement.line,
    readValue(statement, 'CURDEF'),
    options,
  );
  const account = findChild(statement, 'BANKACCTFROM') ?? findChild(statement, 'CCACCTFROM');
  if (account === undefined) return undefined;
  return requireAccount(account.line, wholeNumber(account, options), options);
};

/** Bank code and number where the two together are the account's IBAN. */
const wholeNumber = (account: OfxElement, options: ReadOptions): string => {
  const bank = readValue(account, 'BANKID').replace(/\s/gu, '');
  const number = readValue(account, 'ACCTID').replace(/\s/gu, '');
  const country = options.account.iban?.slice(0, 2) ?? '';
  return joinIbanParts(country, bank, number) === undefined ? number : `${bank}/${number}`;
};

/** The day of `20260303120000.000[-6:CST]` is the one that is written: the bank's. */
const readDay = (text: string) => requireDay(text.replace(/^(\d{4})(\d{2})(\d{2}).*$/u, '$1-$2-$3'));

/** `1,000` and `1.000` are a thousand to some banks, and one to others. */
const THREE_DIGITS = /^[-+]?\d{1,3}[.,]\d{3}$/u;

/** Some banks write a comma. */
const pointed = (text: string): string => {
  const number = text.replace(/\s/gu, '');
  return number.includes('.') ? number.replaceAll(',', '') : number.replace(',', '.');
};

/** A shorter number is a count of the file's rows, which the next file begins anew. */
const MIN_ID_LENGTH = 6;

const readSerial = (id: string): string | null =>
  id.length >= MIN_ID_LENGTH && /[1-9A-Z]/i.test(id) ? id : null;

/** Nothing is ambiguous where all amounts have three decimals. */
const refuseAmbiguous = (movements: readonly OfxElement[], { account }: ReadOptions): void => {
  if (currencyDigits(account.currency) === 3) return;
  const amounts = movements.map((movement) => readValue(movement, 'TRNAMT').replace(/\s/gu, ''));
  const at = amounts.findIndex((amount) => THREE_DIGITS.test(amount));
  if (
    at === -1 ||
    amounts.every((amount) => /[.,]\d{3}$/u.test(amount) && amount.match(/[.,]/gu)?.length === 1)
  )
    return;
  throw toolError('statement_amount_ambiguous', {
    line: String(movements[at]?.line ?? 0),
    amount: amounts[at] ?? '',
    currency: account.currency,
  });
};

const readMovement = (
  movement: OfxElement,
  row: number,
  sides: ((type: string) => Side | undefined) | undefined,
  options: ReadOptions,
): StatementLine | RejectedRow => {
  const { account } = options;
  const currency = findChild(movement, 'CURRENCY');
  requireCurrency(currency?.line ?? movement.line, readValue(currency, 'CURSYM'), options);
  const at = (name: string): string => readValue(movement, name);
  const other = findChild(movement, 'BANKACCTTO') ?? findChild(movement, 'CCACCTTO');
  try {
    const minor = minorFromPoint(pointed(at('TRNAMT')), account.currency);
    const signed_minor = sides?.(at('TRNTYPE')) === 'out' ? -Math.abs(minor) : minor;
    const name = at('NAME') || readValue(findChild(movement, 'PAYEE'), 'NAME');
    const texts = partyLine(
      {
        description: at('MEMO') || name,
        reference: at('REFNUM') || at('CHECKNUM'),
        counterparty: name,
        party_account: readValue(other, 'ACCTID'),
        party_tax_id: '',
      },
      options,
    );
    return {
      ...texts,
      line: movement.line,
      row,
      date: readDay(at('DTPOSTED')),
      signed_minor,
      balance_minor: null,
      serial: readSerial(at('FITID')),
    };
  } catch (error) {
    if (error instanceof LineFault) return { line: movement.line, reason: error.message };
    throw error;
  }
};

const leaveOut = (movement: OfxElement, { account }: ReadOptions): LeftOutRow => ({
  line: movement.line,
  kind: 'pending',
  text: readValue(movement, 'MEMO') || readValue(movement, 'NAME'),
  minor: tryAmount(readValue(movement, 'TRNAMT'), account.currency),
});

const tryAmount = (text: string, currency: string): number | null => {
  try {
    return minorFromPoint(pointed(text), currency);
  } catch (error) {
    if (error instanceof LineFault) return null;
    throw error;
  }
};

const readClosing = (statement: OfxElement | undefined, { account }: ReadOptions): number | null => {
  const balance = readValue(findChild(statement, 'LEDGERBAL'), 'BALAMT');
  return balance === '' ? null : tryAmount(balance, account.currency);
};
