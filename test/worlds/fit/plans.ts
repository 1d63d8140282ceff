// Which worlds the weights are fitted on, and the fit itself.
import { featureNames } from '../../../src/matching/model/features.ts';
import { PASSES, type Fitted, type Weights } from '../../../src/matching/model/weights.ts';
import { makeWorld } from '../make-world.ts';
import type { Country, Profile, World, WorldOptions } from '../types.ts';
import { casesOf, prepareWorld } from './dataset.ts';
import { disturb, type Disturbance, DISTURBANCES } from './disturb.ts';
import { fitLogit, type ChoiceCase } from './logit.ts';
import { packTable } from './render.ts';

const COUNTRIES: readonly Country[] = ['MX', 'DE'];
const PROFILES: readonly Profile[] = ['standard', 'hard'];

export interface Plan {
  readonly firstSeed: number;
  readonly worlds: number;
  readonly lines: readonly number[];
  readonly countries: readonly Country[];
  /** Every second world is told otherwise. */
  readonly disturbances: readonly Disturbance[];
}

/** Worlds of both profiles and several sizes, each with its own seed. */
export function* worldsOf(plan: Plan): Generator<World> {
  let seed = plan.firstSeed;
  for (let index = 0; index < plan.worlds; index += 1) {
    for (const country of plan.countries) {
      const options: WorldOptions = {
        country,
        lines: plan.lines[index % plan.lines.length] ?? 500,
        seed: (seed += 1),
        profile: PROFILES[(index >> 1) % 2] ?? 'standard',
        warm: index % 5 === 4,
      };
      const world = makeWorld(options);
      const kind = plan.disturbances[Math.floor(index / 2) % plan.disturbances.length];
      yield index % 2 === 1 || kind === undefined ? world : disturb(world, kind, seed);
    }
  }
}

/** What may only speak against a document that is named by number and amount, whatever some worlds teach. */
const NEVER_FOR = ['silent', 'partly', 'other', 'other_known'].map((label) => `numbered.party.${label}`);

/** An unusual day never outweighs a name with the exact amount: at most this much is held against it. */
const MOST_AGAINST = 1.2;
const USUAL = 'days.named.usual';

const held = (weights: Float64Array): Float64Array => {
  const usual = weights[featureNames().indexOf(USUAL)] ?? 0;
  return Float64Array.from(weights, (weight, at) => {
    const name = featureNames()[at] ?? '';
    if (NEVER_FOR.includes(name)) return Math.min(0, weight);
    return name.startsWith('days.named.') ? Math.max(usual - MOST_AGAINST, weight) : weight;
  });
};

const LAMBDA = 2;

const fitPass = (cases: readonly ChoiceCase[], start: Float64Array): Float64Array => {
  const size = featureNames().length;
  const fit = fitLogit(cases, { size, lambda: new Float64Array(size).fill(LAMBDA), start, iterations: 250 });
  process.stdout.write(
    `  ${cases.length} lines, loss ${(fit.loss / cases.length).toFixed(4)} a line after ${fit.iterations} steps\n`,
  );
  return held(fit.weights);
};

/** One pass after the other; each sees what the weights of the ones before say. */
export const fitAll = (plan: Plan, start: Weights): Weights => {
  let weights = start;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const cases: ChoiceCase[] = [];
    for (const world of worldsOf(plan)) cases.push(...casesOf(prepareWorld(world, weights, pass), pass));
    const begin = weights.passes[Math.max(0, pass - 1)] ?? new Float64Array(featureNames().length);
    const fitted = fitPass(cases, Float64Array.from(begin));
    weights = { ...weights, passes: pass === 0 ? [fitted, weights.passes[1]] : [weights.passes[0], fitted] };
  }
  return weights;
};

export const asFitted = (
  weights: Weights,
  version: string,
  seeds: string,
  policy: Fitted['policy'],
): Fitted => ({
  version,
  trained: new Date().toISOString().slice(0, 10),
  seeds,
  policy,
  weights: packTable(
    featureNames()
      .map((name, at) => ({ name, weights: weights.passes.map((vector) => round(vector[at] ?? 0)) }))
      .filter((entry) => entry.weights.some((weight) => weight !== 0))
      .map((entry) => `${entry.name} ${entry.weights.join(' ')}`)
      .sort(),
  ),
});

const round = (value: number): number => Math.round(value * 1000) / 1000;

export const TRAINING: Plan = {
  firstSeed: 1000,
  worlds: 60,
  lines: [400, 700, 1200, 250, 900],
  countries: COUNTRIES,
  disturbances: DISTURBANCES,
};
export const TUNING: Plan = {
  firstSeed: 2000,
  worlds: 64,
  lines: [1000, 700, 1200],
  countries: COUNTRIES,
  // Without words that nobody has a list for: there a returned transfer cannot be told from a payment.
  disturbances: DISTURBANCES.filter((kind) => kind !== 'vocabulary'),
};
