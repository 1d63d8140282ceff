// What the batch itself tells after the first pass: who else wants a document, which account stood for whom, how late
// a party pays, what is usually missing. Always without the line that asks: no line may vouch for itself.
import { LEVEL } from '../books/folio.ts';
import { evidenceFor, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import { topTwo, type LineState } from './state.ts';

export interface Vote {
  readonly line: number;
  readonly value: number;
  /** Of the line's amount, for claims. */
  readonly amount: number;
}

export interface BatchContext {
  /** By document: what other lines' first pass gives it. */
  readonly claims: ReadonlyMap<number, readonly Vote[]>;
  readonly accounts: ReadonlyMap<string, readonly Vote[]>;
  readonly aliases: ReadonlyMap<string, readonly Vote[]>;
  /** By account or name, likely parties of lines that nothing else identifies. */
  readonly leanings: ReadonlyMap<string, readonly Vote[]>;
  /** Days after due, by party and type. */
  readonly lags: ReadonlyMap<string, Lags>;
  /** Causes of shortfalls by party. */
  readonly causes: ReadonlyMap<string, readonly Vote[]>;
  /** What was missing, of all surely matched lines. */
  readonly missing: ReadonlyMap<number, readonly Vote[]>;
  /** Lines by party and amount, in order of day. */
  readonly series: ReadonlyMap<string, readonly number[]>;
}

export interface Lags {
  readonly votes: readonly Vote[];
  /** Their values in order. */
  readonly sorted: readonly number[];
}

const sortLags = (lags: ReadonlyMap<string, readonly Vote[]>): Map<string, Lags> =>
  new Map(
    [...lags].map(([key, votes]) => [
      key,
      { votes, sorted: votes.map(({ value }) => value).sort((a, b) => a - b) },
    ]),
  );

/** The median without the line that asks, which votes once at most; null when fewer others than `least` voted. */
export const medianWithout = ({ votes, sorted }: Lags, line: number, least: number): number | null => {
  const own = findVote(votes, line);
  const others = sorted.length - (own === undefined ? 0 : 1);
  if (others < least) return null;
  const middle = others >> 1;
  const skip = own !== undefined && sorted.indexOf(own.value) <= middle ? 1 : 0;
  return sorted[middle + skip] ?? 0;
};

/** Votes are in the order of their lines. */
const findVote = (votes: readonly Vote[], line: number): Vote | undefined => {
  let low = 0;
  let high = votes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((votes[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  const found = votes[low];
  return found?.line === line ? found : undefined;
};

const SURE = 0.97;
const CLAIM = 0.02;

const vote = <K>(map: Map<K, Vote[]>, key: K | null, line: number, value: number, amount = 0): void => {
  if (key === null) return;
  const bucket = map.get(key);
  if (bucket === undefined) map.set(key, [{ line, value, amount }]);
  else bucket.push({ line, value, amount });
};

/** Whether something besides amount and account says who it is. */
export const hasIdentity = (world: World, state: LineState, at: number): boolean => {
  const hypothesis = state.hypotheses[at];
  if (hypothesis === undefined || hypothesis.party < 0) return false;
  const evidence = evidenceFor(world, state.view, hypothesis.party);
  return (
    evidence.name >= 0.7 || evidence.taxId === 'same' || findLevel(state.view, hypothesis) >= LEVEL.short
  );
};

const LEANING = 0.4;

/** The account and the name of a line, as keys of one table. */
export const leaningKeys = (state: LineState): string[] => {
  const { accountKey, aliasKey } = state.view.read;
  return [accountKey === null ? '' : `a:${accountKey}`, aliasKey === null ? '' : `n:${aliasKey}`].filter(
    (key) => key !== '',
  );
};

export const partyType = (party: number, type: string): string => `${party}|${type}`;
export const seriesKey = (party: number, type: string, amount: number): string =>
  `${party}|${type}|${amount}`;

const claimAll = (state: LineState, claims: Map<number, Vote[]>): void => {
  for (const [at, hypothesis] of state.hypotheses.entries()) {
    const probability = state.probabilities[at] ?? 0;
    if (probability < CLAIM) continue;
    for (const [index, entry] of hypothesis.documents.entries()) {
      // What a decided line took of a document that is still open is no longer in its balance.
      if (at === state.fixed && entry.left > 0) continue;
      vote(claims, entry.at, state.at, probability, hypothesis.amounts[index] ?? 0);
    }
  }
};

/** A person said whose line it is. */
const teach = (
  world: World,
  state: LineState,
  { accounts, aliases }: Record<'accounts' | 'aliases', Map<string, Vote[]>>,
): void => {
  if (state.decided?.isForgotten === true) return;
  const documentId = state.decided?.allocations[0]?.documentId;
  const party = documentId === undefined ? undefined : world.book.partyOf.get(documentId);
  if (party === undefined || party < 0) return;
  const { accountKey, aliasKey } = state.view.read;
  // Twice, as in what was learned before.
  for (let times = 0; times < 2; times += 1) {
    vote(accounts, accountKey, state.at, party);
    vote(aliases, aliasKey, state.at, party);
  }
};

export const collectContext = (world: World, states: readonly LineState[]): BatchContext => {
  const claims = new Map<number, Vote[]>();
  const accounts = new Map<string, Vote[]>();
  const aliases = new Map<string, Vote[]>();
  const leanings = new Map<string, Vote[]>();
  const lags = new Map<string, Vote[]>();
  const causes = new Map<string, Vote[]>();
  const missing = new Map<number, Vote[]>();
  const series = new Map<string, number[]>();
  for (const state of states) {
    claimAll(state, claims);
    const { read, type } = state.view;
    if (state.decided?.byHand === true) {
      teach(world, state, { accounts, aliases });
      continue;
    }
    const [best] = topTwo(state.probabilities);
    const hypothesis = state.hypotheses[best];
    const first = hypothesis?.documents[0];
    if (hypothesis === undefined || first === undefined) continue;
    if (hypothesis.kind === 'exact') {
      const key = seriesKey(hypothesis.party, type, read.line.amountMinor);
      const lines = series.get(key);
      if (lines === undefined) series.set(key, [state.at]);
      else lines.push(state.at);
    }
    if ((state.probabilities[best] ?? 0) >= LEANING && hypothesis.kind !== 'partial') {
      for (const key of leaningKeys(state)) vote(leanings, key, state.at, hypothesis.party);
    }
    if ((state.probabilities[best] ?? 0) < SURE || !hasIdentity(world, state, best)) continue;
    vote(accounts, read.accountKey, state.at, hypothesis.party);
    vote(aliases, read.aliasKey, state.at, hypothesis.party);
    if (hypothesis.kind === 'exact' || hypothesis.kind === 'deducted')
      vote(lags, partyType(hypothesis.party, type), state.at, read.day - first.due);
    if (hypothesis.shortage !== null) {
      vote(causes, `${partyType(hypothesis.party, type)}|${hypothesis.shortage.cause}`, state.at, 1);
      vote(missing, first.balance - read.line.amountMinor, state.at, 1);
    }
  }
  return { claims, accounts, aliases, leanings, lags: sortLags(lags), causes, missing, series };
};
