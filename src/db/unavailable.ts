// What every way in says of a database that cannot do its work at the moment; nothing was stored.
import { isConflict, isFull, isLostConnection, isOverloaded, isReadOnly } from './errno.ts';
import { NoRoom } from './room.ts';
import { DatabaseTimeout } from './timeout.ts';

/** The same may succeed in a moment, or on another server. */
export const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof DatabaseTimeout ||
  isLostConnection(thrown) ||
  isConflict(thrown) ||
  isReadOnly(thrown) ||
  isOverloaded(thrown);

/** Somebody has to make room first. */
export const isOutOfRoom = (thrown: unknown): boolean => thrown instanceof NoRoom || isFull(thrown);
