// The only way to change the books, for tools, commands, the worker and the matcher: the change, its audit rows, its
// events and its idempotency record are one transaction.
import { createHash, randomUUID } from 'node:crypto';
import type { ErrorCode, ErrorDetails } from '../../../generated/errors.ts';
import type { OrganisationId } from '../../../generated/ids.ts';
import { SERVICE } from '../../../generated/service.ts';
import { WARNINGS, type WarningCode, type WarningDetails } from '../../../generated/warnings.ts';
import type { Entity } from '../../base/entity.ts';
import { fillTemplate, toolError, ToolError } from '../../base/errors.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import { dayIn } from '../../base/time/day.ts';
import type { Database, Writer } from '../../db/database.ts';
import { inTransaction, OutcomeUnknown } from '../../db/transaction.ts';
import { createSweep, earlierAnswer, isClaimTaken, keyOfActor, workOnce } from './idempotency.ts';
import type { Actor, Change, Facts, ReadScope, WriteScope } from './scope.ts';
import { type Claim, findRepeat, insertClaim, insertTrail, updateAnswer } from './store.ts';

/** Author and action of a change: one tool call, one command, one step of the worker. */
export interface Act {
  readonly actor: Actor;
  /** The tool or the command, such as `entity create`. */
  readonly action: string;
  /** Hex SHA-256 of the action and its arguments. */
  readonly arguments_hash: string;
  readonly request_id: string;
  readonly now: Date;
}

/** The author of commands without a named member. */
export const SYSTEM: Actor = { type: 'system', id: 'admin' };

export const newAct = (actor: Actor, action: string, args: unknown, now: Date): Act => ({
  actor,
  action,
  arguments_hash: createHash('sha256')
    .update(`${action}\n${JSON.stringify(args)}`)
    .digest('hex'),
  request_id: randomUUID(),
  now,
});

/** The books of one entity, for work that may raise exactly these errors and warnings. */
export type EntityChange<C extends ErrorCode = never, W extends WarningCode = never> = WriteScope &
  Raises<C> &
  Warns<W>;

/** Allows any error and warning. */
export type Unlimited = EntityChange<ErrorCode, WarningCode>;

/**
 * A change to the books of one entity. The overloads make the work declare its errors and warnings in the type of its
 * parameter: without a type the parameter is unusable, and with one the compiler enforces it.
 */
export type Work<S extends WriteScope, T> = ((ctx: S) => Promise<T>) & ((ctx: Unlimited) => Promise<T>);

/** The records of an organisation. It takes the place of an entity, so that `scoped` binds statements to it. */
export interface OrganisationChange {
  readonly db: Writer;
  readonly organisation_id: OrganisationId;
  readonly entity: { readonly id: string };
  readonly actor: Actor;
  readonly now: Date;
  record(change: Change): void;
}

/** A change that was made but is probably a mistake. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly path: string | null;
}

export const toWarning = <C extends WarningCode>(
  code: C,
  details: WarningDetails[C] & { readonly path?: string },
): Warning => ({ code, message: fillTemplate(WARNINGS[code].message, details), path: details.path ?? null });

export interface Changed<T> {
  /** `unchanged`: nothing was recorded, because nothing had to change. */
  readonly outcome: 'changed' | 'unchanged';
  readonly result: T;
  readonly warnings: readonly Warning[];
}

/** Reactions to the facts that a change reports; see `books/books.ts`. */
export type Reactions = { readonly [F in keyof Facts]: (ctx: WriteScope, fact: Facts[F]) => Promise<void> };

/** Several changes of one transaction. */
export interface OpenBooks {
  readonly db: Writer;
  change<T, S extends WriteScope>(entity: Entity, act: Act, work: Work<S, T>): Promise<Changed<T>>;
  /** Changes records of the organisation; audit rows get the organisation's id. */
  changeOrganisation<T>(
    organisation_id: OrganisationId,
    act: Act,
    work: (ctx: OrganisationChange) => Promise<T>,
  ): Promise<T>;
}

