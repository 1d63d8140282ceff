// Builds what a handler sees of its call.
import type { ToolDescriptor } from '../../generated/dispatch.ts';
import type { ErrorCode, ErrorDetails } from '../../generated/errors.ts';
import { WARNINGS, type WarningCode, type WarningDetails } from '../../generated/warnings.ts';
import type { Reader } from '../db/database.ts';
import type { Identity } from '../domain/access/identity.ts';
import type { Entity } from '../base/entity.ts';
import type { Change, OrganisationScope, ReadScope, WriteScope } from '../domain/change/scope.ts';
import type { Raises, Warns } from '../base/raises.ts';
import { dayIn } from '../base/time/day.ts';
import { fillTemplate, ToolError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly path: string | null;
}

/** Everything any handler may ask for; a handler's own `Context<T>` shows the part that its YAML declares. */
export type FullContext = OrganisationScope &
  Raises<ErrorCode> &
  Warns<WarningCode> & {
    readonly key: Identity;
    readonly request_id: string;
    readonly signal: AbortSignal;
    readonly log: Logger;
  };

/** What a call gathers while it runs, for the answer and the trail. */
export interface Gathered {
  readonly warnings: Warning[];
  readonly changes: Change[];
}

export interface CallFacts {
  readonly descriptor: ToolDescriptor;
  readonly identity: Identity;
  readonly request_id: string;
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly now: Date;
}

export const toWarning = <C extends WarningCode>(
  code: C,
  details: WarningDetails[C] & { readonly path?: string },
): Warning => ({ code, message: fillTemplate(WARNINGS[code].message, details), path: details.path ?? null });

/** The context of a tool that acts on no single entity. */
export const organisationContext = (facts: CallFacts, db: Reader, gathered: Gathered): FullContext => ({
  db,
  organisation_id: facts.identity.organisation_id,
  key: facts.identity,
  request_id: facts.request_id,
  signal: facts.signal,
  log: facts.log,
  now: facts.now,
  error: <C extends ErrorCode>(code: C, details: ErrorDetails[C]) => new ToolError(code, details),
  warn: (code, details) => {
    gathered.warnings.push(toWarning(code, details));
  },
});

/** The context of a tool on one entity's books; `record` does nothing but gather, so a read has it without harm. */
export const entityContext = <D extends Reader>(
  facts: CallFacts,
  db: D,
  entity: Entity,
  gathered: Gathered,
): FullContext & ReadScope & Omit<WriteScope, 'db'> & { readonly db: D } => ({
  ...organisationContext(facts, db, gathered),
  db,
  entity,
  today: dayIn(entity.time_zone, facts.now),
  actor: { type: 'key', id: facts.identity.key_id },
  record: (change) => {
    gathered.changes.push(change);
  },
});
