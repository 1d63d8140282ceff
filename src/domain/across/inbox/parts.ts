// What the inbox of a process is made of.
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { Logger } from '../../../base/log.ts';
import type { Reading } from '../../../receiving/reading.ts';
import type { Books } from '../../ground/change/change.ts';

export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** In whose turn. */
  readonly organisation_id: OrganisationId;
}

/**
 * Reads a file in a process of its own; what cannot be read is told by its issues. `busy` where its turn does not come soon:
 * nothing was read, and that is no fault of the file. It throws where that process fails, and once the signal aborts.
 */
export type ReadFile = (file: FileToRead, signal: AbortSignal) => Promise<Reading | 'busy'>;

export interface InboxParts {
  readonly books: Books;
  /** Without it files are kept, and read by a process that has it. */
  readonly read: ReadFile | undefined;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
  /** What a call waits for a reading: for its turn, and while it is read. */
  readonly soonMs?: number;
}
