// Evidence from the amount: what kind of equality it is, and how rare.
import { documentsOfParty, findEquals } from '../books/book.ts';
import { isRestInBatch } from '../candidates/generate.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { isRoundShare, roundness } from '../candidates/shortfall.ts';
import type { LineView, World } from '../candidates/view.ts';
import { findBin, feature, features, type Sink } from '../model/features.ts';

const KIND = {
  exact: feature('amount.exact'),
  final: feature('amount.exact_rest'),
  partial: feature('amount.partial'),
  retention: feature('amount.retention'),
  discount: feature('amount.discount'),
  late_discount: feature('amount.late_discount'),
  known_fee: feature('amount.known_fee'),
  likely_fee: feature('amount.likely_fee'),
  small_difference: feature('amount.small_difference'),
  difference: feature('amount.difference'),
  rate_close: feature('amount.rate_close'),
  rate_wide: feature('amount.rate_wide'),
  listed: feature('amount.listed_sum'),
  partly_listed: feature('amount.partly_listed_sum'),
  sum: feature('amount.sum'),
} as const;

const GAP = features('difference.gap', ['cents', 'rounded', 'other']);
const OVER = feature('difference.over');
const SHORT = feature('difference.short');
const GAP_SHARE = feature('difference.share');
const OTHERS_EQUAL = feature('amount.others_equal');
const OTHERS_EQUAL_ELSEWHERE = feature('amount.others_equal_elsewhere');
const UNIQUE = feature('amount.unique');
const ROUND = features('amount.round', [0, 1, 2, 3]);
const SMALL = feature('amount.small');
const PART_ROUND_SHARE = feature('part.round_share');
const PART_ROUND = features('part.round', [0, 1, 2, 3]);
const PART_SHARE = features('part.share', ['tiny', 'third', 'half', 'most', 'nearly']);
const PART_OPEN = feature('part.open_of_party');
const PART_FIRST = feature('part.oldest_open');
const PART_BEGUN = feature('part.begun_before');
const PART_REST = feature('part.rest_in_batch');
const SET_SIZE = feature('set.size');
const SET_SOLUTIONS = feature('set.solutions');
const SET_CHANCE = feature('set.by_chance');
const SET_ONLY = feature('set.only_solution');
const SET_GAPS = feature('set.gaps');
const SET_NO_GAPS = feature('set.no_gaps');
const SET_OLDER = feature('set.older_left');
const SET_ALL = feature('set.everything');
const SET_INCOMPLETE = feature('set.not_all_looked_for');
const SET_SPAN = feature('set.span');
const SET_SAME_DUE = feature('set.same_due');
const TOPICS = {
  retention: feature('said.retention'),
  discount: feature('said.discount'),
  fee: feature('said.fee'),
  part: feature('said.part'),
  final: feature('said.final'),
  list: feature('said.list'),
  advance: feature('said.advance'),
  notPart: feature('said.part_but_whole'),
  notList: feature('said.list_but_one'),
} as const;

const setKind = (set: Hypothesis['set'], size: number): number => {
  if (set === null || set.listed === 0) return KIND.sum;
  return set.listed === size ? KIND.listed : KIND.partly_listed;
};

const codeKind = (hypothesis: Hypothesis): number => {
  const first = hypothesis.documents[0];
  if (hypothesis.kind === 'exact') {
    return first !== undefined && first.balance < first.total ? KIND.final : KIND.exact;
  }
  if (hypothesis.kind === 'several') return setKind(hypothesis.set, hypothesis.documents.length);
  if (hypothesis.kind === 'partial') return KIND.partial;
  if (hypothesis.kind === 'deducted') return KIND[hypothesis.shortage?.cause ?? 'small_difference'];
  if (hypothesis.kind === 'difference') return KIND.difference;
  return Math.abs(hypothesis.rateGap) <= 0.012 ? KIND.rate_close : KIND.rate_wide;
};

const rarity = (sink: Sink, world: World, view: LineView, hypothesis: Hypothesis): void => {
  const { line } = view.read;
  const equals = findEquals(world.book, view.type, line.currency, line.amountMinor);
  const elsewhere = equals.all.length - (equals.byParty.get(hypothesis.party)?.length ?? 0);
  if (equals.all.length <= 1) sink.add(UNIQUE);
  else sink.add(OTHERS_EQUAL, Math.log(equals.all.length));
  if (elsewhere > 0) sink.add(OTHERS_EQUAL_ELSEWHERE, Math.log1p(elsewhere));
  sink.add(ROUND[roundness(line.amountMinor)] ?? 0);
  if (line.amountMinor < 10_000) sink.add(SMALL);
};

