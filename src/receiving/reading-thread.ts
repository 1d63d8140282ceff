// What the reading thread runs: one file.
import { answerInPieces } from '../base/load/thread.ts';
import { nameSources } from '../base/stack.ts';
import { readFile } from './read.ts';
import type { Reading } from './reading.ts';

nameSources();

async function* reading(input: unknown): AsyncGenerator<Reading> {
  yield await readFile(input as Uint8Array);
}

answerInPieces(reading);
