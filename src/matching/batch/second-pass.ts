// Evidence that only the batch as a whole gives, for one hypothesis of a line.
import { findEquals, type BookDocument } from '../books/book.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type World } from '../candidates/view.ts';
import { IDENTITY, classifyIdentity } from '../evidence/identity.ts';
import { findBin, feature, features, type Sink } from '../model/features.ts';
import { leaningKeys, medianWithout, partyType, seriesKey, type BatchContext } from './context.ts';
import type { LineState } from './state.ts';

const CLAIMED = features('batch.claimed', ['free', 'little', 'half', 'much', 'taken']);
const CLAIMED_SHARE = feature('batch.claimed_share');
const EARLIER = feature('batch.claimed_by_earlier');
const LATER = feature('batch.claimed_by_later');
const FIRST = feature('batch.first_of_claims');
const EQUAL_CLAIM = 0.05;
const FULL_NAME = 0.85;
const COMPLETES = feature('batch.parts_complete');
const BEHIND = feature('batch.stronger_claim');
const AHEAD = feature('batch.strongest_claim');
const ACCOUNT_NAMED = feature('batch.account_same_named');
const ACCOUNT = { same: feature('batch.account_same'), other: feature('batch.account_other') };
const ALIAS = { same: feature('batch.alias_same'), other: feature('batch.alias_other') };
const LEANING = {
  same: feature('batch.leaning_same'),
  other: feature('batch.leaning_other'),
  many: feature('batch.leaning_many'),
};
const LAG = features('batch.lag', ['same', 'near', 'week', 'weeks', 'far']);
const LAG_DISTANCE = feature('batch.lag_distance');
const LAG_LEAD = feature('batch.lag_lead');
const LAG_BEHIND = feature('batch.lag_behind');
const CAUSE = { usual: feature('batch.cause_usual'), unusual: feature('batch.cause_unusual') };
const MISSING = feature('batch.missing_seen');
/** Equal documents of a party against the lines that want one of them. */
const SUPPLY = { enough: feature('batch.equal_for_all'), scarce: feature('batch.equal_too_few') };
const ALIGNED = features('batch.order', ['same', 'next', 'far']);

const claimFeatures = (
  sink: Sink,
  context: BatchContext,
  state: LineState,
  hypothesis: Hypothesis,
  own: number,
): void => {
  let total = 0;
  let strongest = 0;
  let completes = 0;
  let behind = 0;
  const order = { earlier: 0, later: 0 };
  for (const [index, entry] of hypothesis.documents.entries()) {
    let sum = 0;
    const amount = hypothesis.amounts[index] ?? 0;
    for (const claim of context.claims.get(entry.at) ?? []) {
      if (claim.line === state.at) continue;
      if (claim.amount + amount <= entry.balance) {
        if (claim.amount + amount === entry.balance) completes = Math.max(completes, claim.value);
        continue;
      }
      // Of two equal claims the first one stands: the other is the second payment.
      if (claim.amount === amount && claim.line > state.at && claim.value <= own + EQUAL_CLAIM) {
        behind = Math.max(behind, claim.value);
        continue;
      }
      sum += claim.value;
      strongest = Math.max(strongest, claim.value);
      const side = claim.line < state.at ? 'earlier' : 'later';
      if (claim.amount === amount) order[side] = Math.max(order[side], claim.value);
    }
    total = Math.max(total, sum);
  }
  if (behind > 0.1) sink.add(FIRST, behind);
  if (completes > 0) sink.add(COMPLETES, completes);
  if (order.earlier > 0.1) sink.add(EARLIER, order.earlier);
  if (order.later > 0.1) sink.add(LATER, order.later);
  sink.add(CLAIMED[findBin(total, [0.03, 0.25, 0.6, 0.9])] ?? 0);
  sink.add(CLAIMED_SHARE, Math.min(2, total));
  if (strongest > 0.25)
    sink.add(strongest > own ? BEHIND : AHEAD, Math.min(1, Math.abs(strongest - own) * 2));
};

const memory = (
  votes: readonly { readonly line: number; readonly value: number }[] | undefined,
  line: number,
  party: number,
): 'same' | 'other' | 'none' => {
  let same = 0;
  let other = 0;
  for (const entry of votes ?? []) {
    if (entry.line === line) continue;
    if (entry.value === party) same += 1;
    else other += 1;
  }
  if (same + other === 0) return 'none';
  return same >= (same + other) * 0.8 ? 'same' : 'other';
};

/** Several lines of one payer that lean to one party by their amounts alone. */
const leaningFeatures = (
  sink: Sink,
  context: BatchContext,
  state: LineState,
  hypothesis: Hypothesis,
): void => {
  let same = 0;
  let other = 0;
  for (const key of leaningKeys(state)) {
    const votes = (context.leanings.get(key) ?? []).filter((entry) => entry.line !== state.at);
    const fitting = votes.filter((entry) => entry.value === hypothesis.party).length;
    same = Math.max(same, fitting);
    other = Math.max(other, votes.length - fitting);
  }
  if (same > 0) sink.add(LEANING.same, same / (same + other));
  if (same > 1) sink.add(LEANING.many, Math.log(Math.min(same, 8)) * (same / (same + other)));
  if (other > 0) sink.add(LEANING.other, other / (same + other));
};

const MIN_LAGS = 2;

