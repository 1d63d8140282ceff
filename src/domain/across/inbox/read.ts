// Reads what the inbox kept, under a lease; the outcome is one transaction. What was not read is put back: an attempt counts
// where the reading failed, not where it never had its turn or was told to stop.
import type { Entity } from '../../../base/entity.ts';
import { ToolError } from '../../../base/errors.ts';
import { type Lease, LeaseLost, newOwner } from '../../../db/lease.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import type { Reading } from '../../../receiving/reading.ts';
import { UuidTaken } from '../../documents/bills/create.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import { findReceived } from '../../documents/received/store/documents.ts';
import { claimUnread, putBack, type Unread } from '../../documents/received/store/reading.ts';
import { newAct, SYSTEM, type Unlimited } from '../../ground/change/change.ts';
import { getEntity } from '../../ground/entities/store.ts';
import { readFile } from '../../ground/files/read.ts';
import type { InboxParts, ReadFile } from './parts.ts';
import { isPassing, refusedIssue } from './refused.ts';
import { giveUp, settleReading } from './settle.ts';

/** Reads one that was kept; false where another process does, or nothing is to be read. */
export type ReadKept = (
  unread: Pick<Unread, 'entity_id' | 'id' | 'lease_fence'>,
  signal?: AbortSignal,
) => Promise<boolean>;

/** Longer than a reading may take with its wait for a turn. */
const READ_MS = 60_000;
const LEASE_MS = 2 * READ_MS;
/** Until the next attempt after one that failed. */
const AGAIN_MS = 30_000;
/** After one that never had its turn. */
const BUSY_MS = 5_000;
const MOST_ATTEMPTS = 3;

/** Why nothing was read, by no fault of the file: no turn, or the caller stopped waiting. */
type NotRead = 'busy' | 'stopped';

const isNotRead = (outcome: Reading | NotRead): outcome is NotRead => typeof outcome === 'string';

/** A failure after the stop is taken for its consequence. */
const readUntil = async (
  read: ReadFile,
  file: Parameters<ReadFile>[0],
  signal: AbortSignal | undefined,
): Promise<Reading | NotRead> => {
  const until = AbortSignal.any([AbortSignal.timeout(READ_MS), ...(signal === undefined ? [] : [signal])]);
  try {
    return await read(file, until);
  } catch (error) {
    if (signal?.aborted === true) return 'stopped';
    throw error;
  }
};

/** Undefined where another attempt may do. */
const whyRefused = (error: unknown, attempts: number): StoredIssue | undefined => {
  if (error instanceof LeaseLost) return undefined;
  if (error instanceof ToolError && !isPassing(error)) return refusedIssue(error);
  return attempts < MOST_ATTEMPTS ? undefined : issue('books_failed', { attempts: String(MOST_ATTEMPTS) });
};

export const readerOf = ({ books, read, log, now }: InboxParts): ReadKept => {
  const { database } = books;
  const owner = newOwner();

  /** Undefined where they are not those that were kept. */
  const bytesOf = async (entity: Entity, { file_id }: ListedReceived): Promise<Buffer | undefined> => {
    try {
      return await readFile({ db: database.reader, entity }, file_id);
    } catch (error) {
      if (!(error instanceof ToolError) || error.code !== 'file_damaged') throw error;
      log.error({ err: error, file_id }, 'a kept file is damaged');
      return undefined;
    }
  };

  /** Says why where it has no outcome. */
  const readHeld = async (
    entity: Entity,
    id: string,
    lease: Lease,
    readOne: (file: Parameters<ReadFile>[0]) => Promise<Reading | NotRead>,
  ): Promise<NotRead | undefined> => {
    const document = await findReceived({ db: database.reader, entity }, id);
    if (document === undefined || document.due_at === null) return undefined;
    const end = async (work: (ctx: Unlimited) => Promise<void>): Promise<undefined> => {
      await books.change(entity, newAct(SYSTEM, 'inbox read', { id }, now()), work);
    };
    if (document.attempts > MOST_ATTEMPTS)
      return end((ctx) => giveUp(ctx, id, lease, 'reading_failed', { attempts: String(MOST_ATTEMPTS) }));
    const bytes = await bytesOf(entity, document);
    if (bytes === undefined) return end((ctx) => giveUp(ctx, id, lease, 'file_damaged', {}));
    const { organisation_id } = entity;
    const outcome = await readOne({ bytes, name: document.file_name, organisation_id });
    if (isNotRead(outcome)) return outcome;
    const settle = (refused?: StoredIssue): Promise<undefined> =>
      end((ctx) => settleReading(ctx, id, lease, outcome, refused));
    try {
      return await settle();
    } catch (error) {
      // The bill with its UUID came meanwhile, and is seen now.
      if (error instanceof UuidTaken) return settle();
      // The books are as before; that they refused is kept with what was read.
      const refused = whyRefused(error, document.attempts);
      if (refused === undefined) throw error;
      log.error({ err: error, received_document_id: id }, 'the books did not take a received document');
      return settle(refused);
    }
  };

  return async (unread, signal) => {
    if (read === undefined) return false;
    const lease = await claimUnread(database, unread, owner, LEASE_MS);
    if (lease === undefined) return false;
    const again = (ms: number, counts: boolean): Promise<void> =>
      putBack(database, unread, lease, { at: new Date(now().getTime() + ms), counts });
    try {
      const entity = await getEntity(database.reader, unread.entity_id);
      const why = await readHeld(entity, unread.id, lease, (file) => readUntil(read, file, signal));
      if (why !== undefined) await again(why === 'busy' ? BUSY_MS : 0, false);
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      log.error({ err: error, received_document_id: unread.id }, 'a received document was not read');
      await again(AGAIN_MS, true);
    }
    return true;
  };
};
