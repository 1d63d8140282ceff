// What lies in the folder of a company, without following a link: a few hundred files at a time, whatever there is.
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { INBOX_FOLDER } from '../../../../../generated/vocabulary/inbox-folder.ts';
import { isLeftAlone, under } from './names.ts';

/** A file, or what stands in its place, as it was when it was looked at. */
export interface Found {
  readonly path: Buffer;
  readonly name: Buffer;
  readonly kind: 'file' | 'link' | 'other';
  readonly stat: BigIntStats;
}

const OWN: ReadonlySet<string> = new Set([INBOX_FOLDER.done, INBOX_FOLDER.failed]);
/** Folders within folders; what lies deeper stays where it is, and is told. */
const DEEPEST = 5;

export const isGone = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

/** Of a file or folder, not of a connection. */
export const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'path' in error;

export const namesIn = async function* (folder: Buffer): AsyncGenerator<Buffer> {
  // The types know names as text alone.
  const entries = await opendir(folder, { encoding: 'buffer' as BufferEncoding });
  for await (const { name } of entries as AsyncIterable<Dirent | { readonly name: Buffer }>)
    yield Buffer.from(name as string);
};

const kindOf = (stat: BigIntStats): Found['kind'] =>
  stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : 'other';

/** Throws where the folder itself cannot be read; `tooDeep` is called for what lies too deep. */
export const walk = async function* (folder: Buffer, tooDeep: () => void, depth = 0): AsyncGenerator<Found> {
  for await (const name of namesIn(folder)) {
    if (isLeftAlone(name) || (depth === 0 && OWN.has(name.toString('latin1')))) continue;
    const path = under(folder, name);
    let stat: BigIntStats;
    try {
      stat = await lstat(path, { bigint: true });
    } catch (error) {
      if (isGone(error)) continue;
      throw error;
    }
    if (!stat.isDirectory()) yield { path, name, kind: kindOf(stat), stat };
    else if (depth === DEEPEST) tooDeep();
    else
      try {
        yield* walk(path, tooDeep, depth + 1);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
  }
};

/** Two looks that say the same of a file: nobody wrote to it in between. */
export const isSame = (one: BigIntStats, other: BigIntStats): boolean =>
  one.ino === other.ino && one.dev === other.dev && one.size === other.size && one.mtimeNs === other.mtimeNs;
