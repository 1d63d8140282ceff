// Whose statement a table is: what stands above it and in its columns.
import type { ReadOptions } from '../format.ts';
import { isWholeAccount, requireAccount, requireCurrency } from '../owner.ts';
import type { Layout } from './columns.ts';
import type { CsvRecord } from './records.ts';

interface Table {
  readonly layout: Layout;
  readonly above: readonly CsvRecord[];
  readonly records: readonly CsvRecord[];
}

/** Sentences of warning; what is surely another account's, or in another currency, is refused. */
export const checkOwner = ({ layout, above, records }: Table, options: ReadOptions): readonly string[] => {
  if (layout.currency !== null) requireCurrency(layout.line, layout.currency, options);
  const currencyColumn = layout.columns.get('currency');
  const accountColumn = layout.columns.get('account');
  const warnings = above.map((record) => checkAbove(record, options));
  const seen = new Set<string>();
  for (const { line, cells } of records) {
    requireCurrency(line, cells[currencyColumn ?? -1] ?? '', options);
    const number = cells[accountColumn ?? -1] ?? '';
    if (number === '' || seen.has(number)) continue;
    seen.add(number);
    warnings.push(requireAccount(line, number, options));
  }
  return warnings.filter((warning) => warning !== undefined);
};

const ACCOUNT_LABEL =
  /^(?:n[uú]mero de )?(?:cuenta|konto|account|clabe|iban)(?: clabe)?(?: number|nummer)?:?$/iu;

/** Above the headings an account stands by itself, or behind a word that announces it. */
const checkAbove = ({ line, cells }: CsvRecord, options: ReadOptions): string | undefined => {
  const parts = cells.flatMap((cell) => {
    const [, label, value] = /^([^:]+:)\s*(\S.*)$/u.exec(cell) ?? [];
    return label === undefined || value === undefined ? [cell] : [label, value];
  });
  const found = parts.find(
    (cell, index) =>
      isWholeAccount(cell) || (ACCOUNT_LABEL.test(parts[index - 1] ?? '') && /\d{6}/.test(cell)),
  );
  return found === undefined ? undefined : requireAccount(line, found, options);
};

/** Headings under which some banks print the other party's account. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['iban', 'clabe', 'account number', 'kontonummer', 'account']);

/**
 * A column of accounts that differ, none of which is this one, is that of the other parties. One that holds the same
 * account throughout is the owner's, right or wrong.
 */
export const withPartyAccounts = (
  layout: Layout,
  records: readonly CsvRecord[],
  { account }: ReadOptions,
): Layout => {
  const column = layout.columns.get('account');
  if (column === undefined || layout.columns.has('party_account') || layout.profile !== undefined)
    return layout;
  if (!AMBIGUOUS.has(layout.headings[column] ?? '')) return layout;
  const values = new Set(
    records.map(({ cells }) => (cells[column] ?? '').replace(/[\s']/gu, '').toUpperCase()),
  );
  values.delete('');
  if (values.size < 2 || [account.iban, account.clabe].some((own) => own !== null && values.has(own)))
    return layout;
  const columns = new Map(layout.columns);
  columns.delete('account');
  columns.set('party_account', column);
  return { ...layout, columns };
};
