// Takes entries of the trail into the log of their organisation: in the order in which they are taken, which no clock can
// disturb. A batch is one transaction, so that a process killed at any moment loses nothing and takes nothing twice.
import { append, rootOf } from '../merkle.ts';
import { originOf, signCheckpoint, type Signer } from '../note.ts';
import { chunks } from '../../../../base/chunks.ts';
import type { Database, Reader, Writer } from '../../../../db/database.ts';
import { isDuplicate } from '../../../../db/errno.ts';
import { LeaseLost } from '../../../../db/lease.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { digestRecords } from '../../../../db/trail/covered-units.ts';
import { stateCovered } from '../../../../db/trail/entries.ts';
import { readPending } from '../../../../db/trail/pending.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { CoveredKind, StateRecords } from '../../../../db/stated-trail.ts';
import { listOwners } from '../store/earlier.ts';
import { type FoundEntries, keyOf, readEntries } from '../store/rows.ts';
import {
  type EntryKey,
  type HeldLog,
  type LogHead,
  type NewLeaf,
  appendLeaves,
  deleteMarks,
  readHead,
  readTaken,
  sinceSigned,
} from '../store/log.ts';
import { hashEntry, hashGone } from './entry.ts';

export interface SignedCheckpoint {
  readonly organisation_id: string;
  readonly size: number;
  readonly note: string;
}

export interface Appended {
  /** Of those that waited; as many as a batch has while more wait. */
  readonly taken: number;
  readonly checkpoint: SignedCheckpoint | undefined;
  /** How long to wait until the end of the log may be signed; undefined if it is signed. */
  readonly unsigned_ms: number | undefined;
}

export interface AppendParts {
  readonly database: Database;
  readonly signer: Signer;
  readonly now: () => Date;
}

export const BATCH = 300;
/** Between two checkpoints of one log. */
export const CHECKPOINT_MS = 1_000;

export const appendBatch = async (parts: AppendParts, log: HeldLog, batch = BATCH): Promise<Appended> => {
  try {
    return await appendOnce(parts, log, batch);
  } catch (error) {
    if (!isDuplicate(error, 'uq_trail_leaf_entry')) throw error;
    // A mark of what the log has already would hold up everything behind it.
    await inTransaction(parts.database, async (db) => {
      const { organisation_id } = log;
      const waiting = await readPending(db, await listOwners(db, organisation_id), batch);
      await deleteMarks(db, await readTaken(db, organisation_id, waiting));
    });
    return appendOnce(parts, log, batch);
  }
};

const appendOnce = ({ database, signer, now }: AppendParts, log: HeldLog, batch: number): Promise<Appended> =>
  inTransaction(database, async (db) => {
    const { organisation_id } = log;
    const head = await readHead(db, organisation_id);
    if (head === undefined) throw new LeaseLost(`the log of ${organisation_id}`);
    const { waiting, found, more } = await nextEntries(db, organisation_id, batch);
    const covered = await coverTouched(db, waiting, found, toInstant(now()));
    const entries = [...waiting, ...covered];
    const leaves = toLeaves(head, entries, covered.length === 0 ? found : await readEntries(db, entries));
    const tree = leaves.reduce((grown, { hash }) => append(grown, Buffer.from(hash, 'hex')), head.tree);
    if (tree.size === head.signed_size) return { taken: 0, checkpoint: undefined, unsigned_ms: undefined };
    const wait_ms = Math.max(0, CHECKPOINT_MS - ((await sinceSigned(db, organisation_id)) ?? CHECKPOINT_MS));
    const checkpoint = wait_ms > 0 ? undefined : sign(signer, organisation_id, { ...head, tree }, now());
    if (leaves.length > 0 || checkpoint !== undefined)
      await appendLeaves(db, log, head, { leaves, tree, checkpoint });
    return {
      taken: more ? batch : waiting.length,
      checkpoint,
      unsigned_ms: checkpoint === undefined ? wait_ms : undefined,
    };
  });

/** Records that one batch states at most, unless a single entry names more. */
const MOST_TOUCHED = 2_000;

const nextEntries = async (
  db: Reader,
  organisation_id: string,
  batch: number,
): Promise<{
  readonly waiting: readonly EntryKey[];
  readonly found: FoundEntries;
  readonly more: boolean;
}> => {
  const waiting = await readPending(db, await listOwners(db, organisation_id), batch);
  const found = await readEntries(db, waiting);
  let touched = 0;
  const end = waiting.findIndex((key, at) => {
    for (const [, ...keys] of touchedIn(found, key)) touched += keys.length;
    return touched > MOST_TOUCHED && at > 0;
  });
  return { waiting: end < 0 ? waiting : waiting.slice(0, end), found, more: end > 0 };
};

/** The records that the entry says a transaction wrote. */
const touchedIn = (found: FoundEntries, key: EntryKey): StateRecords => {
  const row = found.get(keyOf(key))?.row;
  const records = row?.['kind'] === 'touched' ? row['records'] : undefined;
  return Array.isArray(records) ? (records as StateRecords) : [];
};

/** Writes what the records are that these entries name. Whoever writes one of them meanwhile names it again. */
const coverTouched = async (
  db: Writer,
  waiting: readonly EntryKey[],
  found: FoundEntries,
  now: string,
): Promise<readonly EntryKey[]> => {
  const owners = new Map<string, Map<CoveredKind, Set<string>>>();
  for (const key of waiting)
    for (const [kind, ...keys] of touchedIn(found, key)) {
      const kinds = owners.get(key.entity_id) ?? new Map<CoveredKind, Set<string>>();
      owners.set(key.entity_id, kinds);
      const all = kinds.get(kind) ?? new Set<string>();
      kinds.set(kind, all);
      for (const each of keys) if (each !== null) all.add(each);
    }
  const covered: EntryKey[] = [];
  for (const [owner, kinds] of owners) {
    const records: StateRecords[number][] = [];
    for (const [kind, keys] of kinds)
      for (const some of chunks([...keys])) records.push(...(await digestRecords(db, owner, kind, some)));
    const ids = await stateCovered(db, owner, records, now);
    covered.push(...ids.map((id) => ({ entity_id: owner, id })));
  }
  return covered;
};

const toLeaves = (
  { tree: { size } }: LogHead,
  entries: readonly EntryKey[],
  found: FoundEntries,
): readonly NewLeaf[] =>
  entries.map(({ entity_id, id }, at) => {
    const entry = found.get(keyOf({ entity_id, id }));
    const hash = entry === undefined ? hashGone(entity_id, id) : hashEntry(entry.kind, entry.row);
    return { entity_id, id, position: size + at, hash: hash.toString('hex') };
  });

const sign = (
  signer: Signer,
  organisation_id: string,
  { tree, signed_size }: LogHead,
  now: Date,
): SignedCheckpoint => ({
  organisation_id,
  size: tree.size,
  note: signCheckpoint(signer, {
    origin: originOf(organisation_id),
    size: tree.size,
    root: rootOf(tree),
    time: now.toISOString(),
    after: signed_size,
  }),
});
