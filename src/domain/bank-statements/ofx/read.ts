// OFX, versions 1 (SGML) and 2 (XML): statements of bank accounts and of credit cards.
import type { RejectedRow } from '../../../base/input-file.ts';
import { joinIbanParts } from '../../../base/bank-identifiers/iban-parts.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { StatementFile } from '../file.ts';
import type { ReadOptions, ReadStatement, StatementFormat, StatementLine } from '../format.ts';
import { requireAccount, requireCurrency } from '../owner.ts';
import { LineFault, minorFromPoint, partyLine, requireDay } from '../parsed-line.ts';
import { below, childOf, type OfxElement, readOfxElements, valueOf } from './elements.ts';

const NAME = 'ofx';

export const OFX: StatementFormat = {
  name: NAME,
  recognises: ({ text }) =>
    /^\s*(?:OFXHEADER\s*:|(?:<\?xml[^>]*>\s*)?<\?OFX\b|<OFX>)/iu.test(text.slice(0, 2_000)),
  read: (file, options) => read(file, options),
};

const read = (file: StatementFile, options: ReadOptions): ReadStatement => {
  const root = readOfxElements(file.text.replace(/\r\n?/gu, '\n'));
  if (root === undefined)
    throw new Refusal(
      'unreadable_file',
      `${file.path} is cut off or damaged: the OFX element does not end. Nothing was imported.`,
    );
  const statements = [...below(root, 'STMTRS'), ...below(root, 'CCSTMTRS')];
  if (statements.length === 0)
    throw new Refusal(
      'unreadable_file',
      `${file.path} is an OFX file without a bank statement. Nothing was imported.`,
    );
  const warnings: string[] = [];
  for (const statement of statements) {
    const warning = checkOwner(statement, options);
    if (warning !== undefined) warnings.push(warning);
  }
  const movements = statements.flatMap((statement) => below(statement, 'STMTTRN'));
  const lines: StatementLine[] = [];
  const rejected: RejectedRow[] = [];
  movements.forEach((movement, index) => {
    const line = readMovement(movement, index + 1, options);
    if ('reason' in line) rejected.push(line);
    else lines.push(line);
  });
  const closing_minor = statements.length === 1 ? closingOf(statements[0], options) : null;
  return {
    format: NAME,
    rows: movements.length,
    lines,
    rejected,
    gaps: [],
    opening_minor: null,
    closing_minor,
    warnings,
  };
};

const checkOwner = (statement: OfxElement, options: ReadOptions): string | undefined => {
  requireCurrency(
    childOf(statement, 'CURDEF')?.line ?? statement.line,
    valueOf(statement, 'CURDEF'),
    options,
  );
  const account = childOf(statement, 'BANKACCTFROM') ?? childOf(statement, 'CCACCTFROM');
  if (account === undefined) return undefined;
  return requireAccount(account.line, wholeNumber(account, options), options);
};

/** Bank code and number where the two together are the account's IBAN. */
const wholeNumber = (account: OfxElement, options: ReadOptions): string => {
  const bank = valueOf(account, 'BANKID').replace(/\s/gu, '');
  const number = valueOf(account, 'ACCTID').replace(/\s/gu, '');
  const country = options.account.iban?.slice(0, 2) ?? '';
  return joinIbanParts(country, bank, number) === undefined ? number : `${bank}/${number}`;
};

/** The day of `20260303120000.000[-6:CST]` is the one that is written: the bank's. */
const dayOf = (text: string) => requireDay(text.replace(/^(\d{4})(\d{2})(\d{2}).*$/u, '$1-$2-$3'));

/** Some banks write a comma. */
const pointed = (text: string): string => {
  const number = text.replace(/\s/gu, '');
  return number.includes('.') ? number.replaceAll(',', '') : number.replace(',', '.');
};

/** A shorter number is a count of the file's rows, which the next file begins anew. */
const MIN_ID_LENGTH = 6;

const serialOf = (id: string): string | null =>
  id.length >= MIN_ID_LENGTH && /[1-9A-Z]/i.test(id) ? id : null;

const readMovement = (
  movement: OfxElement,
  row: number,
  options: ReadOptions,
): StatementLine | RejectedRow => {
  const { account } = options;
  const currency = childOf(movement, 'CURRENCY');
  requireCurrency(currency?.line ?? movement.line, valueOf(currency, 'CURSYM'), options);
  const at = (name: string): string => valueOf(movement, name);
  const other = childOf(movement, 'BANKACCTTO') ?? childOf(movement, 'CCACCTTO');
  try {
    const signed_minor = minorFromPoint(pointed(at('TRNAMT')), account.currency);
    if (signed_minor === 0) throw new LineFault('the amount is zero');
    const name = at('NAME') || valueOf(childOf(movement, 'PAYEE'), 'NAME');
    const texts = partyLine(
      {
        description: at('MEMO') || name,
        reference: at('REFNUM') || at('CHECKNUM'),
        counterparty: name,
        party_account: valueOf(other, 'ACCTID'),
        party_tax_id: '',
      },
      options,
    );
    return {
      ...texts,
      line: movement.line,
      row,
      date: dayOf(at('DTPOSTED')),
      signed_minor,
      balance_minor: null,
      serial: serialOf(at('FITID')),
    };
  } catch (error) {
    if (error instanceof LineFault) return { line: movement.line, reason: error.message };
    throw error;
  }
};

const closingOf = (statement: OfxElement | undefined, { account }: ReadOptions): number | null => {
  const balance = valueOf(childOf(statement, 'LEDGERBAL'), 'BALAMT');
  try {
    return balance === '' ? null : minorFromPoint(pointed(balance), account.currency);
  } catch (error) {
    if (error instanceof LineFault) return null;
    throw error;
  }
};
