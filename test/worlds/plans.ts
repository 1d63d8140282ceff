// A line before it is written down: what it settles, and how its writer will put it into words. Words wait until the
// documents have their numbers.
import type { MatchKind } from '../../src/matching/types.ts';
import type { Books, Doc } from './documents.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';
import type { Category } from './types.ts';

/** What a bank is told by the payer, and what the bank itself calls the movement. */
export interface Written {
  readonly type: 'transfer' | 'cash' | 'bank';
  /** The other side as its bank knows it; null when nobody says. */
  readonly name: string | null;
  readonly account: string | null;
  readonly taxId: string | null;
  readonly concept: string;
  /** The number field of a SPEI, the end-to-end reference of a SEPA transfer. */
  readonly reference: string | null;
}

export interface Plan {
  readonly category: Category;
  readonly kind: MatchKind;
  readonly day: number;
  readonly amountMinor: number;
  readonly direction: 'credit' | 'debit';
  readonly parts: readonly { readonly doc: Doc; readonly amountMinor: number }[];
  readonly write: () => Written;
  readonly spread?: true;
  readonly either?: true;
}

/** A payment somebody recorded by hand. */
export interface HandPayment {
  readonly party: Party;
  readonly docs: readonly Doc[];
  readonly amountMinor: number;
  readonly day: number;
  readonly reference: string | null;
}

export interface Stage {
  readonly books: Books;
  readonly plans: Plan[];
  readonly hand: HandPayment[];
  /** Numbers of documents that were voided and issued again: the new one, and what the old one was called. */
  readonly voided: Map<Doc, Doc>;
  readonly rate: (base: string, quote: string, day: number) => number;
}

/** False: this document does not lend itself to it. */
export type Settle = (stage: Stage, random: Random, doc: Doc, day: number) => boolean;
