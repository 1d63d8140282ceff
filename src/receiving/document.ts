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

/** For its turn: whoever is told `busy` comes again. */
const TURN_MS = 10_000;

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
 * be kept in any case. Throws only by a fault of the service, or once the signal aborts. `busy` where too many of the
 * organisation wait already, or its turn does not come soon; the limits begin with the turn.
 */
export const readDocument = async (
  bytes: Uint8Array,
  { organisation_id, signal = new AbortController().signal, memory_mb = MEMORY_MB }: Asking,
): Promise<Reading | 'busy'> => {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]);
  const outcome = await turns.run(organisation_id ?? `file ${(files += 1)}`, patience, () =>
    ask({ bytes, memory_mb } satisfies Input, signal),
  );
  if (outcome === 'gone') signal.throwIfAborted();
  if (outcome === 'gone' || outcome === 'full') return 'busy';
  if ('answer' in outcome) return answered(outcome.answer as Answer);
  if ('exceeded' in outcome) return tooSlow();
  if (outcome.ended === ENDED_BY_MEMORY) return kept(issue('reading_too_large'));
  throw new Error(`the reading process ended: ${outcome.ended ?? 'killed'}`);
};

/** The same, as the inbox asks for it. */
export const readReceived = (
  { bytes, organisation_id }: { readonly bytes: Uint8Array; readonly organisation_id: string },
  signal: AbortSignal,
): Promise<Reading | 'busy'> => readDocument(bytes, { organisation_id, signal });
