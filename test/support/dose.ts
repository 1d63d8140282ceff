// How much the tests try that draw, break or race, and the seed that repeats one of them. DOSE is 1 in `npm test` and 10
// in `npm run test:full`; each says what it does at 1. The gate takes half of those that take long.
import { relative } from 'node:path';
import { packageRoot } from '../../src/base/package-root.ts';

const read = (name: string): number | undefined => {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`${name} is no number: ${text}`);
  return value;
};

const DOSE = read('DOSE') ?? 1;
if (DOSE <= 0) throw new Error(`DOSE must be above 0: ${DOSE}`);

/** So many at dose 1: 0.3 are one at dose 1 and three at dose 10. */
export const dose = (count: number): number => Math.max(1, Math.round(count * DOSE));

/** What the gate takes of those that take long; `npm run test:touched` runs them whole, as test/long/covers.yaml says. */
const SHARE = read('SHARE') ?? 1;

/** As `dose`, of a test that draws, breaks or loads for seconds. */
export const longDose = (count: number): number => dose(count * SHARE);

/** That share of them at dose 1, spread over all, which ones as the seed says; at least one. */
export const doseOf = <T>(all: readonly T[], share: number, seed: number): readonly T[] => {
  const count = Math.min(all.length, dose(all.length * share));
  const first = seed % all.length;
  const rotated = [...all.slice(first), ...all.slice(0, first)];
  const chosen = new Set(Array.from({ length: count }, (_, at) => Math.floor((at * all.length) / count)));
  const tried = new Set(rotated.filter((_, at) => chosen.has(at)));
  return all.filter((each) => tried.has(each));
};

/** As `doseOf`, of a test that takes seconds. */
export const longDoseOf = <T>(all: readonly T[], share: number, seed: number): readonly T[] =>
  doseOf(all, share * SHARE, seed);

/** SEED, or a new one. */
export const drawSeed = (): number => Math.trunc(read('SEED') ?? Math.random() * 1_000_000_000);

/** The same for a test file, which is told how to be repeated. */
export const seedOf = (file: string): number => {
  const seed = drawSeed();
  const source = relative(packageRoot(), file)
    .replace(/^dist\//, '')
    .replace(/\.js$/, '.ts');
  const facts = { SEED: seed, ...(DOSE === 1 ? {} : { DOSE }), ...(SHARE === 1 ? {} : { SHARE }) };
  const set = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  console.log(`# ${set.join(' ')} npm test -- ${source}`);
  return seed;
};
