// Where a file stands: its room, its noun, and whether it is a store.
import { dirname, join, normalize, relative, sep } from 'node:path';

import type { House, Owner, Room } from './house.ts';

export interface Place {
  /** From the root, with slashes. */
  readonly path: string;
  /** The folder of src/, or the top-level folder beside it. */
  readonly roomName: string;
  readonly room: Room | undefined;
  /** The folders and the file below the room. */
  readonly below: readonly string[];
  readonly noun: Owner | undefined;
}

/** Undefined for files outside of the root. */
export const placeOf = (house: House, root: string, file: string): Place | undefined => {
  const path = relative(root, file).split(sep).join('/');
  if (path.startsWith('..')) return undefined;
  const parts = path.split('/');
  const [roomName = '', ...below] = parts[0] === 'src' ? parts.slice(1) : parts;
  const room = parts[0] === 'src' ? house.rooms.get(roomName) : undefined;
  return { path, roomName, room, below, noun: roomName === 'domain' ? nounOf(house, below) : undefined };
};

/** A noun may stand in a folder of another, as `bank/accounts`: the longest name counts. */
const nounOf = (house: House, below: readonly string[]): Owner | undefined => {
  for (let length = below.length; length > 0; length -= 1) {
    const noun = house.nouns.get(below.slice(0, length).join('/').replace(/\.ts$/, ''));
    if (noun !== undefined) return noun;
  }
  return undefined;
};

/** The file that an import from this one names; undefined for packages. */
export const resolveImport = (from: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;

/** `store.ts`, or a file in a `store/` folder, of a noun or of a room with tables. */
export const isStore = ({ roomName, room, below, noun }: Place): boolean => {
  const hasStore = roomName === 'domain' ? noun !== undefined : (room?.tables.length ?? 0) > 0;
  return hasStore && (below.at(-1) === 'store.ts' || below.slice(0, -1).includes('store'));
};

export const mayHoldStatements = (place: Place): boolean => place.room?.statements === true || isStore(place);
