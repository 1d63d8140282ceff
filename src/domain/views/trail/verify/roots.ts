// Whether the log is the one that was signed: its root is computed anew from the hashes of its leaves and held to each
// checkpoint, those in the database and those that were kept elsewhere.
import { append, EMPTY_TREE, packFrontier, rootOf, type Tree } from '../merkle.ts';
import { isSignedBy, originOf, readCheckpoint, type Verifier } from '../note.ts';
import type { Fault, Found } from './faults.ts';
import type { KeptCheckpoints } from './kept.ts';
import type { Head, SignedLine } from './line.ts';

export interface Roots {
  /** The next leaf. */
  add(hash: Buffer): void;
  /** So many leaves are missing: from there on nobody can say what the root is. */
  lose(leaves: number): void;
  check(line: SignedLine): void;
  finish(): void;
  size(): number;
  checkpoints(): number;
  /** The newest checkpoint that holds. */
  proven(): { readonly size: number; readonly time: string } | null;
}

export const createRoots = (head: Head, key: Verifier, kept: KeptCheckpoints, found: Found): Roots => {
  let tree: Tree = EMPTY_TREE;
  let [lost, missing] = [false, 0];
  const size = (): number => tree.size + missing;
  let count = 0;
  let before = 0;
  let newest: { size: number; time: string } | null = null;
  /** The first that does not fit, and how many do not. */
  const unlike = { stored: { first: 0, after: 0, count: 0 }, kept: { first: 0, after: 0, count: 0 } };
  const fault = (message: string, position: number): void =>
    found.add({ kind: 'checkpoint', message, position });

  const hold = (which: 'stored' | 'kept', of: number, root: Buffer): boolean => {
    if (lost || root.equals(rootOf(tree))) return !lost;
    const seen = unlike[which];
    if (seen.count === 0) Object.assign(seen, { first: of, after: newest?.size ?? 0 });
    seen.count += 1;
    return false;
  };

  return {
    add: (hash) => {
      tree = append(tree, hash);
      for (const root of kept.take(size())) hold('kept', size(), root);
    },
    lose: (leaves) => {
      lost = true;
      missing += leaves;
    },
    check: (line) => {
      count += 1;
      const { signed, note } = line;
      const wrong = whyRefused(head, key, before, line);
      before = signed;
      if (wrong !== undefined) return fault(`The checkpoint of ${signed} entries ${wrong}.`, signed);
      if (signed > size())
        return fault(`A checkpoint is of ${signed} entries; the log has ${size()}.`, size());
      const said = readCheckpoint(note);
      if (said !== undefined && hold('stored', signed, said.root)) newest = { size: signed, time: said.time };
      return undefined;
    },
    finish: () => {
      if (unlike.stored.count > 0) fault(unlikeText('its checkpoint', unlike.stored), unlike.stored.after);
      if (unlike.kept.count > 0)
        fault(unlikeText('a checkpoint kept elsewhere', unlike.kept), unlike.kept.after);
      const beyond = kept.rest();
      if (beyond > 0)
        fault(
          `A checkpoint kept elsewhere is of ${beyond} entries; the log has ${size()}: its end was cut off.`,
          size(),
        );
      if (head.signed_size > before)
        fault(`A checkpoint of ${head.signed_size} entries was made; it is gone.`, head.signed_size);
      if (!lost && !isOf(head, tree)) found.add(logFault(head, tree));
    },
    size,
    checkpoints: () => count,
    proven: () => newest,
  };
};

/** Why a checkpoint does not count, whatever the entries are. */
const whyRefused = (
  head: Head,
  key: Verifier,
  before: number,
  { signed, note }: SignedLine,
): string | undefined => {
  const said = readCheckpoint(note);
  if (said === undefined) return 'is not one';
  if (said.origin !== originOf(head.organisation_id)) return `is of another log (${said.origin})`;
  if (said.size !== signed) return `says to be of ${said.size} entries`;
  if (!isSignedBy(key, note)) return `is not signed with the key ${key.text}`;
  if (said.after === before) return undefined;
  return said.after > before ? `follows one of ${said.after} entries, which is gone` : 'is out of its order';
};

/** Whether what the log says of itself is what it is. */
const isOf = (head: Head, tree: Tree): boolean => {
  const packed = packFrontier(tree);
  return (
    head.size === tree.size &&
    head.root === rootOf(tree).toString('hex') &&
    packed.length === head.frontier.length &&
    packed.every((hash, at) => head.frontier[at] === hash)
  );
};

const logFault = ({ size }: Head, tree: Tree): Fault => ({
  kind: 'log',
  message:
    size === tree.size
      ? 'The root that the log has of itself is not that of its entries.'
      : `The log says that it has ${size} entries; there are ${tree.size}.`,
  position: tree.size,
});

interface Unlike {
  readonly first: number;
  readonly after: number;
  readonly count: number;
}

const unlikeText = (which: string, { first, after, count }: Unlike): string =>
  `By ${which} the first ${first} entries were others when they were signed: between ${after} and ${first} something was altered, removed, put in or moved${count > 1 ? ` (${count} checkpoints say so)` : ''}.`;
