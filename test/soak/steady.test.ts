// What counts as level: noise does, a leak and a slow decline do not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from './samples.ts';
import { levelsOf } from './steady.ts';

const series = (change: (index: number) => Partial<Sample>, length = 60): Sample[] =>
  Array.from({ length }, (_, index) => ({
    at_s: index,
    resident_mb: 200 + (index % 7) * 5,
    heap_mb: 60 + (index % 5),
    files: 40 + (index % 3),
    connections: 10,
    waiting: 0,
    in_flight: 2,
    late_ms: index % 4,
    ...change(index),
  }));

const rising = (samples: readonly Sample[]): string[] =>
  levelsOf(samples)
    .filter(({ steady }) => !steady)
    .map(({ measured }) => measured);

test('noise and a start that grows are level', () => {
  assert.deepEqual(rising(series(() => ({}))), []);
  assert.deepEqual(rising(series((index) => ({ heap_mb: Math.min(60, 20 + 4 * index) }))), []);
  assert.deepEqual(rising(series(() => ({ files: null }))), []);
});

test('each figure that goes on rising is found', () => {
  assert.deepEqual(rising(series((index) => ({ heap_mb: 40 + index }))), ['heap_mb']);
  assert.deepEqual(rising(series((index) => ({ resident_mb: 200 + 6 * index }))), ['resident_mb']);
  assert.deepEqual(rising(series((index) => ({ files: 40 + index }))), ['files']);
  assert.deepEqual(rising(series((index) => ({ connections: index }))), ['connections']);
  assert.deepEqual(rising(series((index) => ({ late_ms: 10 * index }))), ['late_ms']);
});

test('a short run says nothing', () => {
  assert.deepEqual(levelsOf(series((index) => ({ heap_mb: 100 * index }), 12)), []);
});
