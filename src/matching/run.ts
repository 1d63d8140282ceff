// One run in its steps: read, propose, score twice, choose.
import { gatherEvidence } from './evidence/evidence.ts';
import { indexTaught } from './books/taught.ts';
import { indexParties } from './books/party-index.ts';
import { amountKey, type Book, openBook } from './books/book.ts';
import { collectContext, leaningKeys, type BatchContext, type Vote } from './batch/context.ts';
import { findTakenBack } from './batch/late-returns.ts';
import { commonWords, findReturned } from './batch/returns.ts';
import { gatherBatchEvidence } from './batch/second-pass.ts';
import { softmax, type LineState } from './batch/state.ts';
import { NONE, type Hypothesis } from './candidates/hypothesis.ts';
import { hypothesesFor } from './candidates/generate.ts';
import { collectMemory, likelyParties, viewLine, type LineView, type World } from './candidates/view.ts';
import { Scorer } from './model/features.ts';
import type { Weights } from './model/weights.ts';
import { withoutLegalForms } from '../base/names/vocabulary.ts';
import { normaliseName, wordsOf } from '../base/names/normalise.ts';
import { compactAccount, readLine, readMemoryKeys, type ReadLine } from './text/read-line.ts';
import { foldWord } from './text/fold.ts';
import type { MatchDecided, MatchInput, MatchLine, MatchMemory, MatchPayment } from './types.ts';

const byDay = (a: MatchLine, b: MatchLine): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

const paymentsByAmount = (payments: readonly MatchPayment[]): Map<string, MatchPayment[]> => {
  const map = new Map<string, MatchPayment[]>();
  for (const payment of [...payments].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = amountKey(payment.type, payment.currency, payment.amountMinor);
    const bucket = map.get(key);
    if (bucket === undefined) map.set(key, [payment]);
    else bucket.push(payment);
  }
  return map;
};

const countAmounts = (lines: readonly MatchLine[]): Map<string, Map<number, number>> => {
  const counts = new Map<string, Map<number, number>>();
  for (const line of lines) {
    const key = `${line.direction === 'credit' ? 'invoice' : 'bill'}|${line.currency}`;
    const amounts = counts.get(key) ?? new Map<number, number>();
    counts.set(key, amounts.set(line.amountMinor, (amounts.get(line.amountMinor) ?? 0) + 1));
  }
  return counts;
};

export interface Prepared {
  readonly world: World;
  /** The lines to explain, and those decided earlier that contest with them, by day and id. */
  readonly lines: readonly ReadLine[];
  readonly decided: ReadonlyMap<string, MatchDecided>;
}

/** What was learned before the decided lines: these speak for themselves, and not twice. */
const earlierMemory = (
  input: MatchInput,
  { partyAt, partyOf }: Book,
  own: ReadonlySet<string>,
): readonly MatchMemory[] => {
  const decided = input.decided ?? [];
  if (decided.length === 0) return input.memory;
  const keyOf = (kind: MatchMemory['kind'], value: string, party: number): string =>
    `${kind}|${kind === 'account' ? compactAccount(value) : value}|${party}`;
  const told = new Map<string, { count: number; byHand: number }>();
  for (const { line, allocations, byHand, isForgotten = false } of decided) {
    const party = partyOf.get(allocations[0]?.documentId ?? '');
    if (party === undefined || isForgotten) continue;
    const { account, alias } = readMemoryKeys(line, own);
    for (const key of [
      ...(account === null ? [] : [keyOf('account', account, party)]),
      ...(alias === null ? [] : [keyOf('alias', alias, party)]),
    ]) {
      const known = told.get(key) ?? { count: 0, byHand: 0 };
      told.set(key, { count: known.count + 1, byHand: known.byHand + (byHand ? 1 : 0) });
    }
  }
  return input.memory.map((entry) => {
    const less = told.get(keyOf(entry.kind, entry.value, partyAt.get(entry.partyId) ?? -1));
    return less === undefined
      ? entry
      : { ...entry, count: entry.count - less.count, byHand: (entry.byHand ?? 0) - less.byHand };
  });
};

const payersIn = ({ paysFor = [] }: MatchInput, { partyAt }: Book): Map<number, number[]> => {
  const map = new Map<number, number[]>();
  for (const { payerId, partyId } of paysFor) {
    const [payer, party] = [partyAt.get(payerId), partyAt.get(partyId)];
    if (payer !== undefined && party !== undefined) map.set(payer, [...(map.get(payer) ?? []), party]);
  }
  return map;
};

