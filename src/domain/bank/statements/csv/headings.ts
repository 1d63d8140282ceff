// What banks call the columns of a statement: `spec/vocabulary/bank-columns.yaml`.
import { type StatementField, StatementFieldValues } from '../../../../../generated/types.ts';
import { BANK_COLUMNS } from '../../../../../generated/vocabulary/bank-columns.ts';
import { phrasesIn } from '../../../../base/names/vocabulary.ts';
import { STATE_HEADINGS } from '../vocabulary.ts';
import { isWordField, type WordField } from './mapping.ts';

/** What a column may hold. */
export type Field = Exclude<StatementField, 'ignore' | WordField>;
export const FIELDS = StatementFieldValues.filter(
  (field): field is Field => field !== 'ignore' && !isWordField(field),
);

const { headings, beside_the_payment, net, fee_tax, pairs, later } = BANK_COLUMNS;

const HEADINGS: ReadonlyMap<Field, readonly string[]> = new Map(
  FIELDS.map((field) => [field, field === 'status' ? STATE_HEADINGS : phrasesIn(headings[field])]),
);

/** In the spelling of `normaliseName`; where a file has several, the first one here is taken. */
export const headingsFor = (field: Field): readonly string[] => HEADINGS.get(field) ?? [];

/** Of amounts from which a fee was taken already. */
export const NET_HEADINGS: ReadonlySet<string> = new Set(phrasesIn(net));
/** Of what is taken on top of a fee. */
export const FEE_TAX_HEADINGS: ReadonlySet<string> = new Set(phrasesIn(fee_tax));
/** Read since later than files with them were first taken. */
export const LATER_HEADINGS: ReadonlySet<string> = new Set(phrasesIn(later));

export const PARTY_FIELDS = ['counterparty', 'party_account', 'party_tax_id'] as const;
export type PartyField = (typeof PARTY_FIELDS)[number];
/** Headings of two columns of the other party, one for money in and one for money out. */
export const PAIRS = PARTY_FIELDS.map((field) => ({
  field,
  credit: phrasesIn(pairs[field].credit),
  debit: phrasesIn(pairs[field].debit),
}));

const BESIDE_FIELDS = [
  'date',
  'amount',
  'debit',
  'credit',
  'balance',
  'currency',
  'account',
  'status',
  'fee',
  'party_account',
  'party_tax_id',
] as const;

/** Of columns that no field takes, those known to say nothing of the payment. */
export const BESIDE_THE_PAYMENT: ReadonlySet<string> = new Set([
  ...BESIDE_FIELDS.flatMap(headingsFor),
  ...NET_HEADINGS,
  ...FEE_TAX_HEADINGS,
  ...Object.values(beside_the_payment).flatMap(phrasesIn),
]);
