// Faults of what each transaction leaves to the trail, of its log, and of what a verification finds.
import type { Planted } from './planted.ts';

const STATES = 'test/trail/states';
const DIGESTS = 'test/trail/digests';

export const TRAIL: readonly Planted[] = [
  {
    name: 'version-of-a-state-not-raised',
    file: 'src/db/trail/entries.ts',
    find: "touch === 'made' || raised ? [] : [id]",
    put: '[]',
    tests: [STATES],
  },
  {
    name: 'lines-are-no-part-of-a-state',
    file: 'src/db/trail/units.ts',
    find: 'const content = table === undefined ? image',
    put: 'const content = table !== null ? image',
    tests: [DIGESTS],
  },
  {
    name: 'compiled-writes-go-unseen',
    file: 'src/db/compiled.ts',
    find: '  refuseWrite(query.query);\n',
    put: '',
    tests: [STATES],
  },
  {
    name: 'trail-record-not-held-to-its-digest',
    file: 'src/domain/views/trail/verify/records.ts',
    find: 'return canonicalHash(content) === digest',
    put: 'return version === top',
    tests: ['test/trail/verify', 'test/trail/random'],
  },
  {
    name: 'trail-checkpoint-not-held-to-its-key',
    file: 'src/domain/views/trail/verify/roots.ts',
    find: 'if (!isSignedBy(key, note)) return',
    put: 'if (note === key.text) return',
    tests: ['test/trail/verify'],
  },
  {
    name: 'trail-kept-checkpoint-not-compared',
    file: 'src/domain/views/trail/verify/kept.ts',
    find: 'rest: () => [...left.keys()].reduce((most, size) => Math.max(most, size), 0),',
    put: 'rest: () => left.size - left.size,',
    tests: ['test/trail/verify'],
  },
  {
    name: 'trail-entry-not-held-to-its-leaf',
    file: 'src/domain/views/trail/verify/judge.ts',
    find: 'if (hash !== leaf.hash || moved) {',
    put: 'if (moved) {',
    tests: ['test/trail/verify', 'test/trail/random'],
  },
  {
    name: 'trail-log-taken-up-that-is-not-the-known-one',
    file: 'src/domain/views/trail/log/known-heads.ts',
    find: 'if (tree.size !== now.size || !rootOf(tree).equals(rootOf(now)))',
    put: 'if (now.size < 0)',
    tests: ['test/trail/forged'],
  },
  {
    name: 'trail-export-not-held-to-its-seal',
    file: 'src/domain/views/trail/verify/read-file.ts',
    find: '      end = value.lines;\n      if (!sealed.isSealed(key, value.seal))',
    put: "      end = value.lines;\n      if (value.seal === '')",
    tests: ['test/trail/forged'],
  },
  {
    name: 'trail-second-entry-of-a-line-believed',
    file: 'src/domain/views/trail/verify/read-file.ts',
    find: " && !('audit' in value && 'state' in value)",
    put: '',
    tests: ['test/trail/forged'],
  },
  {
    name: 'trail-lease-without-end-kept',
    file: 'src/domain/views/trail/store/log.ts',
    find: "or ${sql.ref('lease_until')} > ${serverNowPlus(LONGEST_LEASE_MS)}",
    put: "or ${sql.ref('lease_until')} > ${serverNowPlus(LONGEST_LEASE_MS * 1e8)}",
    tests: ['test/trail/forged'],
  },
  {
    name: 'trail-mark-of-a-taken-entry-taken-again',
    file: 'src/domain/views/trail/log/append.ts',
    find: "if (!isDuplicate(error, 'uq_trail_leaf_entry')) throw error;",
    put: 'if (error !== undefined) throw error;',
    tests: ['test/trail/forged'],
  },
  {
    name: 'trail-rows-of-no-record-not-read',
    file: 'src/domain/views/trail/store/earlier.ts',
    find: 'if (part === undefined) return [];',
    put: 'if (part === undefined || kind.length > 0) return [];',
    tests: ['test/trail/forged'],
  },
];
