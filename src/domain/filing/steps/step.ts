// The dependencies of the filing steps: providers, signing and delivery. Tests supply their own.
import { underAny } from '../../../base/any-signal.ts';
import type { Entity } from '../../../base/entity.ts';
import type { Logger } from '../../../base/log.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { OutboxKind } from '../../../db/schema.ts';
import type {
  CancelOutcome,
  Evidence,
  FilingFault,
  Outcome,
  Signer,
  Transport,
} from '../../../einvoicing/filing.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import { type Books, newAct, type Work } from '../../ground/change/change.ts';
import type { Actor, ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { getEntity } from '../../ground/entities/store.ts';
import type { Post } from '../delivery/letter.ts';
import type { Delivered } from '../delivery/record.ts';
import { kindOf } from '../filable.ts';
import type { Job } from '../job.ts';

export interface Providers {
  /** Stamps documents for the authority. */
  readonly pac: Transport;
  /** Sends documents into the network. */
  readonly accessPoint: Transport;
}

/** The seal for a document of the entity, or why there is none. Called outside of any transaction. */
export type SignerStep = (
  entity: Entity,
  facts: { readonly sandboxAllowed: boolean; readonly now: Date },
) => Promise<Signer | { readonly fault: FilingFault }>;

export type DeliverScope = ReadScope & { readonly books: Books };

/** Sends the filed document to its buyer. Called outside of any transaction; may be repeated after a crash. */
export type DeliverStep = (scope: DeliverScope, documentId: string) => Promise<Delivered>;

/** The outcome of one attempt; `failed` includes internal failures. */
export type DeliveryOutcome =
  | Outcome['kind']
  | CancelOutcome['kind']
  | Evidence['kind']
  | Extract<Delivered, string>
  | 'failed';

export interface FilingParts {
  readonly books: Books;
  readonly log: Logger;
  readonly now: () => Date;
  readonly providers: Providers;
  readonly signer: SignerStep;
  readonly delivery: DeliverStep;
  readonly post: Post;
  readonly onDelivery?: (kind: OutboxKind, outcome: DeliveryOutcome) => void;
}

/** Progress of the work on an entry; tests interrupt it there. */
export type Progress = 'claimed' | 'signed' | 'built' | 'sent' | 'recorded' | 'released';

export interface StepTiming {
  /** Delay before each next attempt; the last value repeats. */
  readonly backoffMs: readonly number[];
  /** Timeout of one send: longer than the adapters' own. */
  readonly sendMs: number;
}

/** The context of the steps of one entry. */
export interface Working<J extends Job = Job> {
  readonly parts: FilingParts;
  readonly job: J;
  readonly timing: StepTiming;
  /** Aborted when the worker stops without waiting further. */
  readonly stopped: AbortSignal;
  reached(progress: Progress): Promise<void>;
}

/** The delay in milliseconds until the entry is due again; null when it is done. */
export type Again = number | null;

const WORKER: Actor = { type: 'system', id: 'worker' };

type StepVerb = 'file' | 'void' | 'deliver' | 'follow' | 'expire' | 'look up' | 'acknowledge';

const nameAction = (verb: StepVerb, { document_id }: Job): string =>
  verb === 'expire'
    ? 'expire approval'
    : verb === 'look up'
      ? 'look up participant'
      : `${verb} ${kindOf(document_id)?.noun ?? 'document'}`;

/** One change to the books of the entry's company. */
export const change = <T, S extends WriteScope>(
  { parts: { books, now }, job }: Working,
  verb: StepVerb,
  work: Work<S, T>,
  actor: Actor = WORKER,
): Promise<T> =>
  books.transaction(async (open) => {
    const entity = await getEntity(open.db, job.entity_id);
    const act = newAct(actor, nameAction(verb, job), { outbox: job.id }, now());
    return (await open.change(entity, act, work)).result;
  });

export const readScope = async ({ parts: { books, now }, job }: Working): Promise<ReadScope> => {
  const entity = await getEntity(books.database.reader, job.entity_id);
  const moment = now();
  return { db: books.database.reader, entity, now: moment, today: dayIn(entity.time_zone, moment) };
};

/** The provider of the entity's country. */
export const transportFor = ({ parts: { providers } }: Working, { country_code }: Entity): Transport =>
  regimeOf(country_code).model === 'clearance' ? providers.pac : providers.accessPoint;

/** Counts and logs what one attempt came to; what the provider said in words stays in the books. */
export const noteOutcome = ({ parts, job }: Working, outcome: DeliveryOutcome): void => {
  parts.onDelivery?.(job.kind, outcome);
  const { id: outbox_id, kind, document_id, entity_id, attempts } = job;
  // The network is asked again and again; only its word is news.
  const level = outcome === 'in_transit' ? 'debug' : 'info';
  parts.log[level]({ kind, outcome, entity_id, document_id, outbox_id, attempts: attempts + 1 }, 'delivery');
};

/** One question to the provider, given up when the worker stops, or after a timeout that no adapter reaches. */
export const asking = <T>(
  { stopped, timing }: Working,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> => underAny([stopped, AbortSignal.timeout(timing.sendMs)], call);

/** The result of the work; undefined if the worker stops first. The work then continues, but its result is ignored. */
export const unlessStopped = <T>({ stopped }: Working, work: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const give = (): void => resolve(undefined);
    if (stopped.aborted) give();
    stopped.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => stopped.removeEventListener('abort', give));
  });

/** The delay after this many attempts; jitter keeps instances from colliding repeatedly. */
export const backoff = ({ timing: { backoffMs } }: Working, attempts: number): number => {
  const base = backoffMs[Math.min(attempts, backoffMs.length - 1)] ?? 0;
  return base * (0.8 + 0.4 * Math.random());
};

export const toSentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
