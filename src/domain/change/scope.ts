// The context of domain functions: which books they read or write, which errors and warnings they may raise.
// Tools, admin commands and the worker all pass one, so the domain does not depend on them.
import type { EventType } from '../../../generated/events.ts';
import type { OrganisationId } from '../../../generated/ids.ts';
import type { Reader, Writer } from '../../db/database.ts';
import type { Entity } from '../../base/entity.ts';
import type { IsoDay } from '../../base/time/day.ts';

/** The author of a change: an agent's key, a member, or the service itself. */
export interface Actor {
  readonly type: 'key' | 'member' | 'system';
  readonly id: string;
}

/** Reads across the entities of an organisation; for entity discovery and search only. */
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
  /** The time of the call, constant throughout. */
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

/** Facts that one noun reports to the nouns above it, which it must not import. */
export interface Facts {
  /** Invoices or bills after a change of their balance. */
  readonly documents_settled: readonly SettledFigures[];
}

export interface SettledFigures {
  readonly id: string;
  readonly currency: string;
  readonly balance_minor: number;
  readonly open: boolean;
}

/** The books of one entity, inside a transaction that also writes the audit rows. */
export interface WriteScope extends ReadScope {
  readonly db: Writer;
  readonly actor: Actor;
  /** Records the change for the audit trail; written before the transaction commits. */
  record(change: Change): void;
  /** States that nothing had to change; a tool that records nothing must call it. */
  unchanged(): void;
  /** Reports a fact to the nouns that react to it, in the same transaction. */
  tell<F extends keyof Facts>(fact: F, details: Facts[F]): Promise<void>;
}
