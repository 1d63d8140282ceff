// What reading one file may take: judged, not measured, to leave room for documents of 10,000 lines and PDFs of 25 MB.
import type { ThreadBounds } from '../base/load/thread.ts';

/** Of the process that reads, all that it holds. */
export const MEMORY_MB = 640;

export const READING: ThreadBounds = { ms: 20_000, heap_mb: 384 };

/** How the process ends when it exceeds MEMORY_MB; no code of Node's. */
export const ENDED_BY_MEMORY = 77;
