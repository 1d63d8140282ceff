// Lines of labelled worlds as choices among hypotheses, with their features.
import { gatherEvidence } from '../../../src/matching/evidence/evidence.ts';
import { gatherBatchEvidence } from '../../../src/matching/batch/second-pass.ts';
import { collectContext } from '../../../src/matching/batch/context.ts';
import type { LineState } from '../../../src/matching/batch/state.ts';
import type { Hypothesis } from '../../../src/matching/candidates/hypothesis.ts';
import { Recorder } from '../../../src/matching/model/features.ts';
import type { Weights } from '../../../src/matching/model/weights.ts';
import { prepare, refine, scoreFirst, type Prepared } from '../../../src/matching/run.ts';
import type { LineTruth, World } from '../types.ts';
import type { ChoiceCase } from './logit.ts';

const truthKey = (truth: LineTruth): string =>
  truth.allocations
    .map((allocation) => `${allocation.documentId}:${truth.spread === true ? '' : allocation.amountMinor}`)
    .sort()
    .join();

const hypothesisKey = (hypothesis: Hypothesis, spread: boolean): string =>
  hypothesis.documents
    .map((entry, at) => `${entry.document.id}:${spread ? '' : hypothesis.amounts[at]}`)
    .sort()
    .join();

/** Which hypotheses are right. What is not among them cannot be found: then "none" is. */
const rightOf = (state: LineState, truth: LineTruth): boolean[] => {
  const key = truthKey(truth);
  if (key !== '') {
    const right = state.hypotheses.map(
      (hypothesis) =>
        hypothesis.documents.length > 0 && hypothesisKey(hypothesis, truth.spread === true) === key,
    );
    if (right.some(Boolean)) return right;
  }
  const isPaid =
    truth.category === 'already_paid' && state.hypotheses.some((hypothesis) => hypothesis.kind === 'payment');
  return state.hypotheses.map((hypothesis) => hypothesis.kind === (isPaid ? 'payment' : 'none'));
};

export interface Prepared1 {
  readonly world: World;
  readonly prepared: Prepared;
  readonly states: readonly LineState[];
}

/** With the probabilities of the pass before the one that is to be fitted. */
export const prepareWorld = (world: World, weights: Weights, pass: number): Prepared1 => {
  const prepared = prepare(world.input);
  const states = scoreFirst(prepared, weights);
  for (let before = 1; before < pass; before += 1) refine(prepared.world, states, weights, before);
  return { world, prepared, states };
};

const toSparse = (recorder: Recorder): { at: Int16Array; value: Float32Array } => ({
  at: Int16Array.from(recorder.entries, ([at]) => at),
  value: Float32Array.from(recorder.entries, ([, value]) => value),
});

/** The cases of one world; with the batch's evidence for the second pass. */
export const casesOf = ({ world, prepared, states }: Prepared1, pass: number): ChoiceCase[] => {
  const truths = new Map(world.truth.map((truth) => [truth.lineId, truth]));
  const context = pass > 0 ? collectContext(prepared.world, states) : null;
  const cases: ChoiceCase[] = [];
  for (const state of states) {
    const truth = truths.get(state.view.read.line.id);
    if (truth === undefined || state.hypotheses.length < 2) continue;
    const alternatives = state.hypotheses.map((hypothesis, at) => {
      const recorder = new Recorder();
      gatherEvidence(recorder, prepared.world, state.view, hypothesis, state.hypotheses);
      if (context !== null) gatherBatchEvidence(recorder, prepared.world, context, state, at);
      return toSparse(recorder);
    });
    cases.push({ alternatives, right: rightOf(state, truth), weight: 1 });
  }
  return cases;
};
