// Faults of what each transaction leaves to the trail, of its log, and of what a verification finds.
import type { Planted } from './planted.ts';

const STATES = 'test/trail/states';
const DIGESTS = 'test/trail/digests';

export const TRAIL: readonly Planted[] = [
  {
    name: 'version-of-a-state-not-raised',
    file: 'src/db/trail/entries.ts',
    find: "touch === 'made' ? [] : [id]",
    put: '[]',
    tests: [STATES],
  },
  {
    name: 'lines-are-no-part-of-a-state',
    file: 'src/db/trail/units.ts',
    find: 'const content = part === undefined ? image',
    put: 'const content = part !== null ? image',
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
    file: 'src/domain/trail/verify/records.ts',
    find: 'return canonicalHash(content) === digest',
    put: 'return version === top',
    tests: ['test/trail/verify', 'test/trail/random'],
  },
  {
    name: 'trail-checkpoint-not-held-to-its-key',
    file: 'src/domain/trail/verify/roots.ts',
    find: 'if (!isSignedBy(key, note)) return',
    put: 'if (note === key.text) return',
    tests: ['test/trail/verify'],
  },
  {
    name: 'trail-kept-checkpoint-not-compared',
    file: 'src/domain/trail/verify/kept.ts',
    find: 'rest: () => [...left.keys()].reduce((most, size) => Math.max(most, size), 0),',
    put: 'rest: () => left.size - left.size,',
    tests: ['test/trail/verify'],
  },
  {
    name: 'trail-entry-not-held-to-its-leaf',
    file: 'src/domain/trail/verify/judge.ts',
    find: 'if (hash !== leaf.hash || moved) {',
    put: 'if (moved) {',
    tests: ['test/trail/verify', 'test/trail/random'],
  },
];
