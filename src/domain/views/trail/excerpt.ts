// An excerpt of the trail that proves itself: each entry with the hashes that lead from it to a signed root (RFC 9162, 2.1.3).
import { createProver } from './merkle.ts';
import type { Signer, Verifier } from './note.ts';
import { inSnapshot } from '../../../db/snapshot.ts';
import type { EntryRow } from './log/entry.ts';
import { keyOf, readEntries, selectTrail } from './store/rows.ts';
import { newestCheckpoint } from './store/places.ts';
import { readLeaves } from './store/whole.ts';
import type { TrailFilters } from './trail.ts';
import type { TrailOf } from './verify/read-database.ts';
import type { VerifyParts } from './verify/verify.ts';
import { createHash } from 'node:crypto';

/** The version of the file. */
export const EXCERPT_FILE = 1;

export interface ExcerptHead {
  readonly folio_excerpt: typeof EXCERPT_FILE;
  readonly organisation_id: string;
  readonly organisation: string;
  readonly taken_at: string;
  readonly key: string;
  /** What was asked for: that nothing else fits cannot be proven by an excerpt. */
  readonly filters: object;
  /** The signed checkpoint to which the proofs lead; null while there is none. */
  readonly checkpoint: string | null;
}

export interface ExcerptEntry {
  readonly audit: EntryRow;
  /** Null: the entry is newer than the checkpoint, so that nothing proves it yet. */
  readonly proof: { readonly at: number; readonly hashes: readonly string[] } | null;
}

const PAGE = 500;

const matching = async (
  db: Parameters<typeof selectTrail>[0],
  filters: Omit<TrailFilters, 'limit'>,
  records: ReadonlySet<string> | undefined,
): Promise<Map<string, { entity_id: string; id: string }>> => {
  const found = new Map<string, { entity_id: string; id: string }>();
  let after: { occurred_at: string; id: string } | undefined;
  for (;;) {
    const rows = await selectTrail(db, { ...filters, limit: PAGE }, after, PAGE);
    for (const { entity_id, id, record_id } of rows)
      if (records === undefined || records.has(record_id))
        found.set(keyOf({ entity_id, id }), { entity_id, id });
    after = rows.at(-1);
    if (rows.length < PAGE) return found;
  }
};

/** As NDJSON, of all records or only of these: the head, the entries in the order of the log, those without a place in it last, and their number with the seal. */
export const writeExcerpt = (
  { database, key, now }: VerifyParts & { readonly key: Signer },
  of: TrailOf,
  filters: Omit<TrailFilters, 'limit' | 'cursor'>,
  write: (text: string) => Promise<void>,
  records?: ReadonlySet<string>,
): Promise<number> =>
  inSnapshot(database, async (db) => {
    const wanted = await matching(db, filters, records);
    const checkpoint = await newestCheckpoint(db, of.id);
    const prover = createProver();
    const placed: { entity_id: string; id: string; at: number }[] = [];
    const size = checkpoint?.size ?? 0;
    for await (const leaves of readLeaves(db, of.id)) {
      for (const { entity_id, id, position, hash } of leaves.filter((leaf) => leaf.position < size)) {
        const isWanted = wanted.delete(keyOf({ entity_id, id }));
        if (isWanted) placed.push({ entity_id, id, at: position });
        prover.add(Buffer.from(hash, 'hex'), isWanted);
      }
      if ((leaves.at(-1)?.position ?? 0) >= size) break;
    }
    const { proofs } = prover.finish();
    const { owners, ...asked } = filters;
    const head: ExcerptHead = {
      folio_excerpt: EXCERPT_FILE,
      organisation_id: of.id,
      organisation: of.name,
      taken_at: now.toISOString(),
      key: key.text,
      filters: {
        ...asked,
        owners: owners.length,
        ...(records === undefined ? {} : { records: records.size }),
      },
      checkpoint: checkpoint?.note ?? null,
    };
    const sealed = sealedLines();
    const put = (text: string): Promise<void> => {
      sealed.add(text);
      return write(text);
    };
    await put(`${JSON.stringify(head)}\n`);
    const all = [...placed, ...[...wanted.values()].map((each) => ({ ...each, at: undefined }))];
    let entries = 0;
    for (let start = 0; start < all.length; start += PAGE) {
      const some = all.slice(start, start + PAGE);
      const rows = await readEntries(db, some);
      const lines = some.flatMap(({ at, ...entry }) => {
        const found = rows.get(keyOf(entry));
        if (found === undefined) return [];
        const hashes = at === undefined ? undefined : proofs.get(at)?.map((each) => each.toString('hex'));
        const line: ExcerptEntry = {
          audit: found.row,
          proof: at === undefined || hashes === undefined ? null : { at, hashes },
        };
        return [`${JSON.stringify(line)}\n`];
      });
      entries += lines.length;
      await put(lines.join(''));
    }
    await write(`${JSON.stringify({ entries, seal: sealed.seal(key) })}\n`);
    return entries;
  });

/** No checkpoint reads like this: in one the second line is a number. */
const statement = (digest: string): string => `folio/export\nsha256 ${digest}\n`;

export interface SealedLines {
  add(text: string): void;
  /** Base64. */
  seal(signer: Signer): string;
  isSealed(verifier: Verifier, seal: string): boolean;
}

/** Over the lines before the last, each with its line feed. */
export const sealedLines = (): SealedLines => {
  const hash = createHash('sha256');
  const said = (): string => statement(hash.copy().digest('hex'));
  return {
    add: (text) => void hash.update(text),
    seal: (signer) => signer.sign(said()).toString('base64'),
    isSealed: (verifier, seal) => verifier.verify(said(), Buffer.from(seal, 'base64')),
  };
};
