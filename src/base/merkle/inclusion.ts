// Proofs that an entry is in a tree (RFC 9162, 2.1.3): made for many entries in one walk over all of them, and checked with
// the root alone.
import { append, EMPTY_TREE, nodeHash, type OnNode, rootOf, type Tree } from './tree.ts';

export interface Prover {
  /** The next entry; whether its proof is wanted. */
  add(leaf: Buffer, wanted: boolean): void;
  /** The proofs of the wanted entries in the tree of all that were added. */
  finish(): { readonly root: Buffer; readonly size: number; readonly proofs: ReadonlyMap<number, Buffer[]> };
}

export const createProver = (): Prover => {
  let tree: Tree = EMPTY_TREE;
  const wanted: number[] = [];
  const proofs = new Map<number, Buffer[]>();
  /** The first of the wanted entries that is not before this one. */
  const from = (position: number): number => {
    let [low, high] = [0, wanted.length];
    while (low < high) {
      const half = (low + high) >>> 1;
      if ((wanted[half] ?? 0) < position) low = half + 1;
      else high = half;
    }
    return low;
  };
  const onNode: OnNode = (start, middle, end, left, right) => {
    for (let at = from(start); at < wanted.length; at += 1) {
      const position = wanted[at] ?? end;
      if (position >= end) return;
      proofs.get(position)?.push(position < middle ? right : left);
    }
  };
  return {
    add: (leaf, isWanted) => {
      if (isWanted) {
        wanted.push(tree.size);
        proofs.set(tree.size, []);
      }
      tree = append(tree, leaf, onNode);
    },
    finish: () => ({ root: rootOf(tree, onNode), size: tree.size, proofs }),
  };
};

/** The root that the proof leads to from this leaf; undefined if it fits no tree of this size. */
export const rootFrom = (
  leaf: Buffer,
  position: number,
  size: number,
  proof: readonly Buffer[],
): Buffer | undefined => {
  if (position < 0 || position >= size) return undefined;
  let [at, last, hash] = [position, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(other, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else hash = nodeHash(hash, other);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
};