/** How the answer of a call is built and kept. */
export interface Answering<T> {
  /** Builds the answer inside the transaction; throwing rolls back the change. */
  answer(changed: Changed<T>): string;
  /** Called last; throwing rolls back the change. */
  check_time(): void;
  /** With a key, repeating the call returns the first answer within the window of the spec. */
  readonly idempotency_key: string | undefined;
  /** Without a key, a recent similar change causes a warning; see `SERVICE.windows.similar_write_minutes`. */
  readonly warn_of_repeats: boolean;
}

export type Answered = { readonly outcome: 'changed' | 'unchanged' | 'replayed'; readonly answer: string };

export interface Books {
  readonly database: Database;
  /** One change in its own transaction. */
  change: OpenBooks['change'];
  changeOrganisation: OpenBooks['changeOrganisation'];
  /** One change with an answer that is built in its transaction and kept under the caller's key. */
  answerChange<T, S extends WriteScope>(
    entity: Entity,
    act: Act,
    work: Work<S, T>,
    answering: Answering<T>,
  ): Promise<Answered>;
  /** One change that is made once under this key; `AlreadyMade` when it was made before. */
  changeOnce<T, S extends WriteScope>(
    entity: Entity,
    act: Act,
    work: Work<S, T>,
    key: string | undefined,
  ): Promise<Changed<T>>;
  changeOrganisationOnce<T>(
    organisation_id: OrganisationId,
    act: Act,
    work: (ctx: OrganisationChange) => Promise<T>,
    key: string | undefined,
  ): Promise<T>;
  /** Several changes in one transaction. */
  transaction<T>(work: (books: OpenBooks) => Promise<T>): Promise<T>;
}

/** The books of one entity for work too long for one transaction: it reads, and opens one for each step. */
export interface JobScope extends ReadScope {
  readonly books: Books;
  readonly actor: Actor;
  /** The tool, and the request id for the audit rows of the steps. */
  readonly action: string;
  readonly arguments_hash: string;
  readonly request_id: string;
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
}

/** How often a call looks for the answer of a concurrent call with the same key. */
const MAX_CLAIM_TRIES = 5;

export const createBooks = (database: Database, reactions: Reactions): Books => {
  const open = (db: Writer): OpenBooks => ({
    db,
    change: (entity, act, work) => changeEntity(db, reactions, entity, act, work),
    changeOrganisation: (id, act, work) => changeOrganisation(db, id, act, work),
  });
  const transaction: Books['transaction'] = (work) => inTransaction(database, (db) => work(open(db)));
  const once = <T>(
    owner: string,
    act: Act,
    key: string | undefined,
    work: (books: OpenBooks) => Promise<T>,
  ): Promise<T> =>
    key === undefined
      ? transaction(work)
      : workOnce(database, { owner, key, act }, (claim) =>
          transaction(async (books) => {
            await insertClaim(books.db, claim, act.now);
            return work(books);
          }),
        );
  const sweep = createSweep(database);
  return {
    database,
    transaction,
    change: (entity, act, work) => transaction((books) => books.change(entity, act, work)),
    changeOrganisation: (id, act, work) => transaction((books) => books.changeOrganisation(id, act, work)),
    changeOnce: (entity, act, work, key) =>
      once(entity.id, act, key, (books) => books.change(entity, act, work)),
    changeOrganisationOnce: (id, act, work, key) =>
      once(id, act, key, (books) => books.changeOrganisation(id, act, work)),
    answerChange: async (entity, act, work, answering) => {
      const { idempotency_key: key } = answering;
      const attempt = (claim?: Claim): Promise<Answered> =>
        transaction((books) => answerOnce(books, entity, act, work, { ...answering, claim }));
      if (key === undefined) return attempt();
      await sweep(act.now);
      const claim: Claim = {
        entity_id: entity.id,
        key: keyOfActor(act.actor, key),
        tool: act.action,
        arguments_hash: act.arguments_hash,
      };
      for (let tries = 0; tries < MAX_CLAIM_TRIES; tries += 1) {
        const earlier = await earlierAnswer(database, claim, act.now);
        if (earlier !== undefined) return { outcome: 'replayed', answer: earlier };
        try {
          return await attempt(claim);
        } catch (error) {
          // Another call has the key: the next round reads its answer. The same settles an unknown outcome.
          if (!isClaimTaken(error) && !(error instanceof OutcomeUnknown)) throw error;
        }
      }
      throw toolError('database_unavailable', {});
    },
  };
};

