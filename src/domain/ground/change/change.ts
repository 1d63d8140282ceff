// The only way to change the books, for tools, commands, the worker and the matcher: the change, its audit rows, its
// events and its idempotency record are one transaction.
import type { Code, CodeDetails } from '../../../../generated/refusals.ts';
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { WarningCode } from '../../../../generated/warnings.ts';
import type { Entity } from '../../../base/entity.ts';
import { ToolError } from '../../../base/errors.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { dayIn } from '../../../base/time/day.ts';
import type { Database, Writer } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { type Act, toWarning, type Warning } from './act.ts';
import { answerDryRun } from './dry-run.ts';
import { answerOfClaim, claimOf, createSweep, workOnce } from './idempotency.ts';
import type { Actor, Change, Facts, ReadScope, WriteScope } from './scope.ts';
import { NOT_LOOKED, warnOfRepeat } from './repeat.ts';
import { type Claim, insertClaim, insertTrail, updateAnswer } from './store.ts';

export { type Act, newAct, SYSTEM, toWarning, type Warning } from './act.ts';

/** The books of one entity, for work that may raise exactly these errors and warnings. */
export type EntityChange<C extends Code = Code, W extends WarningCode = never> = WriteScope &
  Raises<C> &
  Warns<W>;

/** Allows any error and warning. */
export type Unlimited = EntityChange<Code, WarningCode>;

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
  /** States that nothing had to change. */
  unchanged(): void;
}

/** The same for a tool, which may raise and warn. */
export type OrganisationWrite<
  C extends Code = Code,
  W extends WarningCode = WarningCode,
> = OrganisationChange & Raises<C> & Warns<W>;

export interface Changed<T> {
  /** `unchanged`: nothing was recorded, because nothing had to change. */
  readonly outcome: 'changed' | 'unchanged';
  readonly result: T;
  readonly warnings: readonly Warning[];
}

/**
 * Reactions to the facts that a change reports; see `books/books.ts`. Who reports a fact declares what they refuse.
 */
export type Reactions = { readonly [F in keyof Facts]: (ctx: EntityChange, fact: Facts[F]) => Promise<void> };

/** Several changes of one transaction. */
export interface OpenBooks {
  readonly db: Writer;
  change<T, S extends WriteScope>(entity: Entity, act: Act, work: Work<S, T>): Promise<Changed<T>>;
  /** Changes records of the organisation; audit rows get the organisation's id. */
  changeOrganisation<T>(
    organisation_id: OrganisationId,
    act: Act,
    work: (ctx: OrganisationWrite) => Promise<T>,
  ): Promise<T>;
}

/** How the answer of a call is built and kept. */
export interface Answering<T> {
  /** Builds the answer inside the transaction; throwing rolls back the change. */
  answer(changed: Changed<T>): string;
  /** What a repeat is answered: a secret that is shown once is not kept. */
  keep(answer: string): string;
  /** Called last; throwing rolls back the change. */
  check_time(): void;
  /** With a key, repeating the call returns the first answer within the window of the spec. */
  readonly idempotency_key: string | undefined;
  /** Nothing is stored, not the key either; see `dry-run.ts`. */
  readonly dry_run?: boolean;
  /** Without a key, a recent similar change causes a warning; see `SERVICE.windows.similar_write_minutes`. */
  readonly warn_of_repeats: boolean;
}

export type Answered = {
  readonly outcome: 'changed' | 'unchanged' | 'replayed' | 'tried';
  readonly answer: string;
};

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
  /** The same for records of the organisation. */
  answerOrganisationChange<T>(
    organisation_id: OrganisationId,
    act: Act,
    work: (ctx: OrganisationWrite) => Promise<T>,
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
    work: (ctx: OrganisationWrite) => Promise<T>,
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
  readonly deadline: { readonly signal: AbortSignal };
}

