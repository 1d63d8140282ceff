// Reads statement files in threads of their own: a file that takes long, or more memory than there is, holds up nobody. A
// few are read at a time, one of an organisation, and some wait. A thread that has read a file waits a while for the next.
import { toolError } from '../../../base/errors.ts';
import { SERVICE } from '../../../../generated/service.ts';
import { askThread, keepThreads, type ThreadBounds, ThreadExceeded } from '../../../base/load/thread.ts';
import { createTurns } from '../../../base/load/turns.ts';
import { loadStatement, type StatementSource } from './file.ts';
import { joinPieces, type Reading, type ReadingOrder, type ReadingPiece } from './reading.ts';

/** For a file that was sent: much more than one of the longest that is taken needs. */
const SENT: ThreadBounds = { ms: 25_000, heap_mb: 512 };
/** For a file of this machine, which a command reads in a process of its own. */
const own = (bytes: number): ThreadBounds => ({
  ms: 60_000 + bytes / 100,
  heap_mb: 512 + bytes / 25_000,
});

const PLACES = 2;
const turns = createTurns({ places: PLACES, perKey: 1, waiting: 64 });

const SCRIPT = new URL('./read-thread.js', import.meta.url);
/** Several times what reading a month needs: what a large file has left behind goes with its thread. */
const GROWN_MB = 64;
const askKept = keepThreads(SCRIPT, SENT, { most: PLACES, idle_ms: 30_000, grown_mb: GROWN_MB });

export interface Reader {
  readonly organisation_id: string;
  /** Aborted when the caller stops waiting. */
  readonly signal?: AbortSignal | undefined;
}

export const readInThread = async (
  source: StatementSource,
  order: Omit<ReadingOrder, 'path' | 'bytes' | 'most_rows'>,
  { organisation_id, signal = new AbortController().signal }: Reader,
): Promise<Reading> => {
  const file = await loadStatement(source);
  const isSent = typeof source !== 'string';
  const most_rows = isSent ? SERVICE.limits.statement_rows : null;
  const bounds = isSent ? SENT : own(file.bytes.length);
  const whole: ReadingOrder = { ...order, ...file, most_rows };
  const read = (): AsyncIterable<ReadingPiece> =>
    isSent ? askKept(whole, signal) : askThread(SCRIPT, whole, bounds, signal);
  const outcome = await turns.run(organisation_id, signal, () =>
    joinPieces(read()).catch((error: unknown) => refuseExceeded(error, file.path, bounds)),
  );
  if (outcome === 'gone') throw signal.reason;
  if (outcome !== 'full') return outcome;
  throw toolError('statements_wait', {});
};

const refuseExceeded = (error: unknown, path: string, bounds: ThreadBounds): never => {
  if (!(error instanceof ThreadExceeded)) throw error;
  throw error.bound === 'ms'
    ? toolError('statement_too_slow', { file: path, seconds: String(Math.round(bounds.ms / 1000)) })
    : toolError('statement_too_large', { file: path, megabytes: String(Math.round(bounds.heap_mb)) });
};
