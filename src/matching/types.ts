// What the matcher sees and says. It is a pure function of these values: no database, no clock, no chance.
// Amounts are integers in minor units of their currency; days are YYYY-MM-DD.

import type { SaidSentence } from '../base/said.ts';
import type { SaidKey } from '../../generated/said.ts';
import type { Basis } from './decide/basis.ts';
import type { DocumentType, PaymentObject, TransactionType } from '../../generated/types.ts';

/** One line of the account's statement that is to be explained. */
export interface MatchLine {
  readonly id: string;
  readonly date: string;
  /** Always positive. */
  readonly amountMinor: number;
  readonly direction: TransactionType;
  readonly currency: string;
  readonly description: string;
  readonly reference: string | null;
  /** The other party as the bank names it. */
  readonly party: string | null;
  /** Its IBAN, CLABE or account number, as far as the statement tells. */
  readonly partyAccount: string | null;
  /** Its RFC or VAT id. */
  readonly partyTaxId: string | null;
}

/** An invoice (settled by credits) or a bill (settled by debits). */
export interface MatchDocument {
  readonly id: string;
  readonly type: DocumentType;
  readonly partyId: string;
  /** Series and number as the document bears them; for a bill, the supplier's. */
  readonly series: string | null;
  readonly number: string | null;
  readonly uuid: string | null;
  readonly title: string | null;
  readonly currency: string;
  readonly totalMinor: number;
  /** Zero or less for a closed document, which is known only so that its number can be recognised. */
  readonly balanceMinor: number;
  readonly issueDate: string;
  readonly dueDate: string;
  /** Only open documents can be matched. */
  readonly open: boolean;
  /** Discounts for early payment by which it may be short: its own, or those agreed with the party. */
  readonly discounts?: readonly MatchDiscount[];
  /** Entered since the account's last run, which could not see it. */
  readonly enteredSince?: boolean;
}

export interface MatchDiscount {
  readonly percent: number;
  /** From issue. */
  readonly days: number;
  /** What the percent is of, where it is not the whole balance. */
  readonly baseMinor?: number;
}

export interface MatchParty {
  readonly id: string;
  readonly name: string;
  readonly taxId: string | null;
}

/** A payment that somebody recorded and that no bank line explains yet. */
export interface MatchPayment {
  readonly id: string;
  readonly type: PaymentObject;
  readonly partyId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly date: string;
  readonly reference: string | null;
  readonly documentIds: readonly string[];
}

/** A line of the account that was confirmed with a payment, which another may take back. */
export interface MatchPaid {
  readonly line: MatchLine;
  readonly paymentId: string;
}

/** What confirmed lines taught: how often an account or a name stood for a party. */
export interface MatchMemory {
  readonly kind: 'account' | 'alias';
  /** The account without spaces, or the name as `normaliseName` leaves it. */
  readonly value: string;
  readonly partyId: string;
  readonly count: number;
  /** Of these, how often somebody confirmed it, and not the matcher by itself: those count twice. */
  readonly byHand?: number;
}

/** What bank lines call a party, taught by hand or learned from equal confirms. */
export interface MatchAlias {
  readonly kind: 'text' | 'account' | 'tax_id' | 'creditor_id' | 'mandate';
  /** As it is compared. */
  readonly value: string;
  /** As people read it. */
  readonly told: string;
  readonly partyId: string;
  /** Of the lines that taught it; null when somebody taught it by hand. */
  readonly past: {
    readonly months: number;
    /** Null where it went both ways. */
    readonly direction: TransactionType | null;
    readonly amountsMinor: readonly number[];
  } | null;
  /** Taught by hand since the account's last run, which could not know it. */
  readonly taughtSince?: boolean;
}

/**
 * A line that was decided earlier and goes on contesting: without it, what is left over would find the next best
 * document unopposed.
 */
