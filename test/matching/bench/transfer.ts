// How weights hold where they were not fitted: one country's on the other, measured on tuning seeds. By hand:
// `node dist/test/matching/bench/transfer.js`.
import { matchLines } from '../../../src/matching/index.ts';
import { readWeights, type Fitted } from '../../../src/matching/model/weights.ts';
import { judge, summarise } from '../score.ts';
import type { Country } from '../../worlds/types.ts';
import { calibrate } from '../../worlds/fit/calibrate.ts';
import { asFitted, fitAll, TRAINING, TUNING, worldsOf } from '../../worlds/fit/plans.ts';

const fitOn = (country: Country): Fitted => {
  const weights = fitAll({ ...TRAINING, worlds: 24, countries: [country] }, readWeights());
  const draft = asFitted(weights, `only-${country}`, 'training', readWeights().fitted.policy);
  const policy = calibrate(worldsOf({ ...TUNING, worlds: 12, countries: [country] }), draft);
  return { ...draft, policy };
};

for (const country of ['MX', 'DE'] as const) {
  const fitted = fitOn(country);
  for (const other of ['MX', 'DE'] as const) {
    const plan = { ...TUNING, firstSeed: 2600, worlds: 8, countries: [other], disturbances: [] };
    const judged = [...worldsOf(plan)].flatMap((world) => judge(world, matchLines(world.input, { fitted })));
    const { autoPrecision, autoRecall, recall } = summarise(judged);
    process.stdout.write(
      `${country} on ${other}: ${JSON.stringify({ autoPrecision, autoRecall, recall })}\n`,
    );
  }
}
