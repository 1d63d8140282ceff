// What cannot be undone: a person at a terminal is asked before it (`questions.ts`). Programs are never asked: what they run
// they have decided.
import type { Command } from 'commander';

/** A command as it was given, its values parsed. */
export interface Given {
  /** Such as `invoice void`. */
  readonly path: string;
  readonly args: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
}

export const ON_BOOKS = [
  'approval approve',
  'cancellation approve',
  'invoice void',
  'invoice not-filed',
  'invoice discard',
  'payment reverse',
  'archive delete',
  'counterparty merge',
  'key revoke',
  'key roll',
  'member remove',
  'webhook delete',
  'webhook rotate',
] as const;

/** Before there is a database. */
export const ALONE = ['restore'] as const;

export const IRREVERSIBLE: readonly string[] = [...ON_BOOKS, ...ALONE];

export const addYes = (path: string, command: Command): void => {
  if (IRREVERSIBLE.includes(path)) command.option('--yes', 'do not ask at a terminal whether to go on');
};
