// What a row says in words: the texts of the line, and the other party as columns and text name it.
import { readTaxId } from '../../../einvoicing/tax-ids.ts';
import { readPartyAccount, findParty } from '../extract.ts';
import type { ReadOptions, StatementLine } from '../format.ts';
import { isReference, joinTexts, lineText, lineTexts } from '../line-text.ts';
import type { Layout } from './columns.ts';
import type { Field } from './headings.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';

export type RowTexts = Pick<
  StatementLine,
  'description' | 'reference' | 'counterparty' | 'party_account' | 'party_tax_id'
>;

const EREF = /(?<![A-Z])EREF[+:]\s*(\S+)/u;
const TRACKING_KEY = /\bC(?:VE|LAVE)(?: DE)? ?RAST(?:REO)?\.?:?\s*([A-Z0-9]{7,30})\b/iu;

/** Names the other party where the text alone does. */
const referenceIn = (text: string): string =>
  [EREF, TRACKING_KEY].map((pattern) => pattern.exec(text)?.[1] ?? '').find(isReference) ?? '';

export const readTexts = (
  layout: Layout,
  { cells }: CsvRecord,
  isCredit: boolean,
  options: ReadOptions,
): RowTexts => {
  const { columns, headings, profile } = layout;
  const cell = (field: Field): string => cells[columns.get(field) ?? -1] ?? '';
  const named = (heading: string): string => cells[columnNamed(headings, heading)] ?? '';
  const description = joinTexts(
    ...(profile?.before ?? []).map(named),
    cell('description'),
    ...(profile?.after ?? []).map(named),
  );
  const packed = profile?.unpack?.(description);
  const found = findParty(description, options);
  const side = profile?.counterparty?.[isCredit ? 'credit' : 'debit'];
  const counterparty = side === undefined ? cell('counterparty') : named(side);
  const reference = cell('reference').replace(/^'/, '');
  return {
    ...lineTexts({
      description: /[\p{L}\p{N}]/u.test(description) ? description : '',
      reference: isReference(reference) ? reference : (packed?.reference ?? referenceIn(description)),
      counterparty: counterparty.trim() || (packed?.counterparty ?? found.name ?? ''),
    }),
    party_account: lineText(
      'party_account',
      readPartyAccount(cell('party_account'), options) ?? found.account ?? '',
    ),
    party_tax_id: lineText('party_tax_id', readTaxId(cell('party_tax_id')) ?? found.tax_id ?? ''),
  };
};
