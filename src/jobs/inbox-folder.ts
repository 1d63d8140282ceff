// Watches the folders of companies for files that arrive. Of the instances that see one folder, one watches it, under a lease;
// a file is taken once nobody has written to it for a while, and a few of a company at a time, so that none waits for another's.
import { SERVICE } from '../../generated/service.ts';
import type { Logger } from '../base/log.ts';
import { type Lease, newOwner, whileHolding } from '../db/lease.ts';
import { markOf, openRoot } from '../domain/across/inbox/folder/root.ts';
import {
  type CompanyFolder,
  FolderFault,
  takeFile,
  type Taking,
} from '../domain/across/inbox/folder/take.ts';
import { codeOf, type Found, isFileError, isSame, walk } from '../domain/across/inbox/folder/walk.ts';
import { keepFolder, releaseFolder, takeFolder } from '../domain/across/inbox/store/folder.ts';
import { type Loop, startLoop } from './loop.ts';

export interface FolderWorker extends Taking {
  readonly folder: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly pollMs?: number;
  /** How long a file has to stand. */
  readonly stillMs?: number;
  /** How long a folder rests after a fault. */
  readonly restMs?: number;
  /** How many files of a company are looked at, before it is another's turn. */
  readonly lookedAt?: number;
}

const POLL_MS = 1_000;
const LEASE_MS = 30_000;
const REST_MS = 30_000;
/** An empty file may be one that is about to be written. */
const EMPTY_TIMES = 30;
const LOOKED_AT = 500;
/** Of a company, before it is another's turn. */
const TAKEN = 20;

interface Watched {
  readonly found: Found;
  readonly since: number;
}

/** What is wrong is told once, and again only after it was right. */
const tellerOf = (log: FolderWorker['log']) => {
  let told: ReadonlySet<string> = new Set();
  let now = new Set<string>();
  return {
    tell: (cause: string, facts: object, text: string): void => {
      const key = `${cause} ${JSON.stringify(facts)}`;
      if (!told.has(key) && !now.has(key)) log.warn({ cause, ...facts }, text);
      now.add(key);
    },
    /** Of a folder that rests what was told still holds. */
    still: (part: string): void => {
      for (const key of told) if (key.includes(part)) now.add(key);
    },
    end: (): void => {
      told = now;
      now = new Set();
    },
  };
};

const COMPANY_TEXT = {
  fault: "files in a company's folder wait: it cannot be read or written",
  kept: "files in a company's folder wait: they could not be kept",
  deep: "files lie too deep in a company's folder and are not received",
} as const;

const LEFT_TEXT = {
  no_company: 'a folder for files bears the id of no active company; doctor names it',
  not_a_folder: 'a file lies beside the folders of companies and is not received; doctor names it',
  linked: 'a folder for files is a link, which is not followed; doctor names it',
  unreadable: 'a folder for files cannot be looked at; doctor names it',
} as const;

/** What is taken from the folder of one company in its turn. */
const visitorOf = (parts: FolderWorker, teller: ReturnType<typeof tellerOf>) => {
  const { log, restMs = REST_MS } = parts;
  const { stillMs = SERVICE.inbox.folder_still_ms, lookedAt = LOOKED_AT } = parts;
  const watched = new Map<string, ReadonlyMap<string, Watched>>();
  const resting = new Map<string, number>();

  /** Those of the company that have stood for long enough. */
  const standing = async ({ path, entity }: CompanyFolder): Promise<readonly Found[]> => {
    const before = watched.get(entity.id);
    const seen = new Map<string, Watched>();
    const still: Found[] = [];
    const at = performance.now();
    const onDeep = (): void => teller.tell('too_deep', { entity_id: entity.id }, COMPANY_TEXT.deep);
    for await (const found of walk(path, onDeep)) {
      const key = found.path.toString('latin1');
      const earlier = before?.get(key);
      const since = earlier !== undefined && isSame(earlier.found.stat, found.stat) ? earlier.since : at;
      seen.set(key, { found, since });
      const patience = found.kind === 'file' && found.stat.size === 0n ? EMPTY_TIMES * stillMs : stillMs;
      if (at - since >= patience) still.push(found);
      if (seen.size >= lookedAt) break;
    }
    if (seen.size === 0) watched.delete(entity.id);
    else watched.set(entity.id, seen);
    return still;
  };

  /** Says whether more of it may be taken at once. */
  const visit = async (company: CompanyFolder, halted: () => boolean): Promise<boolean> => {
    const { id: entity_id } = company.entity;
    if ((resting.get(entity_id) ?? 0) > performance.now()) {
      teller.still(entity_id);
      return false;
    }
    try {
      const still = await standing(company);
      for (const found of still.slice(0, TAKEN)) {
        if (halted()) return false;
        await takeFile(parts, company, found);
      }
      resting.delete(entity_id);
      return still.length > TAKEN;
    } catch (error) {
      resting.set(entity_id, performance.now() + restMs);
      if (error instanceof FolderFault || isFileError(error))
        teller.tell('folder', { entity_id, code: codeOf(error) }, COMPANY_TEXT.fault);
      else {
        log.error({ err: error, entity_id }, 'a file in the folder of a company was not kept');
        teller.tell('keeping', { entity_id }, COMPANY_TEXT.kept);
      }
      return false;
    }
  };

  return { visit, forget: () => watched.clear() };
};

export const startInboxFolder = (parts: FolderWorker): Loop => {
  const { database, folder, log, now, pollMs = POLL_MS } = parts;
  const owner = newOwner();
  const teller = tellerOf(log);
  const { visit, forget } = visitorOf(parts, teller);
  let holding: { readonly id: string; readonly lease: Lease } | undefined;

  const hold = async (): Promise<boolean> => {
    const id = await markOf(Buffer.from(folder));
    if (holding?.id === id && (await keepFolder(database, id, holding.lease, LEASE_MS))) return true;
    const lease = await takeFolder(database, id, owner, { ms: LEASE_MS, now: now() });
    holding = lease === undefined ? undefined : { id, lease };
    if (lease === undefined) forget();
    return lease !== undefined;
  };

  const round = async (halted: () => boolean): Promise<boolean> => {
    const root = await openRoot(database.reader, folder);
    for (const why of new Set(root.left.map((left) => left.why))) teller.tell(why, {}, LEFT_TEXT[why]);
    let more = false;
    for (const company of root.companies) if (!halted() && (await visit(company, halted))) more = true;
    return more && !halted();
  };

  const holdWhile = (stopped: AbortSignal): Promise<boolean> => {
    const { id, lease } = holding ?? { id: '', lease: { owner, fence: 0 } };
    const renew = (): Promise<boolean> => keepFolder(database, id, lease, LEASE_MS);
    return whileHolding({ what: 'the folder for files', lease_ms: LEASE_MS, renew }, (lost) =>
      round(() => stopped.aborted || lost.aborted),
    );
  };

  const loop = startLoop<string>({ pollMs }, async ({ halted }) => {
    try {
      const more = (await hold()) && (await holdWhile(halted));
      teller.end();
      return more;
    } catch (error) {
      if (isFileError(error))
        teller.tell(
          'folders',
          { code: codeOf(error) },
          'INBOX_DIR cannot be read or written: no file is received from it',
        );
      else log.error({ err: error }, 'the folders for files could not be looked at');
      teller.end();
      return false;
    }
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      if (holding !== undefined) await releaseFolder(database, holding.id, holding.lease);
    },
  };
};
