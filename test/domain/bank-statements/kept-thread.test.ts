// A thread reads the files of one company after those of another: nothing of a file is left in it when the next begins.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../../src/base/package-root.ts';
import { readOptions } from './options.ts';
import { IBAN, type Movement, toCamt, toCsv, toMt940, toOfx } from './writers.ts';

const SCRIPT = join(packageRoot(), 'dist', 'src', 'domain', 'bank', 'statements', 'read-thread.js');

const ask = (worker: Worker, question: unknown): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: Record<string, unknown>) => {
      worker.off('error', reject);
      resolve(answer);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(question);
  });

const read = async (worker: Worker, content: string): Promise<unknown[]> => {
  const answers: unknown[] = [];
  const input = {
    path: 'statement',
    bytes: Buffer.from(content),
    format: 'auto',
    options: readOptions({ currency: 'EUR', iban: IBAN }),
    most_rows: 2_000,
    headings: true,
  };
  let answer = await ask(worker, { input });
  for (; !('done' in answer); answer = await ask(worker, 'next')) answers.push(answer);
  return answers;
};

/** What can be reached of them. */
const reachable = async (worker: Worker, words: readonly string[]): Promise<readonly string[]> => {
  const heap = await text(await worker.getHeapSnapshot());
  return words.filter((word) => heap.includes(word));
};

/** Long enough that no two are alike by chance. */
const movementsOf = (word: string): Movement[] =>
  Array.from({ length: 5 }, (_, at) => ({
    date: '2026-03-04' as Movement['date'],
    signed_minor: -150 - at,
    description: `RECHNUNG ${word} TEXT ${at}`,
    reference: `${word}REF${at}`,
    counterparty: `${word} GMBH`,
    party_account: null,
  }));

const FORMATS = { csv: toCsv, camt: toCamt, mt940: toMt940, ofx: toOfx };
const REFUSED = 'a;b\n1;ZQREFUSEDZQ\n2;ZQREFUSEDZQ\n';

test('no word of any file that was read or refused is left in the thread', async () => {
  const worker = new Worker(SCRIPT);
  try {
    const words: string[] = [];
    for (const [format, write] of Object.entries(FORMATS)) {
      const word = `ZQ${format.toUpperCase()}ZQ`;
      words.push(word);
      const told = JSON.stringify(await read(worker, write(movementsOf(word))));
      assert.ok(told.includes(word), `${format} was not read`);
    }
    const told = JSON.stringify(await read(worker, REFUSED));
    assert.ok(told.includes('refused'), told);
    assert.deepEqual(await reachable(worker, [...words, 'ZQREFUSEDZQ']), []);
  } finally {
    await worker.terminate();
  }
});

test('what is being read is found, so that the test above would find what is left', async () => {
  const worker = new Worker(SCRIPT);
  try {
    const input = {
      path: 'statement',
      bytes: Buffer.from(toCsv(movementsOf('ZQHELDZQ'))),
      format: 'auto',
      options: readOptions({ currency: 'EUR', iban: IBAN }),
      most_rows: 2_000,
      headings: true,
    };
    await ask(worker, { input });
    assert.deepEqual(await reachable(worker, ['ZQHELDZQ']), ['ZQHELDZQ']);
  } finally {
    await worker.terminate();
  }
});
