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

/** The remaining room is for lines without a match, latest first. */
export const addUnmatched = (
  shown: readonly MatchingResult[],
  unmatched: readonly MatchResult[],
  legs: readonly string[],
  dates: ReadonlyMap<string, string>,
): MatchingResult[] => {
  const room = SERVICE.limits.matching_results - shown.length;
  const day = ({ lineId }: MatchResult): string => dates.get(lineId) ?? '';
  const rest = unmatched.toSorted((a, b) =>
    day(a) === day(b) ? (a.lineId < b.lineId ? 1 : -1) : day(a) < day(b) ? 1 : -1,
  );
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