export interface MatchDecided {
  readonly line: MatchLine;
  /** What it was confirmed with; empty when it waits as a suggestion. */
  readonly allocations: readonly MatchAllocation[];
  /** A person's decision is certain; a machine's contests with the strength that its line has. */
  readonly byHand: boolean;
  /** Somebody found that what it taught was wrong. */
  readonly isForgotten?: boolean;
}

export interface MatchInput {
  readonly country: string;
  /** Of the bank account. */
  readonly currency: string;
  readonly ownNames: readonly string[];
  /** IBANs, CLABEs and account numbers of all own accounts. */
  readonly ownAccounts: readonly string[];
  /** To be explained. Order does not matter. */
  readonly lines: readonly MatchLine[];
  /** Lines of the account that are explained already, and those that have no match: context for returns. */
  readonly otherLines: readonly MatchLine[];
  /** Decided lately, on any account of the entity; their documents count as they stood before. */
  readonly decided?: readonly MatchDecided[];
  /** Ids of lines that an earlier run looked at and left alone: they need more evidence than they had then. */
  readonly leftAlone?: readonly string[];
  /** Most that may be booked apart as a small difference, in minor units of the line's currency; none by default. */
  readonly differenceLimitMinor?: number;
  /** Every open document of the entity, and those closed lately. */
  readonly documents: readonly MatchDocument[];
  readonly parties: readonly MatchParty[];
  readonly payments: readonly MatchPayment[];
  /** Where a line to be explained says that a payment comes back: what that may be. */
  readonly paid?: readonly MatchPaid[];
  readonly memory: readonly MatchMemory[];
  readonly aliases?: readonly MatchAlias[];
  /** Who pays documents of others. */
  readonly paysFor?: readonly { readonly payerId: string; readonly partyId: string }[];
  /** Line and document ids that a person said do not belong together. */
  readonly rejected: readonly (readonly [lineId: string, documentId: string])[];
  /** Units of `quote` for one of `base` on or before the day; undefined when unknown. */
  readonly rate: (base: string, quote: string, day: string) => number | undefined;
}

export interface MatchAllocation {
  readonly documentId: string;
  /** Of the line's amount, in the line's currency. */
  readonly amountMinor: number;
  /** Of a document in another currency, all that is open, in that currency. */
  readonly settlesMinor?: number;
}

/** Why a match is at most a suggestion. */
export type Gate = Extract<SaidKey, `gate_${string}`>;

export type MatchKind =
  | 'exact'
  | 'several'
  | 'partial'
  | 'deducted' // a bank fee, a withheld tax or a cash discount is missing
  | 'difference' // short or over by less than a unit, which is booked apart
  | 'other_currency'
  | 'none';

export interface MatchResult {
  readonly lineId: string;
  readonly outcome: 'auto' | 'suggest' | 'none';
  readonly kind: MatchKind;
  /** On what it rests, which decides how a probability becomes a confidence. */
  readonly basis: Basis;
  /** The policy number: at `SERVICE.matching.auto_confirm` and above it is right at least 99.5 % of the time. */
  readonly confidence: number;
  /** The calibrated probability behind it. */
  readonly probability: number;
  /** Empty for `none`. They sum to the line's amount, less `differenceMinor`. */
  readonly allocations: readonly MatchAllocation[];
  /**
   * What the line has beyond the balances that it settles whole or, negative, lacks of them; left out for none. Beyond
   * the company's limit it can only be suggested, of one invoice, and is credit of the customer.
   */
  readonly differenceMinor?: number;
  /** Strongest first. */
  readonly reasons: readonly SaidSentence[];
  /** The next best explanation and what tells the two apart; null when there is none to speak of. */
  readonly runnerUp: {
    readonly allocations: readonly MatchAllocation[];
    readonly probability: number;
    readonly difference: SaidSentence;
  } | null;
  /** The recorded payment that explains the line instead of a new one. */
  readonly explainedBy: string | null;
}

export interface MatchOutput {
  /** One for each line of the input, in its order. */
  readonly results: readonly MatchResult[];
  /** Changes with the weights: kept with every run. */
  readonly modelVersion: string;
}
