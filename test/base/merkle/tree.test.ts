// The tree against RFC 9162 as its text defines it, and against known roots.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  append,
  createProver,
  EMPTY_TREE,
  leafHash,
  nodeHash,
  packFrontier,
  rootFrom,
  rootOf,
  type Tree,
  unpackTree,
} from '../../../src/domain/views/trail/merkle.ts';

const split = (size: number): number => {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
};

/** MTH of 2.1.1. */
const rootBy = (leaves: readonly Buffer[]): Buffer => {
  const [first] = leaves;
  if (first === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return first;
  const k = split(leaves.length);
  return nodeHash(rootBy(leaves.slice(0, k)), rootBy(leaves.slice(k)));
};

/** PATH of 2.1.3.1. */
const pathBy = (at: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return at < k
    ? [...pathBy(at, leaves.slice(0, k)), rootBy(leaves.slice(k))]
    : [...pathBy(at - k, leaves.slice(k)), rootBy(leaves.slice(0, k))];
};

const treeOf = (leaves: readonly Buffer[]): Tree =>
  leaves.reduce((tree, leaf) => append(tree, leaf), EMPTY_TREE);

/** The entries and roots that implementations of Certificate Transparency are tested with. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const known = ENTRIES.map((entry) => leafHash(Buffer.from(entry, 'hex')));
const many = Array.from({ length: 70 }, (_, at) => leafHash(Buffer.from(`entry ${at}`)));

test('the roots of the empty tree and of one to eight entries are those known', () => {
  assert.deepEqual(
    ROOTS.map((_, size) => rootOf(treeOf(known.slice(0, size))).toString('hex')),
    ROOTS,
  );
});

test('the root of every size is that of the definition, also from a frontier that was stored', () => {
  let tree = EMPTY_TREE;
  for (const [at, leaf] of many.entries()) {
    tree = append(unpackTree(tree.size, packFrontier(tree)), leaf);
    assert.equal(tree.size, at + 1);
    assert.deepEqual(rootOf(tree), rootBy(many.slice(0, at + 1)));
  }
});

test('the proof of every entry in every tree is that of the definition, and leads to its root alone', () => {
  for (let size = 1; size <= many.length; size += 1) {
    const leaves = many.slice(0, size);
    const prover = createProver();
    leaves.forEach((leaf, at) => prover.add(leaf, at % 3 !== 1));
    const { root, proofs, size: of } = prover.finish();
    assert.equal(of, size);
    for (const [at, leaf] of leaves.entries()) {
      const proof = proofs.get(at);
      assert.deepEqual(proof, at % 3 === 1 ? undefined : pathBy(at, leaves));
      if (proof === undefined) continue;
      assert.deepEqual(rootFrom(leaf, at, size, proof), root);
      assert.notDeepEqual(rootFrom(leafHash(leaf), at, size, proof), root);
      assert.notDeepEqual(rootFrom(leaf, (at + 1) % size, size, proof), size === 1 ? undefined : root);
      assert.notDeepEqual(rootFrom(leaf, at, size, [...proof, leaf]), root);
      if (proof.length > 0) assert.notDeepEqual(rootFrom(leaf, at, size, proof.slice(1)), root);
    }
  }
  assert.equal(rootFrom(leafHash(Buffer.of()), 1, 1, []), undefined);
});

test('an entry costs as many hashes as the size has bits', () => {
  let tree = EMPTY_TREE;
  const leaf = leafHash(Buffer.of());
  let nodes = 0;
  for (let at = 0; at < 100_000; at += 1) tree = append(tree, leaf, () => (nodes += 1));
  assert.ok(nodes < 100_000 && tree.frontier.length <= 17, `${nodes} nodes, ${tree.frontier.length} kept`);
});
