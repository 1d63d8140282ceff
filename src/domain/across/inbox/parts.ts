// What the inbox of a process is made of.
import type { Logger } from '../../../base/log.ts';
import type { Reading } from '../../../receiving/reading.ts';
import type { Books } from '../../ground/change/change.ts';

/** Reads a file in a process of its own; what cannot be read is told by its issues. It throws only where that process fails. */
export type ReadFile = (
  file: { readonly bytes: Uint8Array; readonly name: string },
  signal: AbortSignal,
) => Promise<Reading>;

export interface InboxParts {
  readonly books: Books;
  /** Without it files are kept, and read by a process that has it. */
  readonly read: ReadFile | undefined;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
}
