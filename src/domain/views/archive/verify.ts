// Checks an exported archive without a database: its seal, the digest of each of its files, and what proves the trail.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { withTemporary } from '../../../base/files.ts';
import { Refusal } from '../../../base/refusal.ts';
import { readVerifier, type Verifier } from '../trail/note.ts';
import { NONE_KEPT } from '../trail/verify/kept.ts';
import { verifyFile } from '../trail/verify/read-file.ts';
import { isSealedBy, PROOFS, readSeal, type Seal, SEAL_PATH, SUMS_PATH, TRAIL_PATH } from './seal.ts';

export interface ArchiveFault {
  readonly path: string;
  readonly fault: 'missing' | 'changed' | 'not_listed' | 'seal' | 'trail';
}

export interface ArchiveVerdict extends Pick<
  Seal,
  'organisation_id' | 'entity_id' | 'entity' | 'taken_at' | 'from' | 'to' | 'deleted' | 'damaged'
> {
  readonly ok: boolean;
  readonly files: number;
  readonly key: string;
  /** The entries of the trail that are proven. */
  readonly trail_entries: number;
  readonly faults: readonly ArchiveFault[];
}

/** Far more than the list of a million files takes. */
const MOST_TEXT = 512 * 1024 * 1024;

const unreadable = (path: string, why: string): Refusal =>
  new Refusal('unreadable_file', `${path} is no archive that "archive export" wrote: ${why}.`);

interface Opened {
  readonly path: string;
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

const streamOf = ({ path, zip, entries }: Opened, name: string) => {
  const entry = entries.get(name);
  if (entry === undefined) throw unreadable(path, `it has no ${name}`);
  return zip.openReadStreamPromise(entry);
};

const textOf = async (opened: Opened, name: string): Promise<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of await streamOf(opened, name)) {
    bytes += (part as Buffer).length;
    if (bytes > MOST_TEXT) throw unreadable(opened.path, `its ${name} is too large`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
};

const sha256Of = async (opened: Opened, name: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of await streamOf(opened, name)) hash.update(part as Buffer);
  return hash.digest('hex');
};

/** As `sha256sum` writes them. */
const readSums = (path: string, text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const [, sha256, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
        if (sha256 === undefined || name === undefined)
          throw unreadable(path, `its ${SUMS_PATH} has a line that names no file`);
        return [name, sha256];
      }),
  );

const faultsOfFiles = async (
  opened: Opened,
  sums: ReadonlyMap<string, string>,
): Promise<readonly ArchiveFault[]> => {
  const faults: ArchiveFault[] = [];
  for (const name of opened.entries.keys())
    if (!sums.has(name) && name !== SUMS_PATH && !name.startsWith(PROOFS))
      faults.push({ path: name, fault: 'not_listed' });
  for (const [name, sha256] of sums) {
    if (!opened.entries.has(name)) faults.push({ path: name, fault: 'missing' });
    else if ((await sha256Of(opened, name)) !== sha256) faults.push({ path: name, fault: 'changed' });
  }
  return faults;
};

/** The proofs of the trail, as "audit verify" judges them. */
const judgeTrail = async (opened: Opened, key: Verifier, { organisation_id }: Seal) => {
  const folder = await mkdtemp(join(tmpdir(), 'folio-archive-'));
  return withTemporary(folder, async () => {
    const path = join(folder, 'trail.ndjson');
    await pipeline(await streamOf(opened, TRAIL_PATH), createWriteStream(path));
    const { verdict } = await verifyFile(path, key, async () => () => NONE_KEPT);
    return { ok: verdict.ok && verdict.organisation_id === organisation_id, rows: verdict.rows };
  });
};

const judge = async (opened: Opened, given: Verifier | undefined): Promise<ArchiveVerdict> => {
  const seal = readSeal(await textOf(opened, SEAL_PATH));
  const key = given ?? (seal === undefined ? undefined : readVerifier(seal.key));
  if (seal === undefined || key === undefined) throw unreadable(opened.path, 'its seal names no key');
  const faults = [...(await faultsOfFiles(opened, readSums(opened.path, await textOf(opened, SUMS_PATH))))];
  const isSealed = (await sha256Of(opened, SUMS_PATH)) === seal.sha256 && isSealedBy(key, seal);
  if (!isSealed) faults.push({ path: SEAL_PATH, fault: 'seal' });
  const trail = await judgeTrail(opened, key, seal);
  if (!trail.ok) faults.push({ path: TRAIL_PATH, fault: 'trail' });
  const { organisation_id, entity_id, entity, taken_at, from, to, deleted, damaged, files } = seal;
  return {
    ok: faults.length === 0,
    organisation_id,
    entity_id,
    entity,
    taken_at,
    from,
    to,
    files,
    deleted,
    damaged,
    key: key.text,
    trail_entries: trail.rows,
    faults,
  };
};

/** Without a key it is the one that the archive names, which proves that nobody changed it by accident alone. */
export const verifyArchive = async (path: string, given: Verifier | undefined): Promise<ArchiveVerdict> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw unreadable(path, error instanceof Error ? error.message : String(error));
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw unreadable(path, `it has ${entry.fileName} twice`);
      entries.set(entry.fileName, entry);
    }
    return await judge({ path, zip, entries }, given);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unreadable(path, error instanceof Error ? error.message : String(error));
  } finally {
    zip.close();
  }
};
