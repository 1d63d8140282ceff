// The file that maps external ids to ids, for later imports that refer to these records. Written atomically.
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Refusal } from '../../../base/refusal.ts';

export interface MapFile {
  add(externalId: string | undefined, id: string | null): void;
  /** Discards what was added, for a restart of the transaction. */
  restart(): Promise<void>;
  flush(): Promise<void>;
  keep(): Promise<void>;
  drop(): Promise<void>;
}

const NO_MAP: MapFile = {
  add: () => undefined,
  restart: async () => undefined,
  flush: async () => undefined,
  keep: async () => undefined,
  drop: async () => undefined,
};

/** Gets all lines once the import is certain. */
export type TakeMap = (lines: string) => Promise<void>;

const lineOf = (external_id: string, id: string): string => `${JSON.stringify({ external_id, id })}\n`;

const passMap = (take: TakeMap): MapFile => {
  const lines: string[] = [];
  return {
    ...NO_MAP,
    add: (externalId, id) => {
      if (externalId !== undefined && id !== null) lines.push(lineOf(externalId, id));
    },
    restart: async () => void lines.splice(0),
    keep: () => take(lines.join('')),
  };
};

export const openMapFile = async (path: string | TakeMap | null): Promise<MapFile> => {
  if (path === null) return NO_MAP;
  if (typeof path === 'function') return passMap(path);
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await create(path, temporary);
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length > 0) await file.appendFile(lines.join(''));
    lines = [];
  };
  return {
    add: (externalId, id) => {
      if (externalId !== undefined && id !== null) lines.push(lineOf(externalId, id));
    },
    restart: async () => {
      lines = [];
      await file.truncate(0);
    },
    flush,
    keep: async () => {
      await flush();
      await file.sync();
      await file.close();
      await rename(temporary, path);
    },
    drop: async () => {
      await file.close();
      await rm(temporary, { force: true });
    },
  };
};

const create = async (path: string, temporary: string): Promise<FileHandle> => {
  try {
    // Append mode, so that writing continues at the start after a truncation.
    return await open(temporary, 'a', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Refusal('unreadable_file', `The map file ${path} cannot be written (${code}).`);
  }
};