export const createBooks = (database: Database, reactions: Reactions): Books => {
  const open = (db: Writer): OpenBooks => ({
    db,
    change: (entity, act, work) => changeEntity(db, reactions, entity, act, work),
    changeOrganisation: async (id, act, work) => (await changeOrganisation(db, id, act, work)).result,
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
  const answer = async <T>(
    owner: Owner,
    act: Act,
    answering: Answering<T>,
    change: Answerable<T>,
  ): Promise<Answered> => {
    const { idempotency_key: key, dry_run = false } = answering;
    const claim = claimOf(owner.id, act, key);
    const attempt = (books: OpenBooks): Promise<Answered> =>
      answerOnce(books, owner, act, change, { ...answering, claim });
    if (dry_run) return answerDryRun(database, claim, act.now, (db) => attempt(open(db)));
    if (claim === undefined) return transaction(attempt);
    await sweep(act.now);
    return answerOfClaim(database, claim, act.now, () => transaction(attempt));
  };
  return {
    database,
    transaction,
    change: (entity, act, work) => transaction((books) => books.change(entity, act, work)),
    changeOrganisation: (id, act, work) => transaction((books) => books.changeOrganisation(id, act, work)),
    changeOnce: (entity, act, work, key) =>
      once(entity.id, act, key, (books) => books.change(entity, act, work)),
    changeOrganisationOnce: (id, act, work, key) =>
      once(id, act, key, (books) => books.changeOrganisation(id, act, work)),
    answerChange: (entity, act, work, answering) =>
      answer(entity, act, answering, (books, looked, unchanged) =>
        books.change(entity, looked, (ctx: Unlimited) => work({ ...ctx, unchanged })),
      ),
    answerOrganisationChange: (id, act, work, answering) =>
      answer({ id, organisation_id: id }, act, answering, ({ db }, looked, unchanged) =>
        changeOrganisation(db, id, looked, (ctx) => work({ ...ctx, unchanged })),
      ),
  };
};

/** The entity or the organisation whose records are changed. */
interface Owner {
  readonly id: string;
  readonly organisation_id: string;
}

type Answerable<T> = (books: OpenBooks, act: Act, unchanged: () => void) => Promise<Changed<T>>;

const answerOnce = async <T>(
  books: OpenBooks,
  owner: Owner,
  act: Act,
  change: Answerable<T>,
  asked: Answering<T> & { readonly claim: Claim | undefined },
): Promise<Answered> => {
  const { db } = books;
  const { answer, keep, check_time, warn_of_repeats, dry_run = false } = asked;
  // A dry run costs no key, and yet the call under it has nothing to repeat.
  const claim = dry_run ? undefined : asked.claim;
  const { no_receivers_at, repeats } =
    asked.claim === undefined && warn_of_repeats ? await warnOfRepeat(db, owner, act) : NOT_LOOKED;
  if (claim !== undefined) await insertClaim(db, claim, act.now);
  let saidUnchanged = false;
  const unchanged = (): void => {
    saidUnchanged = true;
  };
  const looked = no_receivers_at === undefined ? act : { ...act, no_receivers_at };
  const changed = await change(books, looked, unchanged);
  if (changed.outcome === 'unchanged' && !saidUnchanged)
    throw new Error(`${act.action} wrote without recording a change`);
  // The work has already warned of an earlier record by a more precise comparison.
  const named = changed.warnings.some(({ code }) => code === 'similar_write_recently');
  const warnings =
    changed.outcome === 'unchanged' || named ? changed.warnings : [...repeats, ...changed.warnings];
  const text = answer({ ...changed, warnings });
  if (claim !== undefined) await updateAnswer(db, claim, keep(text));
  check_time();
  return { outcome: changed.outcome, answer: text };
};

const raise = <K extends Code>(code: K, details: CodeDetails[K]): ToolError => new ToolError(code, details);

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
    error: raise,
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
  work: (ctx: OrganisationWrite) => Promise<T>,
): Promise<Changed<T>> => {
  const changes: Change[] = [];
  const warnings: Warning[] = [];
  const result = await work({
    db,
    organisation_id,
    entity: { id: organisation_id },
    actor: act.actor,
    now: act.now,
    error: raise,
    warn: (code, details) => {
      warnings.push(toWarning(code, details));
    },
    record: (change) => {
      changes.push(change);
    },
    unchanged: () => undefined,
  });
  await insertTrail(db, { ...act, entity_id: organisation_id, organisation_id }, changes);
  return { outcome: changes.length > 0 ? 'changed' : 'unchanged', result, warnings };
};
