// Takes one file from the folder of a company: kept first, then moved aside. What breaks off between is known again by its
// digest and moved the next time.
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, realpath, rename, writeFile } from 'node:fs/promises';
import { SERVICE } from '../../../../../generated/service.ts';
import { inboxFolderWords } from '../../../../../generated/texts/inbox-folder.ts';
import { INBOX_FOLDER } from '../../../../../generated/vocabulary/inbox-folder.ts';
import type { Entity } from '../../../../base/entity.ts';
import { plainFileName } from '../../../../base/file-type.ts';
import { findLocale } from '../../../../base/locale.ts';
import type { Database } from '../../../../db/database.ts';
import { newAct, SYSTEM } from '../../../ground/change/change.ts';
import { draftOf, FileTooLarge } from '../../../ground/files/keep.ts';
import type { Inbox } from '../inbox.ts';
import { shortened, shownName, under } from './names.ts';
import { codeOf, type Found, isGone, isSame } from './walk.ts';

export interface Taking {
  readonly database: Database;
  readonly inbox: Pick<Inbox, 'receiveDraft'>;
  readonly now: () => Date;
}

/** The company's folder: its own path, without any link in it. */
export interface CompanyFolder {
  readonly path: Buffer;
  readonly entity: Entity;
}

/** The folder does not let itself be worked in: full, read-only, or somebody put something else into its place. */
export class FolderFault extends Error {
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`the folder of a company cannot be written (${code})`, { cause });
    this.code = code;
  }
}

/** `changed`: somebody is still writing it, or took it away; it is looked at again. */
export type Taken = 'kept' | 'failed' | 'changed';

const { file_bytes: MOST } = SERVICE.inbox;
const ACCESS = 0o777;
const READ = 0o666;

/** Whoever may use the company's folder may use those within it. */
const modeOf = async ({ path }: CompanyFolder): Promise<number> => (await lstat(path)).mode;

const inFolder = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FolderFault ? error : new FolderFault(codeOf(error), error);
  }
};

/** A folder beside the files; one that is a link, or a file, is not written into. */
const ownFolder = (company: CompanyFolder, name: string): Promise<Buffer> =>
  inFolder(async () => {
    const path = under(company.path, name);
    const found = await lstat(path).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw error;
    });
    if (found === undefined) {
      await mkdir(path);
      await chmod(path, (await modeOf(company)) & ACCESS);
    } else if (!found.isDirectory()) throw new FolderFault('ENOTDIR');
    return path;
  });

/** Somebody may have taken it meanwhile, and then it need not be moved. */
const move = (from: Buffer, to: Buffer): Promise<void> =>
  inFolder(async () => {
    try {
      await rename(from, to);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  });

type Words = ReturnType<typeof inboxFolderWords>['reasons'];

const setAside = async (
  company: CompanyFolder,
  { path, name }: Found,
  why: (reasons: Words) => string,
): Promise<'failed'> => {
  const words = inboxFolderWords(findLocale(company.entity.country_code).language);
  const text = `${words.notTaken(shownName(name))} ${why(words.reasons)}\n${words.again}\n`;
  const folder = await ownFolder(company, INBOX_FOLDER.failed);
  const mode = (await modeOf(company)) & READ;
  return inFolder<'failed'>(async () => {
    for (let count = 1; ; count += 1) {
      const own = shortened(name);
      const to = under(folder, count === 1 ? own : Buffer.concat([Buffer.from(`${count} `), own]));
      const beside = Buffer.concat([to, Buffer.from('.txt')]);
      if (await isThere(to)) continue;
      try {
        await writeFile(beside, text, { flag: 'wx' });
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue;
        throw error;
      }
      await chmod(beside, mode);
      await move(path, to);
      return 'failed';
    }
  });
};

const isThere = async (path: Buffer): Promise<boolean> => {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
};

/** What leads outside of the company's folder. */
const leavesFolder = async ({ path: root }: CompanyFolder, { path, name }: Found): Promise<boolean> => {
  const parent = await realpath(path.subarray(0, path.length - name.length - 1), { encoding: 'buffer' });
  return !parent.equals(root) && !parent.subarray(0, root.length + 1).equals(under(root, ''));
};

const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

export const takeFile = async (taking: Taking, company: CompanyFolder, found: Found): Promise<Taken> => {
  const { kind, stat } = found;
  if (kind === 'link') return setAside(company, found, (reasons) => reasons.link);
  if (kind === 'other') return setAside(company, found, (reasons) => reasons.not_a_file);
  if (stat.size === 0n) return setAside(company, found, (reasons) => reasons.empty);
  const tooLarge = () =>
    setAside(company, found, ({ too_large }) => too_large(String(stat.size), String(MOST)));
  if (stat.size > BigInt(MOST)) return tooLarge();
  // Before anything is kept, so that nothing is kept again and again that cannot be moved.
  const done = await ownFolder(company, INBOX_FOLDER.done);
  let file: FileHandle;
  try {
    if (await leavesFolder(company, found)) return 'changed';
    // Without waiting for whoever would write into a pipe that has taken its place.
    file = await open(found.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (isGone(error) || code === 'ELOOP') return 'changed';
    if (UNREADABLE.has(code)) return setAside(company, found, ({ unreadable }) => unreadable(code));
    throw new FolderFault(code, error);
  }
  try {
    const id = await keepFile(taking, company.entity, found, file);
    if (id === undefined) return 'changed';
    const to = under(done, Buffer.concat([Buffer.from(`${id} `), shortened(found.name)]));
    await move(found.path, to);
    if (isSame(await file.stat({ bigint: true }), found.stat) || (await isThere(found.path))) return 'kept';
    // Somebody wrote to it until now: what it is by then comes again.
    await move(to, found.path);
    return 'changed';
  } catch (error) {
    if (error instanceof FileTooLarge) return await tooLarge();
    throw error;
  } finally {
    await file.close();
  }
};

async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  try {
    for await (const part of file.createReadStream({ autoClose: false })) yield part as Buffer;
  } catch (error) {
    throw new FolderFault(codeOf(error), error);
  }
}

/** The id of its document, which is the earlier one where the company has the same bytes. */
const keepFile = async (
  { database, inbox, now }: Taking,
  entity: Entity,
  { name, stat }: Found,
  file: FileHandle,
): Promise<string | undefined> => {
  const isStill = async (): Promise<boolean> => isSame(await file.stat({ bigint: true }), stat);
  if (!(await isStill())) return undefined;
  const draft = await draftOf({ database, entity, now }, bytesOf(file), MOST);
  try {
    if (!(await isStill())) return undefined;
    const { sha256 } = draft;
    const file_name = plainFileName(shownName(name));
    const act = newAct(SYSTEM, 'inbox folder', { file_name, sha256 }, now());
    const { document } = await inbox.receiveDraft(entity, act, draft, { file_name, channel: 'folder' });
    return document.id;
  } finally {
    // Of one that is kept nothing is taken back.
    await draft.drop().catch(() => undefined);
  }
};
