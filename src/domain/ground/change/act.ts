// Who changes the books and how it is called, and what a change warns of.
import { createHash, randomUUID } from 'node:crypto';
import { WARNINGS, type WarningCode, type WarningDetails } from '../../../../generated/warnings.ts';
import { fillTemplate } from '../../../base/errors.ts';
import type { Actor } from './scope.ts';

/** Author and action of a change: one tool call, one command, one step of the worker. */
export interface Act {
  readonly actor: Actor;
  /** The tool or the command, such as `entity create`. */
  readonly action: string;
  /** Hex SHA-256 of the action and its arguments. */
  readonly arguments_hash: string;
  readonly request_id: string;
  readonly now: Date;
  /** When its transaction saw that no webhook receives, by `performance.now()`; left out where it did not. */
  readonly no_receivers_at?: number | undefined;
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

/** A change that was made but is probably a mistake. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly path: string | null;
  /** For people, who are told in their language. */
  readonly details: Readonly<Record<string, unknown>>;
}

export const toWarning = <C extends WarningCode>(
  code: C,
  details: WarningDetails[C] & { readonly path?: string },
): Warning => ({
  code,
  message: fillTemplate(WARNINGS[code].message, details),
  path: details.path ?? null,
  details: { ...details },
});
