// A change from the admin side: the same context that a tool's handler gets, and the same trail behind it.
import { createHash, randomUUID } from 'node:crypto';
import type { ErrorCode, ErrorDetails } from '../../../generated/errors.ts';
import type { OrganisationId } from '../../../generated/ids.ts';
import { WARNINGS, type WarningCode, type WarningDetails } from '../../../generated/warnings.ts';
import type { Writer } from '../../db/database.ts';
import { fillTemplate, ToolError } from '../../base/errors.ts';
import type { Entity } from '../../base/entity.ts';
import type { Actor, Change, WriteScope } from './scope.ts';
import type { Raises, Warns } from '../../base/raises.ts';
import { dayIn } from '../../base/time/day.ts';
import { writeTrail } from './trail.ts';

/** Who does what: one run of an admin command. */
export interface Act {
  readonly actor: Actor;
  /** The command, such as `entity create`. */
  readonly action: string;
  readonly arguments_hash: string;
  readonly request_id: string;
  readonly now: Date;
}

/** The person at the terminal when no member is named. */
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

/** The books of one entity, open for an admin command: any declared error and warning may come of it. */
export type EntityChange = WriteScope & Raises<ErrorCode> & Warns<WarningCode>;

/** An organisation's own records. It stands where an entity would, so that `scoped` binds statements to it. */
export interface OrganisationChange {
  readonly db: Writer;
  readonly organisation_id: OrganisationId;
  readonly entity: { readonly id: string };
  readonly now: Date;
  record(change: Change): void;
}

/** What a warning says. */
export const warningSentence = <C extends WarningCode>(code: C, details: WarningDetails[C]): string =>
  fillTemplate(WARNINGS[code].message, details);

export interface Changed<T> {
  readonly result: T;
  /** Sentences about what was done and is probably not meant. */
  readonly warnings: readonly string[];
}

/** Runs the work and writes its trail, in the transaction of `db`. */
export const changeEntity = async <T>(
  db: Writer,
  entity: Entity,
  act: Act,
  work: (ctx: EntityChange) => Promise<T>,
): Promise<Changed<T>> => {
  const changes: Change[] = [];
  const warnings: string[] = [];
  const result = await work({
    db,
    entity,
    actor: act.actor,
    now: act.now,
    today: dayIn(entity.time_zone, act.now),
    error: <C extends ErrorCode>(code: C, details: ErrorDetails[C]) => new ToolError(code, details),
    warn: <C extends WarningCode>(code: C, details: WarningDetails[C]) => {
      warnings.push(warningSentence(code, details));
    },
    record: (change) => {
      changes.push(change);
    },
  });
  await keepTrail(db, entity.id, entity.organisation_id, act, changes);
  return { result, warnings };
};

/** The same for what belongs to the organisation as a whole; the trail is kept under the organisation's id. */
export const changeOrganisation = async <T>(
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
    now: act.now,
    record: (change) => {
      changes.push(change);
    },
  });
  await keepTrail(db, organisation_id, organisation_id, act, changes);
  return result;
};

/** Rows of one INSERT: well below any server's packet. */
const CHANGES_PER_STATEMENT = 200;

const keepTrail = async (
  db: Writer,
  entity_id: string,
  organisation_id: string,
  act: Act,
  changes: readonly Change[],
): Promise<void> => {
  for (let start = 0; start < changes.length; start += CHANGES_PER_STATEMENT) {
    const chunk = changes.slice(start, start + CHANGES_PER_STATEMENT);
    await writeTrail(db, { ...act, entity_id, organisation_id }, chunk);
  }
};
