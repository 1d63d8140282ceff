// The progress bar is for people at a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Writable } from 'node:stream';
import { progressBar } from '../../src/admin/progress.ts';

const stream = (isTTY: boolean) => {
  const written: string[] = [];
  const target = new Writable({
    write: (chunk, _, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const terminal = Object.assign(target, { isTTY, columns: 80, clearLine: () => true, cursorTo: () => true });
  return { written, terminal: terminal as unknown as NodeJS.WriteStream };
};

test('drawn on a terminal for long work, and taken away at its end', () => {
  const { written, terminal } = stream(true);
  const bar = progressBar(true, terminal);
  bar.show(500, 20_000);
  bar.show(20_000, 20_000);
  bar.end();
  assert.match(written.join(''), /of 20000 lines/);
});

test('not for short work, for programs, or with --json', () => {
  for (const [isTTY, wanted, total] of [
    [true, true, 500],
    [false, true, 20_000],
    [true, false, 20_000],
  ] as const) {
    const { written, terminal } = stream(isTTY);
    const bar = progressBar(wanted, terminal);
    bar.show(1, total);
    bar.end();
    assert.deepEqual(written, []);
  }
});
