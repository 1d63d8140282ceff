// Rows that the layout of a bank tells to be no movements of the account: by a word in one of its columns, or by a currency
// where one file has all of them.
import type { ReadOptions } from '../format.ts';
import type { LeftOutKind } from '../report.ts';
import { plain } from '../vocabulary.ts';
import type { Layout } from './columns.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';

export interface Apart {
  readonly record: CsvRecord;
  readonly kind: LeftOutKind;
  /** The word that says so. */
  readonly text: string;
  /** Which one a balance is. */
  readonly balance?: 'opening' | 'closing';
}

const KINDS = ['opening', 'closing', 'balance', 'sum', 'pending', 'void', 'zero'] as const;

export const sortOutKnownRows = (
  layout: Layout,
  records: readonly CsvRecord[],
  { account }: ReadOptions,
): { readonly kept: readonly CsvRecord[]; readonly apart: readonly Apart[] } => {
  const { profile, headings, columns } = layout;
  if (profile === undefined) return { kept: records, apart: [] };
  const column = profile.rows === undefined ? -1 : columnNamed(headings, profile.rows.column);
  const kinds = new Map(
    KINDS.flatMap((kind) => (profile.rows?.[kind] ?? []).map((word) => [plain(word), kind] as const)),
  );
  const kept: CsvRecord[] = [];
  const apart: Apart[] = [];
  for (const record of records) {
    const text = record.cells[column] ?? '';
    const currency = record.cells[columns.get('currency') ?? -1] ?? '';
    const kind = kinds.get(plain(text));
    if (kind === 'opening' || kind === 'closing')
      apart.push({ record, kind: 'balance', text, balance: kind });
    else if (kind !== undefined) apart.push({ record, kind, text });
    else if (profile.currencies === 'several' && isOther(currency, account.currency))
      apart.push({ record, kind: 'currency', text: currency });
    else kept.push(record);
  }
  return { kept, apart };
};

const isOther = (currency: string, own: string): boolean =>
  /^[a-z]{3}$/iu.test(currency) && currency.toUpperCase() !== own;