const lagFeatures = (
  sink: Sink,
  world: World,
  context: BatchContext,
  state: LineState,
  hypothesis: Hypothesis,
): void => {
  const first = hypothesis.documents[0];
  if (first === undefined) return;
  const identity = classifyIdentity(state.view, hypothesis, evidenceFor(world, state.view, hypothesis.party));
  if (identity === IDENTITY.number) return;
  const lags = context.lags.get(partyType(hypothesis.party, state.view.type));
  const median = lags === undefined ? null : medianWithout(lags, state.at, MIN_LAGS);
  if (median === null) return;
  const distanceOf = (entry: BookDocument): number => Math.abs(state.view.read.day - entry.due - median);
  const distance = distanceOf(first);
  let nearest = Number.POSITIVE_INFINITY;
  const { document, balance, party } = first;
  for (const other of findEquals(world.book, document.type, document.currency, balance).byParty.get(party) ??
    [])
    if (other !== first) nearest = Math.min(nearest, distanceOf(other));
  if (nearest !== Number.POSITIVE_INFINITY) {
    const lead = Math.log1p(nearest) - Math.log1p(distance);
    sink.add(lead > 0 ? LAG_LEAD : LAG_BEHIND, Math.min(3, Math.abs(lead)));
  }
  // What a party is used to tells its documents apart; it does not say whether a document it names is meant at all.
  if (identity === IDENTITY.name && hypothesis.kind === 'exact') return;
  sink.add(LAG[findBin(distance, [3, 6, 12, 25])] ?? 0);
  sink.add(LAG_DISTANCE, Math.log1p(distance) / 3);
};

const rankAmong = (
  world: World,
  state: LineState,
  hypothesis: Hypothesis,
): { rank: number; count: number } => {
  const { line } = state.view.read;
  const first = hypothesis.documents[0];
  let rank = 0;
  let count = 0;
  for (const entry of findEquals(world.book, state.view.type, line.currency, line.amountMinor).byParty.get(
    hypothesis.party,
  ) ?? []) {
    count += 1;
    if (first !== undefined && (entry.due < first.due || (entry.due === first.due && entry.at < first.at)))
      rank += 1;
  }
  return { rank, count };
};

/** Equal amounts of one party are mostly paid in the order in which they fall due. */
const orderFeatures = (
  sink: Sink,
  world: World,
  context: BatchContext,
  state: LineState,
  hypothesis: Hypothesis,
): void => {
  if (hypothesis.kind !== 'exact') return;
  const { rank, count } = rankAmong(world, state, hypothesis);
  if (count < 2) return;
  const lines =
    context.series.get(seriesKey(hypothesis.party, state.view.type, state.view.read.line.amountMinor)) ?? [];
  const wanting = lines.filter((line) => line !== state.at).length + 1;
  if (wanting <= count) sink.add(SUPPLY.enough);
  else sink.add(SUPPLY.scarce, Math.log(wanting / count));
  const before = lines.filter((line) => line < state.at).length;
  sink.add(ALIGNED[Math.min(2, Math.abs(rank - before))] ?? 0);
};

const shortageFeatures = (
  sink: Sink,
  context: BatchContext,
  state: LineState,
  hypothesis: Hypothesis,
): void => {
  const first = hypothesis.documents[0];
  if (hypothesis.shortage === null || first === undefined) return;
  const others = (votes: readonly { readonly line: number }[] | undefined): number =>
    (votes ?? []).filter((entry) => entry.line !== state.at).length;
  const key = partyType(hypothesis.party, state.view.type);
  if (others(context.causes.get(`${key}|${hypothesis.shortage.cause}`)) > 0) sink.add(CAUSE.usual);
  else if (others(context.lags.get(key)?.votes) >= MIN_LAGS) sink.add(CAUSE.unusual);
  const seen = others(context.missing.get(first.balance - state.view.read.line.amountMinor));
  if (seen > 0 && hypothesis.shortage.cause.endsWith('fee'))
    sink.add(MISSING, Math.log1p(Math.min(20, seen)));
};

export const gatherBatchEvidence = (
  sink: Sink,
  world: World,
  context: BatchContext,
  state: LineState,
  at: number,
): void => {
  const hypothesis = state.hypotheses[at];
  if (hypothesis === undefined || hypothesis.kind === 'none') return;
  const { read } = state.view;
  if (hypothesis.kind !== 'payment') {
    claimFeatures(sink, context, state, hypothesis, state.probabilities[at] ?? 0);
    orderFeatures(sink, world, context, state, hypothesis);
    if (hypothesis.kind === 'exact' || hypothesis.kind === 'deducted')
      lagFeatures(sink, world, context, state, hypothesis);
    shortageFeatures(sink, context, state, hypothesis);
  }
  const account =
    read.accountKey === null
      ? 'none'
      : memory(context.accounts.get(read.accountKey), state.at, hypothesis.party);
  if (account !== 'none') sink.add(ACCOUNT[account]);
  if (
    account === 'same' &&
    hypothesis.kind === 'exact' &&
    evidenceFor(world, state.view, hypothesis.party).name >= FULL_NAME
  )
    sink.add(ACCOUNT_NAMED);
  const alias =
    read.aliasKey === null ? 'none' : memory(context.aliases.get(read.aliasKey), state.at, hypothesis.party);
  if (alias !== 'none') sink.add(ALIAS[alias]);
  if (account === 'none' && alias === 'none') leaningFeatures(sink, context, state, hypothesis);
};