export const prepare = (input: MatchInput): Prepared => {
  const book = openBook(input);
  const own = new Set(input.ownAccounts.map(compactAccount).filter((account) => account.length >= 6));
  const ids = new Set(input.lines.map((line) => line.id));
  const contesting = (input.decided ?? []).filter(({ line }) => !ids.has(line.id));
  const lines = [...input.lines, ...contesting.map(({ line }) => line)]
    .sort(byDay)
    .map((line) => readLine(line, own));
  const all = [
    ...lines.filter(({ line }) => ids.has(line.id)),
    ...input.otherLines.filter((line) => !ids.has(line.id)).map((line) => readLine(line, own)),
  ];
  all.sort((a, b) => byDay(a.line, b.line));
  const returns = findReturned(all, own);
  const paid = (input.paid ?? []).map(({ line, paymentId }) => ({ read: readLine(line, own), paymentId }));
  const asked = all.filter(({ line }) => ids.has(line.id));
  const memory = earlierMemory(input, book, own);
  const world: World = {
    input,
    book,
    index: indexParties(book.parties),
    recollection: {
      accounts: collectMemory(memory, 'account', book.partyAt),
      aliases: collectMemory(memory, 'alias', book.partyAt),
    },
    taught: indexTaught(input.aliases ?? []),
    paysFor: payersIn(input, book),
    ownAccounts: own,
    ownNames: input.ownNames.map((name) =>
      withoutLegalForms(wordsOf(normaliseName(name.slice(0, 300)))).map(foldWord),
    ),
    payments: paymentsByAmount(input.payments),
    rejected: new Set(input.rejected.map(([line, document]) => `${line}|${document}`)),
    returned: returns.paired,
    takenBack: findTakenBack({ lines: asked, paid }, returns.paired, own, commonWords(all)),
    paidBy: new Map(paid.map(({ read, paymentId }) => [read.line.id, paymentId])),
    confirmed: new Set(
      contesting.flatMap(({ line, allocations }) => (allocations.length > 0 ? [line.id] : [])),
    ),
    perhapsReturned: returns.perhaps,
    lineAmounts: countAmounts(lines.map(({ line }) => line)),
    leftAlone: new Set(input.leftAlone),
  };
  return { world, lines, decided: new Map(contesting.map((each) => [each.line.id, each])) };
};

const HOPELESS = 11;

/** Hypotheses that no later evidence can save are dropped: they take most of the memory. */
const prune = (state: Omit<LineState, 'probabilities' | 'learned'>): LineState => {
  const most = state.first.reduce((best, score) => Math.max(best, score), Number.NEGATIVE_INFINITY);
  const kept = state.hypotheses.flatMap((_, at) =>
    at === 0 || at === state.fixed || (state.first[at] ?? 0) > most - HOPELESS ? [at] : [],
  );
  const fixed = kept.indexOf(state.fixed);
  const only = (scores: readonly number[]): number[] => kept.map((at) => scores[at] ?? 0);
  const scores = state.scores.map(only);
  const first = scores[0] ?? [];
  return {
    ...state,
    hypotheses: kept.map((at) => state.hypotheses[at] ?? NONE),
    scores,
    first,
    fixed,
    learned: null,
    probabilities: sharesOf({ decided: state.decided, fixed }, first),
  };
};

/** What a person decided is certain. */
const sharesOf = (state: Pick<LineState, 'decided' | 'fixed'>, scores: readonly number[]): number[] =>
  state.decided?.byHand === true && state.fixed >= 0
    ? scores.map((_, at) => (at === state.fixed ? 1 : 0))
    : softmax(scores);

const findFixed = (hypotheses: readonly Hypothesis[], decided: MatchDecided | null): number => {
  if (decided === null || decided.allocations.length === 0) return -1;
  const ids = new Set(decided.allocations.map(({ documentId }) => documentId));
  return hypotheses.findIndex(
    ({ documents }) =>
      documents.length === ids.size && documents.every(({ document }) => ids.has(document.id)),
  );
};

