// Checkpoints that the operator kept elsewhere, to which the log is held.
import { isSignedBy, originOf, readCheckpoint, type Verifier } from '../note.ts';
import { rootOf, type Tree } from '../merkle.ts';
import { hasShape, isText, readNdjson, refuseLine } from './ndjson.ts';

export interface KeptCheckpoints {
  /** The roots of this size; they are taken out. */
  take(size: number): readonly Buffer[];
  /** The largest size that was not taken; 0 if none is left. */
  rest(): number;
}

export const NONE_KEPT: KeptCheckpoints = { take: () => [], rest: () => 0 };

/** The notes of one log; one of no root twice. */
const keep = (notes: ReadonlyMap<number, readonly string[]>): KeptCheckpoints => {
  const left = new Map(notes);
  return {
    take: (size) => {
      const roots = left.get(size) ?? [];
      left.delete(size);
      return roots.map((root) => Buffer.from(root, 'base64'));
    },
    rest: () => [...left.keys()].reduce((most, size) => Math.max(most, size), 0),
  };
};

/** Those that were kept, and what this machine knows of the log itself. */
export const withKnown = ({ take, rest }: KeptCheckpoints, known: Tree): KeptCheckpoints => {
  let left = known.size > 0;
  return {
    take: (size) => {
      const roots = take(size);
      if (size !== known.size) return roots;
      left = false;
      return [...roots, rootOf(known)];
    },
    rest: () => Math.max(rest(), left ? known.size : 0),
  };
};

/** Those of each organisation. */
export type KeptFile = (organisation_id: string) => KeptCheckpoints;

const noteOf = (value: unknown): string | undefined =>
  hasShape(value, { note: isText }) ? String(Reflect.get(value as object, 'note')) : undefined;

/** Reads the lines of `AUDIT_CHECKPOINT_FILE`, or what was posted. Whatever is not a checkpoint signed with the key is refused. */
export const readKept = async (path: string, key: Verifier): Promise<KeptFile> => {
  const byOrigin = new Map<string, Map<number, string[]>>();
  for await (const { number, value } of readNdjson(path)) {
    const note = noteOf(value);
    const said = note === undefined ? undefined : readCheckpoint(note);
    if (note === undefined || said === undefined)
      return refuseLine(path, number, 'this is not a checkpoint, as AUDIT_CHECKPOINT_FILE has one a line.');
    if (!isSignedBy(key, note))
      return refuseLine(path, number, `this checkpoint is not signed with the key ${key.text}.`);
    const sizes = byOrigin.get(said.origin) ?? new Map<number, string[]>();
    byOrigin.set(said.origin, sizes);
    const roots = sizes.get(said.size) ?? [];
    const root = said.root.toString('base64');
    if (!roots.includes(root)) sizes.set(said.size, [...roots, root]);
  }
  return (organisation_id) => keep(byOrigin.get(originOf(organisation_id)) ?? new Map());
};
