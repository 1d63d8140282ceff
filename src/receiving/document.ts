// Reads a received file in a process of its own: one that takes too long, or more memory than there is, holds up nobody. A few
// are read at a time, one of an organisation, and some wait.
import { keepProcesses } from '../base/load/process.ts';
import { createTurns } from '../base/load/turns.ts';
import { ENDED_BY_MEMORY, MEMORY_MB, READING } from './bounds.ts';
import { issue } from './issue.ts';
import { keptAs } from './kept.ts';
import type { Reading, ReadingIssue } from './reading.ts';
import type { Answer, Input } from './reading-process.ts';

const PLACES = 2;
const turns = createTurns({ places: PLACES, perKey: 1, waiting: 64 });

let files = 0;

/** To start a process and to pass 25 MB to it. */
const AROUND_MS = 5_000;

const ask = keepProcesses(new URL('./reading-process.js', import.meta.url), {
  ms: READING.ms + AROUND_MS,
  most: PLACES,
  idle_ms: 30_000,
});

export interface Asking {
  /** In whose turn; without one the file stands for itself. */
  readonly organisation_id?: string;
  /** Aborted when the caller stops waiting. */
  readonly signal?: AbortSignal | undefined;
  /** What the process may hold, in MiB. */
  readonly memory_mb?: number;
}

const kept = (found: ReadingIssue): Reading => keptAs('unknown', 'unknown', [found]);

const tooSlow = (): Reading => kept(issue('reading_too_slow', { seconds: String(READING.ms / 1000) }));

const answered = (answer: Answer): Reading => {
  if ('reading' in answer) return answer.reading;
  if ('exceeded' in answer) return answer.exceeded === 'ms' ? tooSlow() : kept(issue('reading_too_large'));
  throw new Error(`a received file was not read: ${answer.fault}`);
};

/**
 * What the file says. One that cannot be read within the limits is an `unknown` with an issue that says why; its bytes are to
 * be kept in any case. Throws only by a fault of the service. `busy` where too many of the organisation wait already.
 */
export const readDocument = async (
  bytes: Uint8Array,
  { organisation_id, signal = new AbortController().signal, memory_mb = MEMORY_MB }: Asking,
): Promise<Reading | 'busy'> => {
  const outcome = await turns.run(organisation_id ?? `file ${(files += 1)}`, signal, () =>
    ask({ bytes, memory_mb } satisfies Input, signal),
  );
  if (outcome === 'gone') throw signal.reason;
  if (outcome === 'full') return 'busy';
  if ('answer' in outcome) return answered(outcome.answer as Answer);
  if ('exceeded' in outcome) return tooSlow();
  if (outcome.ended === ENDED_BY_MEMORY) return kept(issue('reading_too_large'));
  throw new Error(`the reading process ended: ${outcome.ended ?? 'killed'}`);
};

/** The same for whoever reads one file after another, as the inbox does. */
export const readReceived = async (
  { bytes }: { readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<Reading> => {
  const reading = await readDocument(bytes, { signal });
  if (reading === 'busy') throw new Error('too many files wait to be read');
  return reading;
};
