// A dose of `npm run words`: what other systems call things is understood, and nobody who obeys is led elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doseOf, seedOf } from '../support/dose.ts';
import { type Pair, readPairs } from './pairs.ts';
import { isGood, missesOf, runWords, tableOf } from './run.ts';

const SEED = seedOf(import.meta.filename);

test('the words of other systems are understood, and never as their opposites', async () => {
  const pairs = ['pairs.yaml', 'own.yaml'].flatMap((file) => doseOf(readPairs(file), 0.1, SEED));
  const results = await runWords(pairs);
  assert.ok(isGood(results), `SEED=${SEED}\n${tableOf(results)}\n${missesOf(results).join('\n')}`);
});

test('no pair is there twice', () => {
  const keyOf = ({ kind, tool, path, sent }: Pair): string => [kind, tool, path, String(sent)].join(' ');
  const keys = ['pairs.yaml', 'own.yaml'].flatMap((file) => readPairs(file)).map(keyOf);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  assert.deepEqual(twice, []);
});
