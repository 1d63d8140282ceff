// The records of a QIF file: a letter and a value on each line, a caret behind each record, and a heading for each list.
import { toolError, type ToolError } from '../../../../base/errors.ts';
import { saysBalance } from '../balance-words.ts';
import type { StatementFile } from '../file.ts';

export interface QifRecord {
  readonly line: number;
  readonly date: string;
  readonly amount: string;
  readonly number: string;
  readonly payee: string;
  readonly memo: string;
}

/** Lists of movements of an account; the others are categories, memorized payees and the like. */
const MOVEMENTS = /^!Type:\s*(?:Bank|CCard|Cash|Oth\s?[AL])\s*$/iu;
/** Movements that are none of a bank account. */
const OTHERS = /^!Type:\s*(Invst|Invoice|Port|Bill)\b/iu;

export const readRecords = (file: Pick<StatementFile, 'path' | 'text'>): readonly QifRecord[] => {
  const records: QifRecord[] = [];
  let list: 'movements' | 'account' | 'others' = 'others';
  let open: { line: number; fields: Map<string, string[]> } | undefined;
  const accounts = new Set<string>();
  let account = '';
  const close = (): void => {
    if (open === undefined) return;
    const { line, fields } = open;
    if (list === 'account') account = (fields.get('N') ?? []).join(' ');
    if (list === 'movements') {
      accounts.add(account);
      records.push(toRecord(line, fields));
    }
    open = undefined;
  };
  for (const [index, raw] of file.text.split(/\r\n|\n|\r/u).entries()) {
    const text = raw.trim();
    if (text === '') continue;
    if (text.startsWith('!')) {
      // A list that ends within a record has lost some of it.
      if (open !== undefined) throw cutOff(file, open.line);
      if (OTHERS.test(text)) throw toolError('statement_qif_other', { file: file.path, type: text });
      if (/^!(?:Option|Clear)\b/iu.test(text)) continue;
      list = MOVEMENTS.test(text) ? 'movements' : /^!Account\b/iu.test(text) ? 'account' : 'others';
    } else if (text.startsWith('^')) close();
    else {
      open ??= { line: index + 1, fields: new Map() };
      const [letter, value] = [text.charAt(0).toUpperCase(), text.slice(1).trim()];
      open.fields.set(letter, [...(open.fields.get(letter) ?? []), value]);
    }
  }
  if (open !== undefined) throw cutOff(file, open.line);
  if (accounts.size > 1)
    throw toolError('statement_qif_accounts', { file: file.path, accounts: [...accounts] });
  return records;
};

const cutOff = ({ path }: Pick<StatementFile, 'path'>, line: number): ToolError =>
  toolError('statement_qif_cut_off', { file: path, line: String(line) });

/** The parts of a split are what a book-keeper makes of it: the sum is what moved. */
const toRecord = (line: number, fields: ReadonlyMap<string, readonly string[]>): QifRecord => {
  const at = (letter: string): string => (fields.get(letter) ?? []).filter((each) => each !== '').join(' ');
  const [amount = fields.get('U')?.[0] ?? ''] = fields.get('T') ?? [];
  const [payee, memo] = [at('P'), at('M') || at('E')];
  // `Opening Balance` is the name of the first record, and nobody's.
  const isName = (saysBalance(payee)?.kind ?? 'mention') === 'mention';
  return {
    line,
    date: dateOf(at('D')),
    amount,
    number: /\d/u.test(at('N')) ? at('N') : '',
    payee: isName ? payee : '',
    memo: isName ? memo : payee,
  };
};

/** `11/ 2' 6` is 11/2/06: an apostrophe stands before the years from 2000. */
const dateOf = (text: string): string =>
  text
    .replace(/\s*([/.'-])\s*/gu, '$1')
    .replace(/^(\d{1,2})([/.-])(\d{1,2})'(\d{1,4})$/u, (_whole, first, sign, second, year: string) =>
      [first, second, year.padStart(2, '0')].join(String(sign)),
    );
