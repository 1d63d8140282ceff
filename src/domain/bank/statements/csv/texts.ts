// What a row says in words: the texts of the line, and the other party as columns and text name it.
import { readTaxId } from '../../../../einvoicing/tax-ids.ts';
import { readPartyAccount, findParty } from '../extract.ts';
import type { ReadOptions, StatementLine } from '../format.ts';
import { addTexts, isReference, joinTexts, lineText, lineTexts } from '../line-text.ts';
import type { Layout } from './columns.ts';
import type { Field, PartyField } from './headings.ts';
import { columnNamed } from './profiles.ts';
import type { CsvRecord } from './records.ts';

export type RowTexts = Pick<
  StatementLine,
  'description' | 'reference' | 'counterparty' | 'party_account' | 'party_tax_id' | 'known_as'
>;

const EREF = /(?<![A-Z])EREF[+:]\s*(\S+)/u;
const TRACKING_KEY = /\bC(?:VE|LAVE)(?: DE)? ?RAST(?:REO)?\.?:?\s*([A-Z0-9]{7,30})\b/iu;

/** Names the other party where the text alone does. */
const referenceIn = (text: string): string =>
  [EREF, TRACKING_KEY].map((pattern) => pattern.exec(text)?.[1] ?? '').find(isReference) ?? '';

export const readTexts = (
  layout: TextLayout,
  record: CsvRecord,
  isCredit: boolean,
  options: ReadOptions,
): RowTexts => {
  const texts = readWith(layout, layout.added, record, isCredit, options);
  // Without a column of descriptions, nothing but what was added tells the lines apart.
  if (layout.added.length === 0 || !layout.columns.has('description')) return texts;
  const { description, reference } = readWith(layout, [], record, isCredit, options);
  return { ...texts, known_as: { description, reference } };
};

export interface TextLayout extends Layout {
  /** Columns whose text is added to the description. */
  readonly added: readonly number[];
}

const readWith = (
  { columns, joined, headings, profile, sides }: Layout,
  added: readonly number[],
  { cells }: CsvRecord,
  isCredit: boolean,
  options: ReadOptions,
): RowTexts => {
  const at = (column: number | undefined): string => cells[column ?? -1] ?? '';
  const named = (heading: string): string => at(columnNamed(headings, heading));
  const cell = (field: Field): string => {
    const more = joined.get(field) ?? [];
    return more.length === 0 ? at(columns.get(field)) : addTexts(at(columns.get(field)), ...more.map(at));
  };
  const party = (field: PartyField): string => {
    const side = sides.get(field);
    return side === undefined ? cell(field) : at(side[isCredit ? 'credit' : 'debit']);
  };
  const description = addTexts(
    joinTexts(
      ...(profile?.before ?? []).map(named),
      cell('description'),
      ...(profile?.after ?? []).map(named),
    ),
    ...added.map(at).filter(isReference),
  );
  const packed = profile?.unpack?.(description);
  const found = findParty(description, options);
  const reference = cell('reference').replace(/^'|'$/gu, '');
  return {
    ...lineTexts({
      description: /[\p{L}\p{N}]/u.test(description) ? description : '',
      reference: isReference(reference) ? reference : (packed?.reference ?? referenceIn(description)),
      counterparty: party('counterparty').trim() || (packed?.counterparty ?? found.name ?? ''),
    }),
    party_account: lineText(
      'party_account',
      readPartyAccount(party('party_account'), options) ?? found.account ?? '',
    ),
    party_tax_id: lineText('party_tax_id', readTaxId(party('party_tax_id')) ?? found.tax_id ?? ''),
  };
};
