// The status of received CFDI at the SAT: watched from arrival, asked before they are paid and once a month.
import type { BillId } from '../../../../generated/ids.ts';
import type { Entity } from '../../../base/entity.ts';
import { dayIn, type IsoDay } from '../../../base/time/day.ts';
import type { Warns } from '../../../base/raises.ts';
import { parseInstant, toInstant } from '../../../db/instant.ts';
import type { Database, Reader, Writer } from '../../../db/database.ts';
import type { Tenant } from '../../../db/scoped.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ReadingIssue, ReadSeals } from '../../../receiving/reading.ts';
import type { ReadScope, WriteScope } from '../../ground/change/scope.ts';
import { isCancelled, nextAsk, nextTry, statusIssues, type SatAnswer } from './plan.ts';
import {
  type DueStatus,
  dueStatuses,
  findStatus,
  hastenStatuses,
  insertStatus,
  keepStatus,
  knownStatuses,
  takeStatus,
} from './store.ts';

export type SatQuestion = NonNullable<ReadSeals['question']>;

/** Null answers are silence: nobody answered, or nothing that can be read. */
export type AskSat = (question: SatQuestion, signal: AbortSignal | undefined) => Promise<SatAnswer | null>;

const keyOf = (uuid: string): string => uuid.trim().toUpperCase();

const keysOf = (uuids: readonly (string | null)[]): readonly string[] => [
  ...new Set(uuids.flatMap((uuid) => (uuid === null ? [] : [keyOf(uuid)]))),
];

const FORM = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
const RFC = /^[\p{L}\d&]{12,13}$/u;

/** From the arrival of a document on; one that came before stays as it is. True where it begins. */
export const watchStatus = async (
  ctx: Pick<WriteScope, 'db' | 'entity' | 'now'>,
  question: SatQuestion,
): Promise<boolean> => {
  const uuid = keyOf(question.uuid);
  const { issuerRfc, receiverRfc, total, sealEnd } = question;
  // With a faulty stamp there is nothing to ask by.
  if (!FORM.test(uuid) || !RFC.test(issuerRfc) || !RFC.test(receiverRfc) || total.length > 30) return false;
  if ((await findStatus(ctx, uuid)) !== undefined) return false;
  const now = toInstant(ctx.now);
  return insertStatus(ctx, {
    uuid,
    issuer_rfc: issuerRfc,
    receiver_rfc: receiverRfc,
    total,
    seal_end: sealEnd,
    state: null,
    cancellation: null,
    cancellable: null,
    efos: null,
    sandbox: null,
    arrived_at: now,
    asked_at: null,
    unchecked_since: null,
    failures: 0,
    next_at: now,
    updated_at: now,
  });
};

/** Before they are paid, and when they are: asked now instead of within the month. */
export const askSoon = async (
  ctx: Pick<WriteScope, 'db' | 'entity' | 'now'>,
  uuids: readonly (string | null)[],
): Promise<void> => {
  const keys = keysOf(uuids);
  if (keys.length > 0) await hastenStatuses(ctx, keys, toInstant(ctx.now));
};

/** Days are those of the company. */
type InZone = Tenant<Reader> & { readonly entity: Pick<Entity, 'time_zone'> };

/** The documents, of bills that came as a CFDI, that are known as cancelled: by the bill's id, the day on which that was answered. */
export const cancelledAmong = async (
  ctx: InZone,
  bills: readonly Stamped[],
): Promise<ReadonlyMap<string, IsoDay>> => {
  const { time_zone } = ctx.entity;
  const keys = keysOf(bills.map(({ uuid }) => uuid));
  const known = keys.length === 0 ? [] : await knownStatuses(ctx, keys);
  const days = new Map(
    known.flatMap(({ uuid, state, asked_at }) =>
      state !== null && asked_at !== null && isCancelled(state)
        ? [[uuid, dayIn(time_zone, parseInstant(asked_at))]]
        : [],
    ),
  );
  return new Map(
    bills.flatMap(({ id, uuid }) => {
      const day = uuid === null ? undefined : days.get(keyOf(uuid));
      return day === undefined ? [] : [[id, day]];
    }),
  );
};

