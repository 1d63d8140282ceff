// Builds the results of a run.
import { say, english, type SaidSentence } from '../../../../base/said.ts';
import { SERVICE } from '../../../../../generated/service.ts';
import type { BankTransactionId } from '../../../../../generated/ids.ts';
import type { MatchingResult } from '../../../../../generated/types.ts';
import { LIMITS } from '../../../../../generated/limits.ts';
import { englishReason } from '../explain.ts';
import type { MatchResult } from '../../../../matching/types.ts';
import type { SuggestionEvidence } from '../../../../db/schema.ts';
import type { Found } from '../book.ts';

const { reasons: MAX_REASONS } = LIMITS.MatchingResult;

export const shownReasons = ({ reasons, runnerUp }: MatchResult): SaidSentence[] => [
  ...reasons.slice(0, MAX_REASONS - 1),
  ...(runnerUp === null ? [] : [say('next_best', { difference: runnerUp.difference })]),
];

/** What stays readable beside a suggestion and, once it is confirmed, beside the match. */
export const toEvidence = ({ probability, runnerUp }: MatchResult): SuggestionEvidence => ({
  probability: roundShare(probability),
  runner_up:
    runnerUp === null
      ? null
      : {
          allocations: runnerUp.allocations.map(({ documentId, amountMinor }) => ({
            record_id: documentId,
            amount_minor: amountMinor,
          })),
          probability: roundShare(runnerUp.probability),
          difference: runnerUp.difference,
        },
});

export const toFound = (result: MatchResult): Found => ({
  confidence: result.confidence.toFixed(4),
  evidence: { ...toEvidence(result), reasons: shownReasons(result) },
});

/** Of a chance; finer digits say nothing. */
const roundShare = (value: number): number => Number(value.toFixed(6));

/** The lines of a batch that were confirmed or suggested. */
export const describeBatch = (
  batch: readonly MatchResult[],
  {
    confirmed,
    suggested,
  }: { readonly confirmed: ReadonlySet<string>; readonly suggested: ReadonlySet<string> },
): MatchingResult[] =>
  batch.flatMap((result) => {
    if (confirmed.has(result.lineId)) return [describe(result, 'auto_confirmed')];
    return suggested.has(result.lineId) ? [describe(result, 'suggested')] : [];
  });

/** The most documents that one result names. */
const MAX_RECORDS = 20;

const describe = (result: MatchResult, outcome: MatchingResult['outcome']): MatchingResult => {
  const ids = result.allocations.map(({ documentId }) => documentId);
  const none = outcome === 'unmatched';
  return {
    transaction_id: result.lineId as BankTransactionId,
    outcome,
    confidence: none ? null : result.confidence,
    matched_record_id: none ? null : (ids[0] ?? null),
    matched_record_ids: none ? [] : ids.slice(0, MAX_RECORDS),
    reasons: shownReasons(result).map(englishReason),
  };
};

/** A result with the day of its line. */
export interface Dated extends MatchResult {
  readonly date: string;
}

/** The surest first: they are shown, and when two lines want what one document can give, the better claim is booked. */
export const byConfidence = (a: MatchResult, b: MatchResult): number =>
  b.confidence - a.confidence || (a.lineId < b.lineId ? -1 : 1);

export const byLatest = (a: Dated, b: Dated): number =>
  a.date === b.date ? (a.lineId < b.lineId ? 1 : -1) : a.date < b.date ? 1 : -1;

/** The remaining room is for lines without a match, latest first. */
export const addUnmatched = (
  shown: readonly MatchingResult[],
  unmatched: readonly Dated[],
  legs: readonly string[],
): MatchingResult[] => {
  const room = SERVICE.limits.matching_results - shown.length;
  const rest = unmatched.toSorted(byLatest).slice(0, Math.max(room, 0));
  return [
    ...shown,
    ...[...rest.map((result) => describe(result, 'unmatched')), ...legs.map(waitingLeg)].slice(0, room),
  ];
};

const waitingLeg = (id: string): MatchingResult => ({
  transaction_id: id as BankTransactionId,
  outcome: 'unmatched',
  confidence: null,
  matched_record_id: null,
  matched_record_ids: [],
  reasons: [english(say('transfer_leg', {}))],
});
