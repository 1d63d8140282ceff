// What a domain function may do: which books it reads or writes, which errors and warnings it may raise.
// Handlers, admin commands and the worker all pass one of these, so the domain knows nothing of their kind.
import type { EventType } from '../../../generated/events.ts';
import type { OrganisationId } from '../../../generated/ids.ts';
import type { Database, Reader, Writer } from '../../db/database.ts';
import type { Entity } from '../../base/entity.ts';
import type { IsoDay } from '../../base/time/day.ts';

/** Who does it: an agent's key, a person on the admin side, or the service itself. */
export interface Actor {
  readonly type: 'key' | 'member' | 'system';
  readonly id: string;
}

/** Reading across an organisation's entities; only entity discovery and search do so. */
export interface OrganisationScope {
  readonly db: Reader;
  readonly organisation_id: OrganisationId;
  readonly now: Date;
}

/** The books of one entity, for reading. */
export interface ReadScope {
  readonly db: Reader;
  readonly entity: Entity;
  /** Today in the entity's time zone. */
  readonly today: IsoDay;
  /** The moment of the call; one value throughout. */
  readonly now: Date;
}

/** One change of one record: becomes an audit row and an event in the same transaction. */
export interface Change {
  readonly event: EventType;
  readonly record_type: string;
  readonly record_id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The books of one entity for work that is too long for one transaction: it reads, and runs its own for each step. */
export interface JobScope extends ReadScope {
  readonly database: Database;
  readonly actor: Actor;
  /** The tool, and the request that the steps' trail names. */
  readonly action: string;
  readonly arguments_hash: string;
  readonly request_id: string;
  /** Aborted when the caller waits no longer. */
  readonly signal: AbortSignal;
}

/** The books of one entity, inside a transaction that also keeps the trail. */
export interface WriteScope extends ReadScope {
  readonly db: Writer;
  readonly actor: Actor;
  /** Keeps the change for the trail; written before the transaction commits. */
  record(change: Change): void;
}