export interface Stamped {
  readonly id: string;
  readonly uuid: string | null;
}

/** Tells who pays bills that their documents are cancelled. A payment is a fact: it is recorded all the same. */
export const warnOfCancelled = async (
  ctx: ReadScope & Warns<'bill_cancelled'>,
  bills: readonly Stamped[],
): Promise<void> => {
  const cancelled = await cancelledAmong(ctx, bills);
  for (const { id, uuid } of bills) {
    const asked_on = cancelled.get(id);
    if (asked_on !== undefined)
      ctx.warn('bill_cancelled', { bill_id: id as BillId, uuid: uuid ?? '', asked_on });
  }
};

/** What is to be said of a document; nothing of one that is not watched. */
export const issuesOfStatus = async (
  ctx: InZone,
  uuid: string,
  now: Date,
): Promise<readonly ReadingIssue[]> => {
  const row = await findStatus(ctx, keyOf(uuid));
  if (row === undefined) return [];
  const moment = (text: string | null): Date | null => (text === null ? null : parseInstant(text));
  return statusIssues(
    {
      ...row,
      arrived_at: parseInstant(row.arrived_at),
      asked_at: moment(row.asked_at),
      unchecked_since: moment(row.unchecked_since),
    },
    row.uuid,
    { now, zone: ctx.entity.time_zone },
  );
};

/** Longer than an answer may take. */
const TAKEN_MS = 120_000;

interface Asking {
  readonly database: Database;
  readonly ask: AskSat;
  /** Whether a stand-in answers. */
  readonly sandbox: boolean;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  /** Keeps an outcome with what follows from it; without it, alone. */
  readonly keep?: KeepOutcome | undefined;
}

/** `write` is false where another instance took the document meanwhile: then nothing follows. */
export type KeepOutcome = (
  due: Pick<DueStatus, 'entity_id' | 'uuid'>,
  write: (ctx: Tenant<Writer>) => Promise<boolean>,
) => Promise<void>;

const askOne = async (
  { database, ask, sandbox, now, signal, keep }: Asking,
  due: DueStatus,
): Promise<boolean> => {
  const at = (moment: Date): string => toInstant(moment);
  const entity = { id: due.entity_id };
  const until = at(new Date(now().getTime() + TAKEN_MS));
  const change = <T>(work: (ctx: Parameters<typeof keepStatus>[0]) => Promise<T>): Promise<T> =>
    inTransaction(database, (db) => work({ db, entity }));
  if (!(await change((ctx) => takeStatus(ctx, due, until)))) return false;
  const answer = await ask(
    {
      uuid: due.uuid,
      issuerRfc: due.issuer_rfc,
      receiverRfc: due.receiver_rfc,
      total: due.total,
      sealEnd: due.seal_end,
    },
    signal,
  );
  const after = now();
  const changes =
    answer === null
      ? {
          failures: due.failures + 1,
          unchecked_since: due.unchecked_since ?? at(after),
          next_at: at(nextTry(due.failures + 1, after)),
        }
      : {
          state: answer.state.slice(0, 40),
          cancellation: answer.cancellation.slice(0, 60),
          cancellable: answer.cancellable.slice(0, 60),
          efos: answer.efos.slice(0, 10),
          sandbox,
          asked_at: at(after),
          unchecked_since: null,
          failures: 0,
          next_at: nextOf(answer, after, parseInstant(due.arrived_at)),
        };
  const write = (ctx: Tenant<Writer>): Promise<boolean> =>
    keepStatus(ctx, due.uuid, until, { ...changes, updated_at: at(after) });
  if (keep === undefined) await change(write);
  else await keep(due, write);
  return true;
};

const nextOf = (answer: SatAnswer, now: Date, arrived: Date): string | null => {
  const next = nextAsk(answer, { now, arrived });
  return next === null ? null : toInstant(next);
};

/** Asks about the next few, one after the other; the number of those asked. */
export const askDue = async (asking: Asking, most: number): Promise<number> => {
  let asked = 0;
  for (const due of await dueStatuses(asking.database, toInstant(asking.now()), most)) {
    if (asking.signal?.aborted === true) break;
    if (await askOne(asking, due)) asked += 1;
  }
  return asked;
};
