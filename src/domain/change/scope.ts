// What a domain function may do: which books it reads or writes, which errors and warnings it may raise.
// Handlers, admin commands and the worker all pass one of these, so the domain knows nothing of their kind.
import type { EventType } from '../../../generated/events.ts';
import type { OrganisationId } from '../../../generated/ids.ts';
import type { Reader, Writer } from '../../db/database.ts';
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

/** What happens in one noun and matters to nouns above it, which it does not know. */
export interface Facts {
  /** Invoices or bills as they were just written, with another balance. */
  readonly documents_settled: readonly SettledFigures[];
}

export interface SettledFigures {
  readonly id: string;
  readonly currency: string;
  readonly balance_minor: number;
  readonly open: boolean;
}

/** The books of one entity, inside a transaction that also keeps the trail. */
export interface WriteScope extends ReadScope {
  readonly db: Writer;
  readonly actor: Actor;
  /** Keeps the change for the trail; written before the transaction commits. */
  record(change: Change): void;
  /** Says that the books hold already what was asked for; a tool that records nothing must say so. */
  unchanged(): void;
  /** Tells what happened to those whom it concerns; they react in the same transaction. */
  tell<F extends keyof Facts>(fact: F, details: Facts[F]): Promise<void>;
}
