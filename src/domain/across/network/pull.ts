// Takes what waits in the queue of an access point: one instance at a time, and what it tells of is acknowledged only after it was
// kept. Whoever is killed in between is told of it again, and finds that it has it.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { SERVICE } from '../../../../generated/service.ts';
import { newOwner, whileHolding } from '../../../db/lease.ts';
import { readEnvelope } from '../../../receiving/envelope.ts';
import { draftOf } from '../../ground/files/keep.ts';
import { asBefore, type Delivery, deliverDraft, type NetworkParts } from './arrive.ts';
import { holdMessage } from './held.ts';
import { type Arriving, isMessageId, type Undelivered } from './message.ts';
import { findReceiver } from './receiver.ts';
import { claimQueue, countMessages, findMessage, releaseQueue, renewQueue } from './store.ts';

/** What the queue tells of. */
export interface Notice {
  /** By which it is acknowledged. */
  readonly id: string;
  /** Null where it tells of something else than a document that came. */
  readonly document: null | {
    /** The access point's id of it. */
    readonly id: string;
    readonly account: string | null;
    readonly company_id: string | null;
  };
}

/** The queue cannot be asked at the moment; in words for the operator. */
export interface QueueFault {
  readonly fault: string;
}

/** The queue of an access point, one notice after the other. */
export interface NetworkQueue {
  readonly name: string;
  /** Null where nothing waits. */
  next(signal?: AbortSignal): Promise<Notice | null | QueueFault>;
  fetch(id: string, signal?: AbortSignal): Promise<Buffer | 'gone' | 'too_large' | QueueFault>;
  acknowledge(noticeId: string, signal?: AbortSignal): Promise<QueueFault | null>;
}

export interface PullParts extends NetworkParts {
  readonly queue: NetworkQueue;
  readonly count?: (outcome: 'delivered' | 'known' | 'held') => void;
}

const LEASE_MS = 120_000;
/** Notices of one turn. */
const MOST = 50;
/** Beyond it the operator has to look first: nothing more is taken, and nothing is lost. */
const MOST_HELD = 1_000;

/** After so many looks for a document that is not there, its notice no longer holds up the others. */
const MOST_TRIES = 5;

const isFault = (given: object | string | null): given is QueueFault =>
  typeof given === 'object' && given !== null && 'fault' in given;

type Told = NonNullable<Notice['document']>;

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const hold = async (
  { books: { database }, now }: PullParts,
  arriving: Arriving,
  reason: Undelivered,
  bytes: Buffer | null,
): Promise<'held' | QueueFault> => {
  const { entries } = await countMessages(database.reader, 'held');
  if (entries >= MOST_HELD)
    return {
      fault: `${entries} documents are held for the operator, so that no more are taken: "network list"`,
    };
  const sha256 = bytes === null ? null : digestOf(bytes);
  await holdMessage(database, arriving, { reason, bytes, sha256 }, now());
  return 'held';
};

const deliver = async (
  parts: PullParts,
  { account, company_id }: Told,
  arriving: Arriving,
  bytes: Buffer,
): Promise<Delivery> => {
  const { database } = parts.books;
  const before = await findMessage(database.reader, arriving.message_id);
  if (before?.status === 'delivered') return asBefore(database.reader, before, digestOf(bytes));
  const addressed = { receiver: arriving.receiver, account, company_id };
  const entity = await findReceiver(database.reader, addressed);
  if (typeof entity === 'string') return { outcome: 'refused', reason: entity };
  const draft = await draftOf({ database, entity, now: parts.now }, Readable.from([bytes]));
  return deliverDraft(parts, entity, draft, arriving, { addressed });
};

/** Keeps what a notice tells of: with its company, or for the operator. */
const take = async (
  parts: PullParts,
  told: Told,
  signal: AbortSignal,
): Promise<'delivered' | 'known' | 'held' | QueueFault> => {
  const { queue } = parts;
  const bytes = await queue.fetch(told.id, signal);
  if (isFault(bytes)) return bytes;
  const unseen = {
    message_id: told.id,
    access_point: queue.name,
    sender: null,
    receiver: null,
    account: told.account,
  };
  if (typeof bytes === 'string') {
    const held = await hold(parts, unseen, bytes, null);
    const tries = (await findMessage(parts.books.database.reader, told.id))?.attempts ?? 0;
    // Before its notice is given up for good, it may yet turn up.
    return bytes === 'gone' && tries < MOST_TRIES
      ? { fault: `The access point ${queue.name} does not find the document ${told.id.slice(0, 100)}.` }
      : held;
  }
  const { messageId = null, sender = null, receiver = null } = readEnvelope(bytes) ?? {};
  const arriving = { ...unseen, message_id: isMessageId(messageId) ? messageId : told.id, sender, receiver };
  if (bytes.length > SERVICE.inbox.file_bytes) return hold(parts, arriving, 'too_large', null);
  const delivery = await deliver(parts, told, arriving, bytes);
  if (delivery.outcome !== 'refused') return delivery.outcome;
  // Another document under an id that is taken gets an id of its own.
  const message_id =
    delivery.reason === 'message_id_reused'
      ? `${told.id}#${digestOf(bytes).slice(0, 16)}`
      : arriving.message_id;
  return hold(parts, { ...arriving, message_id }, delivery.reason, bytes);
};

/** The fault that ended the turn; null where the queue is empty, or as many were taken as a turn takes. */
const askInTurn = async (
  parts: PullParts,
  signal: AbortSignal,
): Promise<{ readonly fault: string | null; readonly more: boolean }> => {
  const { queue, count } = parts;
  for (let taken = 0; taken < MOST; taken += 1) {
    if (signal.aborted) break;
    const notice = await queue.next(signal);
    if (notice === null) return { fault: null, more: false };
    if (isFault(notice)) return { ...notice, more: false };
    if (notice.document !== null) {
      const outcome = await take(parts, notice.document, signal);
      if (isFault(outcome)) return { ...outcome, more: false };
      count?.(outcome);
    }
    const unheard = await queue.acknowledge(notice.id, signal);
    if (unheard !== null) return { ...unheard, more: false };
  }
  return { fault: null, more: true };
};

/** One turn, unless another instance has it; true where there may be more. */
export const pullOnce = async (
  parts: PullParts,
  stopped: AbortSignal,
  owner = newOwner(),
): Promise<boolean> => {
  const { books, queue, now } = parts;
  const { database } = books;
  const lease = await claimQueue(database, queue.name, owner, LEASE_MS);
  if (lease === undefined) return false;
  let fault: string | null = 'the turn broke off; the log says why';
  try {
    const holding = {
      what: `the queue of ${queue.name}`,
      lease_ms: LEASE_MS,
      renew: () => renewQueue(database, queue.name, lease, LEASE_MS),
    };
    const ended = await whileHolding(holding, (lost) => askInTurn(parts, AbortSignal.any([lost, stopped])));
    ({ fault } = ended);
    return ended.more;
  } finally {
    await releaseQueue(database, queue.name, lease, { fault: stopped.aborted ? null : fault, now: now() });
  }
};