const partFeatures = (sink: Sink, world: World, view: LineView, hypothesis: Hypothesis): void => {
  const entry = hypothesis.documents[0];
  if (entry === undefined) return;
  const amount = view.read.line.amountMinor;
  if (isRoundShare(amount, entry.total)) sink.add(PART_ROUND_SHARE);
  sink.add(PART_ROUND[roundness(amount)] ?? 0);
  sink.add(PART_SHARE[findBin(amount / entry.balance, [0.1, 0.36, 0.6, 0.9])] ?? 0);
  const open = documentsOfParty(world.book, view.type, entry.party);
  sink.add(PART_OPEN, Math.log(Math.max(1, open.length)));
  if (open[0] === entry) sink.add(PART_FIRST);
  if (entry.balance < entry.total) sink.add(PART_BEGUN);
  if (isRestInBatch(world, view, entry)) sink.add(PART_REST);
};

const setFeatures = (sink: Sink, hypothesis: Hypothesis): void => {
  const set = hypothesis.set;
  if (set === null) return;
  const isListed = set.listed === hypothesis.documents.length;
  sink.add(SET_SIZE, Math.log(hypothesis.documents.length));
  if (isListed) return;
  sink.add(SET_SOLUTIONS, Math.log(Math.max(1, set.solutions)));
  sink.add(SET_CHANCE, Math.min(6, Math.log1p(set.byChance * 1000)));
  if (set.solutions === 1) sink.add(SET_ONLY);
  if (set.gaps === 0) sink.add(SET_NO_GAPS);
  else sink.add(SET_GAPS, Math.log1p(set.gaps));
  if (set.olderLeft > 0) sink.add(SET_OLDER, Math.log1p(set.olderLeft));
  if (set.everything) sink.add(SET_ALL);
  if (!set.complete) sink.add(SET_INCOMPLETE);
  const dues = hypothesis.documents.map((entry) => entry.due);
  const span = Math.max(...dues) - Math.min(...dues);
  sink.add(SET_SPAN, Math.log1p(span) / 4);
  if (span === 0) sink.add(SET_SAME_DUE);
};

const topicFeatures = (sink: Sink, view: LineView, hypothesis: Hypothesis): void => {
  const { topics } = view.read;
  const cause = hypothesis.shortage?.cause;
  if (topics.has('retention') && cause === 'retention') sink.add(TOPICS.retention);
  if (topics.has('discount') && (cause === 'discount' || cause === 'late_discount'))
    sink.add(TOPICS.discount);
  if (
    topics.has('feeNote') &&
    (cause === 'known_fee' || cause === 'likely_fee' || cause === 'small_difference')
  )
    sink.add(TOPICS.fee);
  if (topics.has('part')) sink.add(hypothesis.kind === 'partial' ? TOPICS.part : TOPICS.notPart);
  if (
    topics.has('final') &&
    (hypothesis.kind === 'partial' || hypothesis.documents.some((entry) => entry.balance < entry.total))
  )
    sink.add(TOPICS.final);
  if (topics.has('list')) sink.add(hypothesis.kind === 'several' ? TOPICS.list : TOPICS.notList);
  if (topics.has('advance')) sink.add(TOPICS.advance);
};

const differenceFeatures = (sink: Sink, view: LineView, hypothesis: Hypothesis): void => {
  const first = hypothesis.documents[0];
  if (first === undefined) return;
  const { amountMinor } = view.read.line;
  const gap = amountMinor - first.balance;
  sink.add(GAP[Math.abs(gap) <= 9 ? 0 : amountMinor % 100 === 0 ? 1 : 2] ?? 0);
  sink.add(gap > 0 ? OVER : SHORT);
  // A cent of ten thousand is an accident; of ten it may be another price.
  sink.add(GAP_SHARE, Math.log10(Math.max(1, first.balance / Math.abs(gap))) / 4);
};

export const amountFeatures = (sink: Sink, world: World, view: LineView, hypothesis: Hypothesis): void => {
  sink.add(codeKind(hypothesis));
  if (hypothesis.kind === 'exact') rarity(sink, world, view, hypothesis);
  if (hypothesis.kind === 'difference') differenceFeatures(sink, view, hypothesis);
  if (hypothesis.kind === 'partial') partFeatures(sink, world, view, hypothesis);
  setFeatures(sink, hypothesis);
  topicFeatures(sink, view, hypothesis);
};
