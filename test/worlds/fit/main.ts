// `npm run matching:fit`: fits the weights on training seeds, calibrates on tuning seeds, writes src/matching/model/fitted.ts.
// With `-- --keep-weights` it only calibrates: enough after a change of what is never confirmed.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readWeights } from '../../../src/matching/model/weights.ts';
import { calibrate } from './calibrate.ts';
import { asFitted, fitAll, TRAINING, TUNING, worldsOf } from './plans.ts';
import { renderFitted } from './render.ts';

const run = (): void => {
  const keeps = process.argv.includes('--keep-weights');
  const weights = keeps ? readWeights() : fitAll(TRAINING, readWeights());
  const seeds = `${TRAINING.firstSeed + 1}-${TRAINING.firstSeed + TRAINING.worlds * 2}`;
  const digest = createHash('sha256').update(weights.passes.join()).digest('hex').slice(0, 6);
  const version = `logit-${new Date().toISOString().slice(0, 10)}-${digest}`;
  const draft = asFitted(weights, version, seeds, readWeights().fitted.policy);
  const policy = calibrate(worldsOf(TUNING), draft);
  const fitted = asFitted(weights, version, seeds, policy);
  writeFileSync(new URL('../../../../src/matching/model/fitted.ts', import.meta.url), renderFitted(fitted));
  process.stdout.write(`policy ${JSON.stringify(policy)}\n`);
};

run();
