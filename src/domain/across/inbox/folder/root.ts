// The folder with the folders of all companies: which they are, and what else lies there.
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { access, constants, lstat, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import type { Reader } from '../../../../db/database.ts';
import { INBOX_FOLDER } from '../../../../../generated/vocabulary/inbox-folder.ts';
import { findAnyEntity } from '../../../ground/entities/store.ts';
import { companyOf, isLeftAlone, shownName, under } from './names.ts';
import type { CompanyFolder } from './take.ts';
import { codeOf, isFileError, isGone, namesIn, walk } from './walk.ts';

/** Why something below the folder is not received. */
export interface Left {
  readonly why: 'no_company' | 'not_a_folder' | 'linked' | 'unreadable';
  readonly name: string;
}

export interface Root {
  /** Its own path, whatever links lead to it. */
  readonly path: Buffer;
  readonly companies: readonly CompanyFolder[];
  readonly left: readonly Left[];
}

const MARKER_LENGTH = 36;

/** The id that stands in the folder, so that instances know whether they see the same one; made where there is none. */
export const markOf = async (root: Buffer): Promise<string> => {
  const marker = under(root, INBOX_FOLDER.marker);
  const stated = async (): Promise<string | undefined> => {
    try {
      const text = (await readFile(marker, 'utf8')).trim();
      return text.length === MARKER_LENGTH ? text : undefined;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  };
  const earlier = await stated();
  if (earlier !== undefined) return earlier;
  const id = randomUUID();
  const partial = under(root, `${INBOX_FOLDER.marker}.${id}`);
  try {
    await writeFile(partial, `${id}\n`, { flag: 'wx' });
    await rename(partial, marker);
  } finally {
    await rm(partial, { force: true });
  }
  // Of several that make one at once the last one stands.
  return (await stated()) ?? id;
};

const MOST_LEFT = 20;

/** Throws where the folder is not there or cannot be read. */
export const openRoot = async (db: Reader, folder: string): Promise<Root> => {
  const path = await realpath(Buffer.from(folder), { encoding: 'buffer' });
  const companies: CompanyFolder[] = [];
  const left: Left[] = [];
  for await (const name of namesIn(path)) {
    if (isLeftAlone(name)) continue;
    const found = await lookAt(db, under(path, name), name);
    if (found === undefined) continue;
    if ('path' in found) companies.push(found);
    else if (left.length < MOST_LEFT) left.push(found);
  }
  return { path, companies, left };
};

const statOf = async (path: Buffer): Promise<Stats | Left['why'] | undefined> => {
  try {
    return await lstat(path);
  } catch (error) {
    return isGone(error) ? undefined : 'unreadable';
  }
};

const lookAt = async (db: Reader, path: Buffer, name: Buffer): Promise<CompanyFolder | Left | undefined> => {
  const shown = shownName(name);
  const stat = await statOf(path);
  if (stat === undefined) return undefined;
  if (typeof stat === 'string') return { why: stat, name: shown };
  if (stat.isSymbolicLink()) return { why: 'linked', name: shown };
  if (!stat.isDirectory()) return { why: 'not_a_folder', name: shown };
  const id = companyOf(name);
  const entity = id === undefined ? undefined : await findAnyEntity(db, id);
  return entity?.active === true ? { path, entity } : { why: 'no_company', name: shown };
};

/** Why files could not be moved within the folder. */
export const whyNotWritten = async ({ path }: { readonly path: Buffer }): Promise<string | undefined> => {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
};

const MOST_COUNTED = 1_000;

/** Files that wait in the company's folder, and those that failed there; at most a thousand of each. */
export const countFiles = async (
  company: CompanyFolder,
): Promise<{ readonly waiting: number; readonly failed: number }> => {
  let waiting = 0;
  for await (const _ of walk(company.path, () => undefined)) if ((waiting += 1) >= MOST_COUNTED) break;
  return { waiting, failed: (await failedIn(company.path)).length };
};

const TEXT = '.txt';

/** The names of those that failed, without the texts beside them, which may outlast them; at most a thousand. */
const failedIn = async (company: Buffer): Promise<readonly string[]> => {
  const names = new Set<string>();
  try {
    for await (const name of namesIn(under(company, INBOX_FOLDER.failed))) {
      if (!isLeftAlone(name)) names.add(name.toString('latin1'));
      if (names.size >= 2 * MOST_COUNTED) break;
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  return [...names]
    .filter((name) => !name.endsWith(TEXT) || names.has(`${name}${TEXT}`))
    .slice(0, MOST_COUNTED)
    .map((name) => shownName(Buffer.from(name, 'latin1')));
};

/**
 * The names of the files that were not received from the folders of one company. None where the folder cannot be looked
 * at: doctor tells the operator of that.
 */
export const failedFiles = async (folder: string, entity_id: string): Promise<readonly string[]> => {
  const failed: string[] = [];
  try {
    for await (const name of namesIn(Buffer.from(folder))) {
      if (companyOf(name) !== entity_id) continue;
      const path = under(Buffer.from(folder), name);
      if ((await lstat(path)).isDirectory()) failed.push(...(await failedIn(path)));
    }
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
  return failed.toSorted();
};
