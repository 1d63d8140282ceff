// Layouts of banks that the headings alone do not explain: which columns make up the text, whose account a column holds,
// and what is packed into one cell.
import { BANK_COLUMNS } from '../../../../../generated/vocabulary/bank-columns.ts';
import { findIbans, isBic } from '../../../../base/bank-identifiers.ts';
import { isReference } from '../line-text.ts';
import type { Field } from './headings.ts';

export interface Profile {
  /** Becomes the statement's format. */
  readonly name: string;
  /** Headings that tell the layout, in the spelling of `normaliseName`; `|` parts spellings of one. */
  readonly signature: readonly string[];
  /** What differs from the usual headings; null for a field that the layout does not have. */
  readonly fields?: Partial<Record<Field, string | null>>;
  /** Columns whose text stands before and after the description. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** Columns of the other party that are others for money in than for money out. */
  readonly sides?: Partial<Record<'counterparty' | 'party_account' | 'party_tax_id', Sides>>;
  /** Columns that are no part of the text. */
  readonly beside?: readonly string[];
  /** What the description holds besides. */
  readonly unpack?: (description: string) => Packed;
}

export interface Sides {
  readonly credit: string;
  readonly debit: string;
}

export interface Packed {
  readonly counterparty: string | null;
  readonly reference: string | null;
}

/** `Müller GmbH COBADEFFXXX DE89… RE 17 End-to-End-Ref.: X1 Mandatsref: …`, all in one cell. */
const unpackCommerzbank = (description: string): Packed => {
  const text = description.replace(/\s+/gu, ' ');
  const found = /End-to-End-Ref\.?:\s*(\S+)/iu.exec(text)?.[1] ?? '';
  const reference = isReference(found) ? found : null;
  const iban = findIbans(text)[0];
  const start = iban === undefined ? -1 : text.search(new RegExp([...iban].join(' ?'), 'u'));
  if (start < 1) return { counterparty: null, reference };
  const words = text.slice(0, start).trim().split(' ');
  const last = words.at(-1) ?? '';
  const name = words.length > 1 && isBic(last) ? words.slice(0, -1) : words;
  return { counterparty: name.join(' ') || null, reference };
};

const UNPACK = { commerzbank: unpackCommerzbank } as const;

const LAYOUTS: readonly (Omit<Profile, 'unpack'> & { readonly packed?: keyof typeof UNPACK })[] =
  BANK_COLUMNS.layouts;

export const PROFILES: readonly Profile[] = LAYOUTS.map(({ packed, ...layout }) => ({
  ...layout,
  ...(packed === undefined ? {} : { unpack: UNPACK[packed] }),
}));

/** Where the first of the headings stands that `|` parts; -1 for none. */
export const columnNamed = (headings: readonly string[], names: string): number => {
  for (const name of names.split('|')) {
    const index = headings.indexOf(name);
    if (index !== -1) return index;
  }
  return -1;
};

export const findProfile = (headings: readonly string[]): Profile | undefined =>
  PROFILES.find(({ signature }) => signature.every((names) => columnNamed(headings, names) !== -1));
