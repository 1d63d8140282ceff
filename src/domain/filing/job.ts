// An entry of the worker's queue.
import type { OutboxId } from '../../../generated/ids.ts';
import type { CancellationReason } from '../../../generated/types.ts';
import type { Route, Submission } from '../../einvoicing/filing.ts';
import type { Lease } from '../../db/lease.ts';
import type { OutboxKind, OutboxState } from '../../db/schema.ts';

/** The provider of documents that are filed by e-mail. */
export const BY_MAIL = 'mail';

/** The exact bytes to send and their recipient: fixed before the first attempt. */
export interface Built {
  readonly submission: Submission;
  /** The provider's name; status is requested from this provider only. */
  readonly provider: string;
  readonly sandbox: boolean;
  readonly at: Date;
}

/** The cancellation that a member requested. */
export interface CancelOrder {
  readonly reason: CancellationReason;
  /** The UUID of the replacement invoice. */
  readonly replacement: string | null;
  /** The member. */
  readonly by: string | null;
}

/** A document in the network, and the provider that tracks it. */
export interface FollowOrder {
  readonly document_id: string;
  readonly submission_key: string;
  readonly route: Route;
  readonly provider: string;
  readonly sandbox: boolean;
  readonly sha256: string;
  readonly profile: string;
}

interface Entry {
  readonly id: OutboxId;
  readonly entity_id: string;
  readonly document_id: string;
  readonly approval_id: string | null;
  /** `approved`: nothing is built yet; `ready`: bytes and key are fixed. */
  readonly state: OutboxState;
  /** How often the document was built. */
  readonly generation: number;
  readonly built: Built | null;
  /** False only while it is certain that no attempt with these bytes can have filed anything. */
  readonly maybe_sent: boolean;
  /** A filing by e-mail. */
  readonly by_mail: boolean;
  readonly attempts: number;
  /** The lease of the worker that has claimed it. */
  readonly lease: Lease;
}

/** The additional data of each kind. */
export interface Orders {
  readonly file: null;
  readonly cancel: CancelOrder;
  readonly deliver: null;
  readonly evidence: FollowOrder;
  readonly expire: null;
  /** Its document is the customer. */
  readonly lookup: null;
  readonly acuse: null;
}

export type JobOf<K extends OutboxKind> = Entry & { readonly kind: K; readonly order: Orders[K] };

export type Job = { readonly [K in OutboxKind]: JobOf<K> }[OutboxKind];
