// Layouts of banks that the headings alone do not explain: which columns make up the text, whose account a column holds,
// and what is packed into one cell.
import { BANK_LAYOUTS } from '../../../../../generated/vocabulary/bank-layouts.ts';
import { findIbans, isBic } from '../../../../base/bank-identifiers.ts';
import { isReference } from '../line-text.ts';
import type { LeftOutKind } from '../report.ts';
import type { State } from '../vocabulary.ts';
import type { Derivation } from './derived.ts';
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
  /** The amounts of what is paid have no minus, as on cards. */
  readonly charges?: 'positive';
  /** Rows in other currencies than that of the account are movements of other accounts. */
  readonly currencies?: 'several';
  /** What this bank says of rows, besides the words that all use. */
  readonly states?: Partial<Record<State, string>>;
  /** Rows that a word in a column tells to be no movements. */
  readonly rows?: { readonly column: string } & Partial<
    Record<LeftOutKind | 'opening' | 'closing', readonly string[]>
  >;
  /** What the description holds besides. */
  readonly unpack?: (description: string) => Packed;
  /** What makes amount, fee, currency and party of several columns. */
  readonly derive?: Derivation;
  /** Columns that are taken with the fee. */
  readonly more_fees?: readonly string[];
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

/** `Auftraggeber: Kunde GmbH Buchungstext: RE-7 Ref. ABC123/2`. */
const unpackComdirect = (description: string): Packed => {
  const { name = '', reference = '' } =
    /^(?:(?:Auftraggeber|Empf[aä]nger): (?<name>.*?)\s*)?(?:Kto\/IBAN:.*?)?(?:Buchungstext:.*?)?(?:Ref\. (?<reference>\S+))?$/u.exec(
      description.replace(/\s+/gu, ' ').trim(),
    )?.groups ?? {};
  return { counterparty: name || null, reference: isReference(reference) ? reference : null };
};

const UNPACK = { commerzbank: unpackCommerzbank, comdirect: unpackComdirect } as const;

const LAYOUTS: readonly (Omit<Profile, 'unpack'> & { readonly unpack?: keyof typeof UNPACK })[] =
  BANK_LAYOUTS.layouts;

export const PROFILES: readonly Profile[] = LAYOUTS.map(({ unpack, ...layout }) => ({
  ...layout,
  ...(unpack === undefined ? {} : { unpack: UNPACK[unpack] }),
}));

/** Where the first of the headings stands that `|` parts; -1 for none. */
export const columnNamed = (headings: readonly string[], names: string): number => {
  for (const name of names.split('|')) {
    const index = headings.indexOf(name);
    if (index !== -1) return index;
  }
  return -1;
};

/** Of several that fit, the one that knows most of the headings. */
export const findProfile = (headings: readonly string[]): Profile | undefined =>
  PROFILES.filter(({ signature }) =>
    signature.every((names) => columnNamed(headings, names) !== -1),
  ).toSorted((a, b) => b.signature.length - a.signature.length)[0];
