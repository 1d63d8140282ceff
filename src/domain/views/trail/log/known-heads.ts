// The head of each log as this machine saw it last, in a file beside the database: who can write to the database alone can
// neither take a log back behind it nor have another log signed in its place.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../../base/config.ts';
import type { DatabaseAddress } from '../../../../base/database-address.ts';
import { makeFolder, replaceFile } from '../../../../base/files.ts';
import { append, EMPTY_TREE, packFrontier, rootOf, type Tree, unpackTree } from '../merkle.ts';
import type { Reader } from '../../../../db/database.ts';
import type { LogHead } from '../store/log.ts';
import { readLeaves } from '../store/whole.ts';
import { hasShape, isCount, isHashes, parseJson } from '../verify/ndjson.ts';

const isHead = (value: unknown): value is { readonly size: number; readonly frontier: string[] } =>
  hasShape(value, { size: isCount, frontier: isHashes });

export interface KnownHeads {
  /** Empty while nothing is known. */
  read(organisation_id: string): Promise<Tree>;
  write(organisation_id: string, tree: Tree): Promise<void>;
  /** Where that of the organisation is kept. */
  place(organisation_id: string): string;
}

/** Of this database in this data directory: a copy of the books in another one has a log of its own. */
export const headsFolder = ({ data_dir, database }: Pick<Config, 'data_dir' | 'database'>): string =>
  join(data_dir, 'trail', database === null ? 'private' : nameOf(database));

const nameOf = ({ database, socket, ...first }: DatabaseAddress): string => {
  const places = [first, ...first.others].map(({ host, port }) => `${host}:${port}`).toSorted();
  const text = JSON.stringify([database, socket ?? places]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
};

/** `demo`: the organisation whose id is the same in every database, so that another database is no other log of it. */
export const knownHeadsIn = (folder: string, demo?: string): KnownHeads => {
  const place = (organisation_id: string): string => {
    if (!/^\w+$/u.test(organisation_id)) throw new Error(`${organisation_id} is no id of an organisation`);
    return join(folder, `${organisation_id}.json`);
  };
  return {
    place,
    read: async (organisation_id) => {
      if (organisation_id === demo) return EMPTY_TREE;
      const path = place(organisation_id);
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return EMPTY_TREE;
      const said = parseJson(text);
      if (!isHead(said)) throw new Error(`${path} is not what was kept there; remove it`);
      return unpackTree(said.size, said.frontier);
    },
    write: async (organisation_id, tree) => {
      if (organisation_id === demo) return;
      makeFolder(folder);
      const text = JSON.stringify({ size: tree.size, frontier: packFrontier(tree) });
      await replaceFile(place(organisation_id), (file) => file.writeFile(text));
    },
  };
};

/** The log in the database is not the one that this machine has seen, grown. */
export class LogChanged extends Error {
  constructor(organisation_id: string, known: number, size: number, place: string) {
    const how =
      size < known ? `the database has ${size}` : 'those in the database do not begin with the same';
    super(
      `the log of ${organisation_id} had ${known} entries when this machine saw it last, and ${how}: nothing more is taken ` +
        `into it. See "audit verify". If the database was set back on purpose, remove ${place}`,
    );
    this.name = 'LogChanged';
  }
}

/** What this machine knows; throws unless the log begins with all of it. Its lease must be held. */
export const requireGrown = async (
  heads: KnownHeads,
  db: Reader,
  organisation_id: string,
  head: Pick<LogHead, 'tree'> | undefined,
): Promise<Tree> => {
  const known = await heads.read(organisation_id);
  if (known.size === 0) return known;
  const now = head?.tree ?? EMPTY_TREE;
  let tree = known;
  if (now.size > known.size)
    for await (const leaves of readLeaves(db, organisation_id, known.size - 1))
      for (const { hash } of leaves) tree = append(tree, Buffer.from(hash, 'hex'));
  if (tree.size !== now.size || !rootOf(tree).equals(rootOf(now)))
    throw new LogChanged(organisation_id, known.size, now.size, heads.place(organisation_id));
  return known;
};
