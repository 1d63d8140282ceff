// What the steps of filing work with: whom they send through, who seals and who delivers. Tests give their own.
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
import { type Books, newAct, type Work } from '../../change/change.ts';
import type { Actor, ReadScope, WriteScope } from '../../change/scope.ts';
import { getEntity } from '../../entities/store.ts';
import type { Delivered } from '../delivery/record.ts';
import type { Job } from '../job.ts';

export interface Providers {
  /** Stamps for the authority. */
  readonly pac: Transport;
  /** Carries into the network. */
  readonly accessPoint: Transport;
}

/** Whose seal an invoice of the entity bears, or why there is none. Called outside of any transaction. */
export type SignerStep = (
  entity: Entity,
  facts: { readonly sandboxAllowed: boolean; readonly now: Date },
) => Promise<Signer | { readonly fault: FilingFault }>;

export type DeliverScope = ReadScope & { readonly books: Books };

/** Sends the filed invoice to its buyer. Called outside of any transaction; may be called again after a crash. */
export type DeliverStep = (scope: DeliverScope, invoiceId: string) => Promise<Delivered>;

/** What came of one attempt; `failed` also where the service itself failed. */
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
  readonly onDelivery?: (kind: OutboxKind, outcome: DeliveryOutcome) => void;
}

/** Where the work on an entry is; tests stop it there. */
export type Progress = 'claimed' | 'signed' | 'built' | 'sent' | 'recorded' | 'released';

export interface StepTiming {
  /** Before each next attempt; the last one repeats. */
  readonly backoffMs: readonly number[];
  /** One send: longer than any adapter waits by itself. */
  readonly sendMs: number;
}

/** What the steps of one entry see. */
export interface Working<J extends Job = Job> {
  readonly parts: FilingParts;
  readonly job: J;
  readonly timing: StepTiming;
  /** Fires when the worker stops and no longer waits. */
  readonly stopped: AbortSignal;
  reached(progress: Progress): Promise<void>;
}

/** When the entry is due again, in milliseconds; null when it is done. */
export type Again = number | null;

const WORKER: Actor = { type: 'system', id: 'worker' };

/** One transaction on the books of the entry's company, with its trail. */
export const change = <T, S extends WriteScope>(
  { parts: { books, now }, job }: Working,
  action: string,
  work: Work<S, T>,
  actor: Actor = WORKER,
): Promise<T> =>
  books.transaction(async (open) => {
    const entity = await getEntity(open.db, job.entity_id);
    const act = newAct(actor, action, { outbox: job.id }, now());
    return (await open.change(entity, act, work)).result;
  });

export const readScope = async ({ parts: { books, now }, job }: Working): Promise<ReadScope> => {
  const entity = await getEntity(books.database.reader, job.entity_id);
  const moment = now();
  return { db: books.database.reader, entity, now: moment, today: dayIn(entity.time_zone, moment) };
};

/** The transport of the entity's country. */
export const transportFor = ({ parts: { providers } }: Working, { country_code }: Entity): Transport =>
  regimeOf(country_code).model === 'clearance' ? providers.pac : providers.accessPoint;

/** A send ends with the worker, and at the latest after a time that no adapter needs. */
export const sendSignal = ({ stopped, timing }: Working): AbortSignal =>
  AbortSignal.any([stopped, AbortSignal.timeout(timing.sendMs)]);

/** What the work gives; undefined when the worker stops and waits no longer. The work then goes on unheard. */
export const unlessStopped = <T>({ stopped }: Working, work: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const give = (): void => resolve(undefined);
    if (stopped.aborted) give();
    stopped.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => stopped.removeEventListener('abort', give));
  });

/** The time before the attempt after this many; a random part keeps instances from meeting again and again. */
export const backoff = ({ timing: { backoffMs } }: Working, attempts: number): number => {
  const base = backoffMs[Math.min(attempts, backoffMs.length - 1)] ?? 0;
  return base * (0.8 + 0.4 * Math.random());
};

export const toSentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
