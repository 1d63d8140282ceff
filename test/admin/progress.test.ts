// What a person sees of a command that takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { progressOn } from '../../src/admin/progress.ts';

const stream = () => {
  const written: string[] = [];
  const target = new Writable({
    write: (chunk, _, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const terminal = Object.assign(target, {
    isTTY: true,
    columns: 80,
    clearLine: () => true,
    cursorTo: () => true,
  });
  return { written, terminal: terminal as unknown as NodeJS.WriteStream };
};

const SOON = 20;
const REDRAWN = 250;

test('tells what goes on, and how far it is where that is known', async () => {
  const { written, terminal } = stream();
  const progress = progressOn(terminal, SOON);
  progress.step('Reading the rows');
  await pause(3 * SOON);
  assert.match(written.join(''), /Reading the rows … 0 s/);
  progress.count(5_000, 20_000);
  await pause(REDRAWN);
  assert.match(written.join(''), /Reading the rows █+░+ 5000 of 20000 \| 0 s/);
  progress.say('A line that stays.');
  progress.count(20_000, 20_000);
  progress.end();
  assert.match(written.join(''), /A line that stays\.\n/);
});

test('says nothing of what is done at once', async () => {
  const { written, terminal } = stream();
  const progress = progressOn(terminal, SOON);
  progress.step('Reading the rows');
  progress.count(1, 20_000);
  progress.end();
  await pause(3 * SOON);
  assert.deepEqual(written, []);
});