const answerOnce = async <T, S extends WriteScope>(
  books: OpenBooks,
  entity: Entity,
  act: Act,
  work: Work<S, T>,
  { claim, answer, check_time, warn_of_repeats }: Answering<T> & { readonly claim: Claim | undefined },
): Promise<Answered> => {
  const { db } = books;
  const repeats = claim === undefined && warn_of_repeats ? await warnOfRepeat(db, entity, act) : [];
  if (claim !== undefined) await insertClaim(db, claim, act.now);
  let saidUnchanged = false;
  const unchanged = (): void => {
    saidUnchanged = true;
  };
  const changed = await books.change(entity, act, (ctx: Unlimited) => work({ ...ctx, unchanged }));
  if (changed.outcome === 'unchanged' && !saidUnchanged)
    throw new Error(`${act.action} wrote without recording a change`);
  // The work has already warned of an earlier record by a more precise comparison.
  const named = changed.warnings.some(({ code }) => code === 'similar_write_recently');
  const warnings =
    changed.outcome === 'unchanged' || named ? changed.warnings : [...repeats, ...changed.warnings];
  const text = answer({ ...changed, warnings });
  if (claim !== undefined) await updateAnswer(db, claim, text);
  check_time();
  return { outcome: changed.outcome, answer: text };
};

/** Agents repeat calls; without a key the repeat is carried out, but the answer names the earlier record. */
const warnOfRepeat = async (db: Writer, entity: Entity, act: Act): Promise<Warning[]> => {
  const since = new Date(act.now.getTime() - SERVICE.windows.similar_write_minutes * 60_000);
  const earlier = await findRepeat({ db, entity }, act, since);
  return earlier === undefined ? [] : [toWarning('similar_write_recently', earlier)];
};

const changeEntity = async <T, S extends WriteScope>(
  db: Writer,
  reactions: Reactions,
  entity: Entity,
  act: Act,
  work: Work<S, T>,
): Promise<Changed<T>> => {
  const changes: Change[] = [];
  const warnings: Warning[] = [];
  const ctx: Unlimited = {
    db,
    entity,
    actor: act.actor,
    now: act.now,
    today: dayIn(entity.time_zone, act.now),
    error: <K extends ErrorCode>(code: K, details: ErrorDetails[K]) => new ToolError(code, details),
    warn: (code, details) => {
      warnings.push(toWarning(code, details));
    },
    record: (change) => {
      changes.push(change);
    },
    unchanged: () => undefined,
    tell: (fact, details) => reactions[fact](ctx, details),
  };
  const result = await work(ctx);
  await insertTrail(db, { ...act, entity_id: entity.id, organisation_id: entity.organisation_id }, changes);
  return { outcome: changes.length > 0 ? 'changed' : 'unchanged', result, warnings };
};

const changeOrganisation = async <T>(
  db: Writer,
  organisation_id: OrganisationId,
  act: Act,
  work: (ctx: OrganisationChange) => Promise<T>,
): Promise<T> => {
  const changes: Change[] = [];
  const result = await work({
    db,
    organisation_id,
    entity: { id: organisation_id },
    actor: act.actor,
    now: act.now,
    record: (change) => {
      changes.push(change);
    },
  });
  await insertTrail(db, { ...act, entity_id: organisation_id, organisation_id }, changes);
  return result;
};
