// The seam for a scorer outside: it sees a line and its hypotheses and answers log-odds. It may lower anything; it lifts
// nothing into automatic confirmation that the embedded model and its gates would not confirm.
import { SERVICE } from '../../generated/service.ts';
import { softmax, topTwo, type LineState } from './batch/state.ts';
import type { World } from './candidates/view.ts';
import { assign, type Choice } from './decide/assign.ts';
import { CAPPED } from './decide/policy.ts';
import { hypothesisId, resultsOf } from './decide/results.ts';
import { weightsOf, type Weights } from './model/weights.ts';
import { prepare, scoreAll } from './run.ts';
import type { MatchAllocation, MatchInput, MatchLine, MatchOutput, MatchResult } from './types.ts';

interface ScorableHypothesis {
  readonly id: string;
  readonly kind: string;
  readonly allocations: readonly MatchAllocation[];
  /** What the embedded model gives it. */
  readonly logit: number;
}

export interface ExternalScorer {
  readonly version: string;
  score(
    line: MatchLine,
    hypotheses: readonly ScorableHypothesis[],
    signal: AbortSignal,
  ): Promise<readonly { readonly id: string; readonly logit: number }[]>;
}

export interface ExternalOptions {
  /** For all lines together. */
  readonly timeoutMs: number;
  /** Lines asked about at the same time. */
  readonly parallel?: number;
}

const MAX_LOGIT = 30;
const MAX_ASKED = 12;
const UNSURE_ABOVE = 0.0005;

const askable = (state: LineState, scores: readonly number[]): ScorableHypothesis[] =>
  state.hypotheses
    .map((hypothesis, at) => ({ hypothesis, at, probability: state.probabilities[at] ?? 0 }))
    .filter((entry) => entry.at === 0 || entry.probability > UNSURE_ABOVE)
    .sort((a, b) => b.probability - a.probability || a.at - b.at)
    .slice(0, MAX_ASKED)
    .map(({ hypothesis, at }) => ({
      id: hypothesisId(state.view.read.line.id, hypothesis),
      kind: hypothesis.kind,
      allocations: hypothesis.documents.map((entry, index) => ({
        documentId: entry.document.id,
        amountMinor: hypothesis.amounts[index] ?? 0,
      })),
      logit: scores[at] ?? 0,
    }));

interface Answered {
  readonly state: LineState;
  readonly probabilities: readonly number[];
}

const askOne = async (
  scorer: ExternalScorer,
  state: LineState,
  scores: readonly number[],
  signal: AbortSignal,
): Promise<Answered | null> => {
  const asked = askable(state, scores);
  if (asked.length < 2) return null;
  const given = new Map(
    (await scorer.score(state.view.read.line, asked, signal)).map((entry) => [entry.id, entry.logit]),
  );
  const changed = [...scores];
  for (const [at, hypothesis] of state.hypotheses.entries()) {
    const logit = given.get(hypothesisId(state.view.read.line.id, hypothesis));
    if (logit !== undefined && Number.isFinite(logit))
      changed[at] = Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, logit));
  }
  return { state, probabilities: softmax(changed) };
};

/** Answers that came in time; a scorer that fails, or is late, changes nothing. */
const askAll = async (
  scorer: ExternalScorer,
  scored: readonly (readonly [LineState, readonly number[]])[],
  options: ExternalOptions,
): Promise<{ answers: Answered[]; complete: boolean }> => {
  const controller = new AbortController();
  const answers: Answered[] = [];
  let next = 0;
  let complete = true;
  const worker = async (): Promise<void> => {
    while (next < scored.length && !controller.signal.aborted) {
      const [state, scores] = scored[next++] ?? [];
      if (state === undefined || scores === undefined) return;
      const answer = await askOne(scorer, state, scores, controller.signal).catch(() => {
        complete = false;
        return null;
      });
      if (answer !== null && !controller.signal.aborted) answers.push(answer);
    }
  };
  const all = Promise.all(Array.from({ length: options.parallel ?? 4 }, worker));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), options.timeoutMs);
  });
  if ((await Promise.race([all, late])) === 'late') {
    complete = false;
    controller.abort();
  }
  clearTimeout(timer);
  return { answers: [...answers], complete };
};

/** What was not confirmed without the scorer is not confirmed because of it. */
const hold = (result: MatchResult, embedded: MatchResult | undefined): MatchResult => {
  const isSame =
    embedded?.outcome === 'auto' &&
    JSON.stringify(embedded.allocations) === JSON.stringify(result.allocations);
  if (result.outcome !== 'auto' || isSame) return result;
  return {
    ...result,
    outcome: CAPPED >= SERVICE.matching.suggest ? 'suggest' : 'none',
    confidence: Math.min(result.confidence, CAPPED),
    reasons: [...result.reasons, 'Not confirmed by machine: only the external scorer is this sure'],
  };
};

const decide = (world: World, states: readonly LineState[], weights: Weights): MatchResult[] => {
  const choices: Map<number, Choice> = assign(states);
  return resultsOf(world, states, choices, weights.fitted);
};

/** As `matchLines`, with a scorer's opinion as the last word below the threshold of automatic confirmation. */
export const matchLinesWith = async (
  input: MatchInput,
  scorer: ExternalScorer,
  options: ExternalOptions,
): Promise<MatchOutput & { readonly externalVersion: string | null }> => {
  const weights = weightsOf();
  const prepared = prepare(input);
  const { states, scores } = scoreAll(prepared, weights);
  const scored = states.map((state) => [state, scores[state.at] ?? state.first] as const);
  const embedded = new Map(decide(prepared.world, states, weights).map((result) => [result.lineId, result]));
  const unsure = scored.filter(
    ([state]) => topTwo(state.probabilities)[0] !== 0 || (state.probabilities[0] ?? 0) < 0.999,
  );
  const { answers, complete } = await askAll(scorer, unsure, options);
  for (const answer of answers) answer.state.probabilities = answer.probabilities;
  const byLine = new Map(
    decide(prepared.world, states, weights).map((result) => [
      result.lineId,
      hold(result, embedded.get(result.lineId)),
    ]),
  );
  return {
    results: input.lines
      .map((line) => byLine.get(line.id))
      .filter((result): result is MatchResult => result !== undefined),
    modelVersion: weights.fitted.version,
    externalVersion: answers.length > 0 || complete ? scorer.version : null,
  };
};
