// Verifies an excerpt: that each of its entries is in the log that was signed.
import { rootFrom } from '../merkle.ts';
import { isSignedBy, originOf, readCheckpoint, type Verifier } from '../note.ts';
import type { ExcerptEntry, ExcerptHead } from '../excerpt.ts';
import { hashEntry } from '../log/entry.ts';
import { collectFaults, type Fault } from './faults.ts';
import type { KeptCheckpoints } from './kept.ts';

export interface ExcerptVerdict {
  readonly organisation_id: string;
  readonly organisation: string;
  /** Entries of the excerpt, and those that are newer than its checkpoint. */
  readonly rows: number;
  readonly waiting: number;
  readonly proven: { readonly size: number; readonly time: string } | null;
  readonly excerpt: true;
  readonly filters: object;
  readonly ok: boolean;
  readonly faults: readonly Fault[];
  readonly more_faults: number;
}

export const judgeExcerpt = (head: ExcerptHead, key: Verifier, kept: KeptCheckpoints) => {
  const found = collectFaults();
  let [rows, waiting] = [0, 0];
  const { checkpoint: note } = head;
  const said = note === null ? undefined : readCheckpoint(note);
  const signed =
    note !== null &&
    said !== undefined &&
    said.origin === originOf(head.organisation_id) &&
    isSignedBy(key, note);
  if (note !== null && !signed)
    found.add({
      kind: 'checkpoint',
      message: `The checkpoint of the excerpt is not one of this log that is signed with the key ${key.text}.`,
    });
  if (said !== undefined && kept.take(said.size).some((root) => !root.equals(said.root)))
    found.add({
      kind: 'checkpoint',
      message: `A checkpoint kept elsewhere says that the first ${said.size} entries were others.`,
      position: said.size,
    });
  return {
    accuse: found.add,
    take: ({ audit, proof }: ExcerptEntry): void => {
      rows += 1;
      if (proof === null) {
        waiting += 1;
        return;
      }
      const hashes = proof.hashes.map((hash) => Buffer.from(hash, 'hex'));
      const root = said && rootFrom(hashEntry('audit', audit), proof.at, said.size, hashes);
      if (said !== undefined && root?.equals(said.root) === true) return;
      const id = typeof audit['id'] === 'string' ? audit['id'] : '';
      found.add({
        kind: 'altered',
        message: `The entry ${id} is not the one that the log took at ${proof.at}.`,
        position: proof.at,
        id,
      });
    },
    finish: (): ExcerptVerdict => ({
      organisation_id: head.organisation_id,
      organisation: head.organisation,
      rows,
      waiting,
      proven: signed && said !== undefined ? { size: said.size, time: said.time } : null,
      excerpt: true,
      filters: head.filters,
      ok: found.count() === 0,
      faults: found.told,
      more_faults: found.count() - found.told.length,
    }),
  };
};
