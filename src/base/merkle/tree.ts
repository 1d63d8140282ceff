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
