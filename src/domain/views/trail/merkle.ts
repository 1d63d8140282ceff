// The Merkle tree of RFC 9162, section 2.1, grown entry by entry: what is kept of it are the roots of the complete
// subtrees, one for each bit of its size, so that an entry costs as many hashes as the size has bits, however large it is.
import { createHash } from 'node:crypto';

export const HASH_BYTES = 32;

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export const leafHash = (entry: Buffer): Buffer => sha256(LEAF, entry);
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right);

/** A tree of `size` entries: the roots of its complete subtrees, the largest first. */
export interface Tree {
  readonly size: number;
  readonly frontier: readonly Buffer[];
}

export const EMPTY_TREE: Tree = { size: 0, frontier: [] };

/** How often the size can be halved: as many subtrees end with its last entry, and become one with the next. */
const completed = (size: number): number => {
  let count = 0;
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) count += 1;
  return count;
};

/** Called for each node that is made: the entries from `start` on, of which those from `middle` on are to the right. */
export type OnNode = (start: number, middle: number, end: number, left: Buffer, right: Buffer) => void;

export const append = ({ size, frontier }: Tree, leaf: Buffer, onNode?: OnNode): Tree => {
  const merges = completed(size);
  let hash = leaf;
  for (let level = 0; level < merges; level += 1) {
    const left = frontier[frontier.length - 1 - level] ?? leaf;
    const middle = size + 1 - 2 ** level;
    onNode?.(middle - 2 ** level, middle, size + 1, left, hash);
    hash = nodeHash(left, hash);
  }
  return { size: size + 1, frontier: [...frontier.slice(0, frontier.length - merges), hash] };
};

/** The root: incomplete at its right edge, the subtrees are joined from there. */
export const rootOf = ({ size, frontier }: Tree, onNode?: OnNode): Buffer => {
  let [hash, middle] = [frontier.at(-1), size];
  if (hash === undefined) return sha256();
  // The last subtree is as large as the lowest bit of the size, and so on.
  let rest = size;
  const lowest = (): number => 2 ** completed(rest - 1);
  middle -= lowest();
  rest -= lowest();
  for (const left of frontier.slice(0, -1).reverse()) {
    const width = lowest();
    onNode?.(middle - width, middle, size, left, hash);
    hash = nodeHash(left, hash);
    middle -= width;
    rest -= width;
  }
  return hash;
};

/** The tree as it is stored, and back. */
export const packFrontier = ({ frontier }: Tree): string[] => frontier.map((hash) => hash.toString('hex'));

export const unpackTree = (size: number, packed: readonly string[]): Tree => ({
  size,
  frontier: packed.map((hash) => Buffer.from(hash, 'hex')),
});

// Proofs that an entry is in a tree (RFC 9162, 2.1.3): made for many entries in one walk over all of them, and checked with
// the root alone.

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