const score = (
  world: World,
  view: LineView,
  place: Pick<LineState, 'at' | 'decided'>,
  weights: Weights,
): LineState => {
  const hypotheses = hypothesesFor(world, view);
  const first: number[] = [];
  const second: number[] = [];
  const scorer = new Scorer(weights.passes[0], weights.passes[1]);
  for (const hypothesis of hypotheses) {
    scorer.reset();
    gatherEvidence(scorer, world, view, hypothesis, hypotheses);
    first.push(scorer.first);
    second.push(scorer.second);
  }
  const fixed = findFixed(hypotheses, place.decided);
  return prune({
    at: place.at,
    decided: place.decided,
    fixed,
    view,
    hypotheses,
    scores: [first, second],
    first,
  });
};

const MAX_TIED = 3;

const addOthers = (parties: Set<number>, votes: readonly Vote[], line: number): void => {
  for (const vote of votes) {
    if (parties.size >= MAX_TIED) return;
    if (vote.line !== line) parties.add(vote.value);
  }
};

/** Parties that other lines tie to this line's account or name, which its own text does not bring in. */
const tiedParties = (world: World, context: BatchContext, state: LineState): number[] => {
  const { read } = state.view;
  const parties = new Set<number>();
  for (const votes of [
    read.accountKey === null ? [] : context.accounts.get(read.accountKey),
    read.aliasKey === null ? [] : context.aliases.get(read.aliasKey),
  ]) {
    addOthers(parties, votes ?? [], state.at);
  }
  for (const key of parties.size === 0 ? leaningKeys(state) : []) {
    addOthers(parties, context.leanings.get(key) ?? [], state.at);
  }
  if (parties.size === 0) return [];
  const known = new Set(likelyParties(state.view, world.book));
  return [...parties].filter((party) => !known.has(party));
};

/** The first pass; lines of a payer that others identify get hypotheses of its party too. */
export const scoreFirst = (prepared: Prepared, weights: Weights): LineState[] => {
  const { world } = prepared;
  const states = prepared.lines.map((read, at) =>
    score(world, viewLine(world, read), { at, decided: prepared.decided.get(read.line.id) ?? null }, weights),
  );
  const context = collectContext(world, states);
  return states.map((state) => {
    const batchParties = tiedParties(world, context, state);
    return batchParties.length === 0 ? state : score(world, { ...state.view, batchParties }, state, weights);
  });
};

/** Scores of a later pass for one line, before they become shares. */
export const scoreHypotheses = (
  world: World,
  context: BatchContext,
  state: LineState,
  weights: Weights,
  pass: number,
): number[] => {
  const scores = [...(state.scores[pass] ?? [])];
  const scorer = new Scorer(weights.passes[pass] ?? weights.passes[0]);
  for (let at = 1; at < scores.length; at += 1) {
    scorer.reset();
    gatherBatchEvidence(scorer, world, context, state, at);
    scores[at] = (scores[at] ?? 0) + scorer.first;
  }
  return scores;
};

/** A later pass, which sees what the one before said of all lines. */
export const refine = (world: World, states: readonly LineState[], weights: Weights, pass: number): void => {
  const context = collectContext(world, states);
  const scores = states.map((state) => scoreHypotheses(world, context, state, weights, pass));
  for (const [at, state] of states.entries()) state.probabilities = sharesOf(state, scores[at] ?? []);
};

/** What a payer's name stood for elsewhere, when it always stood for one party. */
const learnedName = (context: BatchContext, state: LineState): LineState['learned'] => {
  const { aliasKey } = state.view.read;
  if (aliasKey === null) return null;
  const counts = new Map(state.view.aliasParties);
  for (const vote of context.aliases.get(aliasKey) ?? []) {
    if (vote.line !== state.at) counts.set(vote.value, (counts.get(vote.value) ?? 0) + 1);
  }
  const [only] = counts;
  if (counts.size !== 1 || only === undefined) return null;
  const [party, count] = only;
  const { accountKey } = state.view.read;
  const votes = (accountKey === null ? [] : (context.accounts.get(accountKey) ?? [])).filter(
    ({ line }) => line !== state.at,
  );
  return { party, count, account: votes.length > 0 && votes.every(({ value }) => value === party) };
};

/** All passes. */
export const scoreAll = (prepared: Prepared, weights: Weights): LineState[] => {
  const states = scoreFirst(prepared, weights);
  for (let pass = 1; pass < weights.passes.length; pass += 1) refine(prepared.world, states, weights, pass);
  const context = collectContext(prepared.world, states);
  for (const state of states) state.learned = learnedName(context, state);
  return states;
};
