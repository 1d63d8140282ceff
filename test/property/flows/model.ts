// What the books must say of one customer, one payee and one bank account, without the service: a few maps and the rules of
// learning.
import type {
  BankAccountId,
  BankTransactionId,
  BillId,
  CounterpartyId,
  InvoiceId,
} from '../../../generated/ids.ts';
import type { MatchStatus } from '../../../generated/types.ts';
import type { Random } from '../random.ts';

export type Side = 'mx' | 'de';
export type RecordId = InvoiceId | BillId;

export interface Line {
  readonly minor: number;
  readonly type: 'credit' | 'debit';
  readonly month: number;
  /** It has the payee's text, which is all that says who it is. */
  readonly isPayees: boolean;
  /** For which it was made. */
  readonly meant: RecordId | null;
  status: MatchStatus;
  /** What waits for it. */
  suggested: RecordId | null;
  /** What waited before it was confirmed. */
  before: RecordId | null;
  /** Nobody suggests these again. */
  readonly rejected: Set<RecordId>;
}

export interface Match {
  readonly line: BankTransactionId;
  readonly payment: string;
  readonly kind: 'invoice' | 'bill';
  readonly party: CounterpartyId;
  readonly byHand: boolean;
  readonly settled: ReadonlyMap<RecordId, number>;
  /** The line that took the money back. */
  back: BankTransactionId | null;
}

export interface Alias {
  readonly id: string;
  readonly party: CounterpartyId;
  readonly learned: boolean;
}

export interface Flow {
  readonly side: Side;
  readonly seed: number;
  readonly random: Random;
  readonly account: BankAccountId;
  readonly customer: CounterpartyId;
  readonly payee: CounterpartyId;
  /** Another supplier; null once it is merged into the payee. */
  twin: CounterpartyId | null;
  readonly text: string;
  /** In minor units. */
  readonly owed: Map<RecordId, number>;
  readonly partyOf: Map<RecordId, CounterpartyId>;
  /** Invoices on which nothing was paid or credited. */
  readonly untouched: Set<InvoiceId>;
  readonly credited: Map<InvoiceId, number>;
  readonly lines: Map<BankTransactionId, Line>;
  matches: Match[];
  /** By line: what confirms by hand of the payee's text taught. */
  lessons: Map<BankTransactionId, CounterpartyId>;
  /** By text. */
  readonly aliases: Map<string, Alias | null>;
  /** Successful calls by tool, each of which has its rows in the trail. */
  readonly calls: Map<string, number>;
  /** How often an alias came, changed or went. */
  changes: number;
  readonly told: string[];
}

export const aliasAt = (flow: Flow, text: string): Alias | null => flow.aliases.get(text) ?? null;

const ENOUGH = 2;
const LEARNED = 'learned';

/** What the lessons of the text say now: two of one party and none of another. */
export const relearn = (flow: Flow): void => {
  const parties = new Set(flow.lessons.values());
  const [party] = parties;
  const fits = party !== undefined && parties.size === 1 && flow.lessons.size >= ENOUGH;
  const known = aliasAt(flow, flow.text);
  if (known?.learned === true) {
    if (fits && known.party === party) return;
    flow.aliases.delete(flow.text);
    flow.changes += 1;
  } else if (fits && known === null) {
    flow.aliases.set(flow.text, { id: LEARNED, party, learned: true });
    flow.changes += 1;
  }
};

export const forgetLessons = (flow: Flow, party: CounterpartyId): void => {
  for (const [line, of] of flow.lessons) if (of === party) flow.lessons.delete(line);
};

/** One reject, or one undo of what the matcher booked, forgets what was learned for the party. */
export const unlearn = (flow: Flow, line: Line, party: CounterpartyId, how: 'suggested' | 'booked'): void => {
  const known = aliasAt(flow, flow.text);
  if (!line.isPayees) return;
  const isLearned = known?.learned === true && known.party === party;
  if (isLearned || how === 'booked') forgetLessons(flow, party);
  if (!isLearned) return;
  flow.aliases.delete(flow.text);
  flow.changes += 1;
};

/** Months of the lessons that an alias was learned from, and their amounts. */
export const pastOf = (flow: Flow) => {
  const lines = [...flow.lessons.keys()].flatMap((id) => flow.lines.get(id) ?? []);
  return {
    months: new Set(lines.map(({ month }) => month)).size,
    amounts: lines.map(({ minor }) => minor),
  };
};

export const settle = (flow: Flow, match: Match): void => {
  for (const [id, minor] of match.settled) {
    flow.owed.set(id, (flow.owed.get(id) ?? 0) - minor);
    flow.untouched.delete(id as InvoiceId);
  }
  flow.matches.push(match);
  const line = flow.lines.get(match.line);
  if (line === undefined) return;
  line.before = line.suggested;
  line.suggested = null;
  line.status = 'confirmed';
  if (!match.byHand || !line.isPayees) return;
  flow.lessons.set(match.line, match.party);
  relearn(flow);
};

/** The payment is gone, and what was owed is owed again. */
export const owedAgain = (flow: Flow, { settled }: Match): void => {
  for (const [id, minor] of settled) flow.owed.set(id, (flow.owed.get(id) ?? 0) + minor);
};

export const unsettle = (flow: Flow, match: Match): void => {
  owedAgain(flow, match);
  flow.matches = flow.matches.filter((each) => each !== match);
  const line = flow.lines.get(match.line);
  if (line === undefined) return;
  if (flow.lessons.delete(match.line)) relearn(flow);
  if (!match.byHand) {
    unlearn(flow, line, match.party, 'booked');
    for (const id of match.settled.keys()) line.rejected.add(id);
  }
  const again = line.before;
  const fits = again !== null && (flow.owed.get(again) ?? 0) >= line.minor;
  line.suggested = fits ? again : null;
  line.status = fits ? 'suggested' : 'unmatched';
  line.before = null;
};
